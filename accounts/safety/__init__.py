"""Reports, decisions, appeals: see README.md."""
