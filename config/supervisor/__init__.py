"""`manage.py up`: one program that starts, watches and stops everything a site needs.

Standard library only, but for `prepare` and `web`, which are processes of their own. One idea a file:

- `folder`      the data folder: private, one house at a time, its key and its logs
- `binaries`    where the programs of PostgreSQL and Valkey are
- `privileges`  how PostgreSQL, which refuses to run as root, runs for root
- `child`       one process: started, ended, never left behind
- `postgres`, `valkey`  how each server is set up, started and asked whether it is ready
- `address`     the socket that people reach, and whether others than this machine can
- `house`       the order of things: start, watch, restart, stop
- `apart`       the two servers for one run of a program, thrown away afterwards
"""
