"""The only writer of the events' streams, and their reader: the streams of the kernel, in our table."""

from config.kernel.rows import Head
from config.kernel.streams import ALL, PAGE, Streams

__all__ = ["ALL", "PAGE", "STREAMS", "Head", "append", "read", "stream"]

STREAMS = Streams("tournament", "tournaments_event", without=("seat", "hidden"))
append, read, stream = STREAMS.append, STREAMS.read, STREAMS.stream
