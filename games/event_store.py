"""The only writer of the games' logs, and their reader: the streams of the kernel, in the games' table."""

from config.kernel.rows import Head
from config.kernel.streams import ALL, PAGE, Streams

__all__ = ["ALL", "PAGE", "Head", "append", "chain", "insert", "read", "stream"]

STREAMS = Streams("game", "games_event")
append, read, stream = STREAMS.append, STREAMS.read, STREAMS.stream
chain, insert = STREAMS.chain, STREAMS.insert
