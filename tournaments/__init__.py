"""The events of a club: formats, schedule, pairing, standings, ratings. May call games, never the reverse."""
