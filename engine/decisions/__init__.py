"""One file for each kind of action: `check` refuses, `tell` says what follows."""
