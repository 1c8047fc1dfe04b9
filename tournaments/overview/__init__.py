"""What the pages show of an event, put together for templates.

`pages` an event for who looks · `rounds` its rounds with their tables · `standing` who stands where and why · `desk`
what officers see · `files` for spreadsheets · `history` the stream in words · `lines` what all of it is made of.
"""
