"""The pages of events.

`lists` a club's events and the forms of a new one · `event` one event, its stream and files · `desk` what officers see
and decide · `acting` what a button of any of them does · `showing` what all of them are given.
"""
