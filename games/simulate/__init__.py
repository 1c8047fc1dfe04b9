"""`python -m games.simulate`: many tables for many days in a few minutes, with absent players and faults of all kinds.

The product plays, on a real PostgreSQL and Valkey, in one process and in virtual time; what it has written down is then
judged by a second opinion, which knows the rules of the clock from their text and shares no code with `games.clock`.

- `arguments` what can be asked for · `story` the run from beginning to end · `figures` what is told of it
- `hours`     virtual time: the database's clock is ours
- `people`    who plays, how patiently, and when they are away · `tables` which tables there are
- `world`     what comes when: one queue of happenings · `players` what people do at tables
- `house`     sweeps, bots, the broker, the web processes · `teller` notices
- `faults`    a program that dies at a step, two that run at once
- `ledger`    what has been done to the house: sweeps, downtime, calendars
- `oracle`    the second opinion on one table's log · `proof` on all of them
"""
