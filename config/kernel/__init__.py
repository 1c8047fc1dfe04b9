"""What every app needs and no app owns: the table of errors, problem+json, the event-store base.

Imports Django, Django REST framework and `engine.codec`, and nothing else of the house.
"""
