"""Telling people what waits for them: in the app, by e-mail, by Web Push. What it is about, higher apps know."""
