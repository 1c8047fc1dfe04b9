"""People: who they are, how they log in, what a program may carry in their name."""
