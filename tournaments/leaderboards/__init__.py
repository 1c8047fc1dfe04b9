"""Ratings and leaderboards: what `tournaments.ratings` folds, kept, recounted after corrections, shown to people."""
