"""Who may run beside whom: `-n 2 --dist loadgroup` shares the suite between two workers."""

import pytest

ONE_SITE = {"product", "deployment"}
"""What there is one of: on servers that are not the suite's own, two of them would share a database."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A worker has all tests of the running site; of the others each file is one worker's, pure tests are anybody's."""
    for item in items:
        if ONE_SITE & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.xdist_group("site"))
        elif item.get_closest_marker("pure") is None:
            item.add_marker(pytest.mark.xdist_group(item.path.stem))
