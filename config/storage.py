"""Static files under names that hold their hash, also where one script imports another; scripts and styles packed."""

import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.contrib.staticfiles.storage import ManifestStaticFilesStorage

PACKED = (".js", ".css")
COMMENT = re.compile(rb"^[ \t]*(?://.*|/\*(?:(?!\*/).)*\*/)[ \t]*\n", re.MULTILINE)
"""A line of a script or style that is nothing but a comment: for who reads the source, and never sent packed."""


def pack(content: bytes) -> bytes:
    """A script or style as browsers are sent it."""
    return gzip.compress(COMMENT.sub(b"", content), mtime=0)


class ModuleStaticFilesStorage(ManifestStaticFilesStorage):
    """Django's own, told to rewrite the imports of ES modules too: a page never mixes scripts of two releases.

    Beside each script and style of the house lies one packed by gzip, which WhiteNoise sends to browsers: a third of
    the bytes.
    """

    support_js_module_import_aggregation = True
    max_post_process_passes = 12  # a script's name follows from those that it imports: as many as they lie deep

    def post_process(self, *args: Any, **kwargs: Any) -> Iterator[Any]:
        """Name them, then pack those of the house whose name is new."""
        yield from super().post_process(*args, **kwargs)
        for name in set(self.hashed_files.values()):
            packed = Path(self.path(f"{name}.gz"))
            if name.endswith(PACKED) and _is_ours(name) and not packed.exists():
                packed.write_bytes(pack(Path(self.path(name)).read_bytes()))


def _is_ours(name: str) -> bool:
    """Whether a file belongs to an app of the house, whose scripts have no line that only looks like a comment."""
    return name.split("/")[0] not in ("admin", "drf_spectacular_sidecar", "rest_framework")
