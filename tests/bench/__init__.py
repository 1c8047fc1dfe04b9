"""`make bench`: how fast the product is, beside PostgreSQL's own limit, in one run. Never a test."""
