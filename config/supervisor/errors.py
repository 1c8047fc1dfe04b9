"""What keeps the house from starting, said in a sentence for the person at the terminal."""


class CannotStart(Exception):
    """Its text is printed as it is; nothing else is shown."""
