"""Club nights that recur, and calendar feeds of clubs and events."""
