"""The suite's plug-ins, one idea each; see `tests/harness/`."""

pytest_plugins = [
    "tests.harness.servers",
    "tests.harness.database",
    "tests.harness.product",
    "tests.harness.browser",
    "tests.harness.strict",
]
