"""Clubs: who belongs to one and as what, how one gets in, what is told to all, and who changed what."""
