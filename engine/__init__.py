"""The game of Hand and Foot, and nothing else: standard library only, no clock, no I/O, no chance of its own."""
