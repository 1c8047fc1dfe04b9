"""The suite's plug-ins, one idea each; see `tests/harness/`."""

from hypothesis import HealthCheck, settings

# Properties never fail because the machine was busy: no assertion on a time.
settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")

pytest_plugins = [
    "tests.harness.servers",
    "tests.harness.database",
    "tests.harness.product",
    "tests.harness.deployment",
    "tests.harness.browser",
    "tests.harness.sharing",
    "tests.harness.strict",
]
