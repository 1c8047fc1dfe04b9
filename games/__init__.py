"""Tables: the append-only log, the one path of an action, clocks, push, audit, the table's pages."""
