"""`python -m tournaments.simulate`: the events of a club from their announcement to their final standings, with real
games, absent players, directors who decide, programs that are killed and a broker that forgets.

The people, the tables, virtual time and the faults are those of `games.simulate`; what is beside them here:

- `arguments` what can be asked for · `story` the run from beginning to end, and what is told of it
- `plans`     which events there are, for how many pairs
- `players`   how pairs come in and go · `directors` what who leads the events decides
- `office`    the sweep of the events, and what can go wrong with it · `worker` a process that is killed in its midst
- `run`       all of it · `proof` what must hold at the end
"""
