"""Wiring: imports every app, is imported by none (but for `config.kernel`)."""
