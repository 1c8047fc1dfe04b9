"""The files by which an operator runs the site: sound by the tools made for them, and true to the house."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from config.environment import SECRETS
from config.kernel.errors import ProblemError
from config.kernel.problem import problem_body
from config.supervisor import house
from tests.harness.deployment import DOCKER, SERVICES, entries
from tests.harness.product import CHECKOUT

pytestmark = pytest.mark.pure

UNITS = DOCKER / "systemd"
PROGRAMS = Path(sys.executable).parent


def compose() -> dict[str, Any]:
    """compose.yaml, anchors and merges resolved."""
    return dict(yaml.safe_load((DOCKER / "compose.yaml").read_text()))


def services_of_the_site() -> dict[str, dict[str, Any]]:
    """Those that run our image."""
    return {name: it for name, it in compose()["services"].items() if it["image"].startswith("fairdeal:")}


def run(*command: str | Path, **environment: str) -> str:
    """What a tool complains of."""
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, env=environment or None)
    return done.stdout + done.stderr if done.returncode else ""


def test_hadolint_has_nothing_to_say_about_the_image() -> None:
    assert run(PROGRAMS / "hadolint", "--failure-threshold", "style", DOCKER / "Dockerfile") == ""


def test_the_compose_file_is_one_by_the_schema() -> None:
    assert run(PROGRAMS / "check-jsonschema", "--builtin-schema", "vendor.compose-spec", DOCKER / "compose.yaml") == ""


def test_the_image_holds_every_package_of_the_house_and_runs_as_nobody_special() -> None:
    text = (DOCKER / "Dockerfile").read_text()
    packages = {path.parent.name for path in CHECKOUT.glob("*/__init__.py")} - {"tests"}
    copied = set(re.findall(r"^COPY (\w+) \w+$", text, re.MULTILINE))
    assert packages <= copied
    assert copied == set(re.findall(r"^!(\w+)$", (CHECKOUT / ".dockerignore").read_text(), re.MULTILINE))
    assert re.findall(r"^USER (.*)$", text, re.MULTILINE) == ["10001"]


def test_only_the_proxy_can_be_reached_from_outside() -> None:
    published = {name for name, it in compose()["services"].items() if it.get("ports")}
    assert published == {"proxy"}
    assert compose()["networks"]["data"] == {"internal": True}
    for name in ("postgres", "redis"):
        assert compose()["services"][name]["networks"] == ["data"]


def test_every_service_is_watched_and_starts_again() -> None:
    for name, it in compose()["services"].items():
        once = name == "prepare"
        assert it["restart"] == ("no" if once else "unless-stopped"), name
        healthy = it.get("healthcheck") or name in ("web", "socket")  # these have the image's own
        assert healthy and (healthy is True or "test" in healthy or once), name


def test_the_site_s_processes_have_no_rights_and_write_nowhere() -> None:
    for name, it in services_of_the_site().items():
        assert it["cap_drop"] == ["ALL"] and it["read_only"] is True, name
        assert it["security_opt"] == ["no-new-privileges:true"], name
        assert it["mem_limit"] and it["pids_limit"], name


def test_all_processes_of_the_house_run_under_compose_and_systemd() -> None:
    assert {"web", "socket", "worker", "sweeper", "beat"} == set(SERVICES)
    assert set(services_of_the_site()) == {*SERVICES, "prepare"}
    assert {path.stem for path in UNITS.glob("*.service")} == {f"fairdeal-{name}" for name in (*SERVICES, "prepare")}
    (wanted,) = entries(UNITS / "fairdeal.target", "Wants")
    assert wanted.split() == [f"fairdeal-{name}.service" for name in SERVICES]
    for name, it in services_of_the_site().items():
        if name in ("worker", "sweeper"):
            (command,) = entries(UNITS / f"fairdeal-{name}.service", "ExecStart")
            own = it["environment"]
            assert f"-Q {own['QUEUE']} --concurrency {own['CONCURRENCY']} " in command
            source = Path(house.__file__).read_text()
            assert f'self._worker("{name}", "{own["QUEUE"]}", {own["CONCURRENCY"]})' in source


def test_no_secret_stands_in_a_file_of_ours_and_each_can_lie_in_one_of_the_operator_s() -> None:
    for it in services_of_the_site().values():
        assert not set(SECRETS) - {"DATABASE_URL", "REDIS_URL"} & set(it["environment"])
        assert {name for name in it["environment"] if name.endswith("_FILE")} <= {f"{name}_FILE" for name in SECRETS}
    for url in re.findall(
        r"\w+://\S+", (DOCKER / "compose.yaml").read_text() + example(UNITS / "fairdeal.env.example")
    ):
        assert not re.search(r"://[^/@\s]*:[^/@\s]*@", url), url
    assert set(compose()["secrets"]) == {"secret_key", "database_password", "email_url", "vapid_key"}


def example(path: Path) -> str:
    """What an operator copies."""
    return path.read_text()


def test_the_example_of_an_environment_names_all_that_compose_asks_for() -> None:
    asked = set(re.findall(r"\$\{(\w+)", (DOCKER / "compose.yaml").read_text()))
    given = set(re.findall(r"^(\w+)=", example(DOCKER / ".env.example"), re.MULTILINE))
    assert asked == given


def test_every_variable_that_is_set_is_one_that_the_readme_explains() -> None:
    readme = (CHECKOUT / "README.md").read_text()
    names = {name for it in services_of_the_site().values() for name in it["environment"]}
    names |= set(re.findall(r"^(\w+)=", example(UNITS / "fairdeal.env.example"), re.MULTILINE))
    for name in names - {"WORKER", "QUEUE", "CONCURRENCY"}:
        assert f"`{name.removesuffix('_FILE')}`" in readme, name


def test_what_the_proxy_refuses_it_refuses_in_the_site_s_words() -> None:
    said = re.findall(r"return (\d+) '(.*)';", (DOCKER / "nginx" / "fairdeal.conf").read_text())
    told = {body["code"]: (int(status), body) for status, body in ((status, json.loads(text)) for status, text in said)}
    assert set(told) == {"too_large", "rate_limited", "unavailable"}
    for code, (status, body) in told.items():
        assert body == problem_body(ProblemError(code, **body["data"])) and status == body["status"]


@pytest.mark.deployed
@pytest.mark.parametrize("unit", [*(f"fairdeal-{name}.service" for name in (*SERVICES, "prepare")), "fairdeal.target"])
def test_systemd_has_nothing_to_say_about_the_units(unit: str, tmp_path: Path) -> None:
    for path in [*UNITS.glob("fairdeal*.service"), *UNITS.glob("*.target"), *UNITS.glob("*.d/*.conf")]:
        place = tmp_path / path.relative_to(UNITS)
        place.parent.mkdir(exist_ok=True)
        place.write_text(path.read_text().replace("/opt/fairdeal", str(CHECKOUT)))
    found = {"SYSTEMD_UNIT_PATH": f"{tmp_path}:", "PATH": "/usr/bin:/bin"}
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", unit], capture_output=True, text=True, cwd=tmp_path, env=found
    )
    ours = [line for line in (done.stdout + done.stderr).splitlines() if "fairdeal" in line]
    assert (done.returncode, ours) == (0, [])


@pytest.mark.deployed
def test_systemd_would_tell_of_a_mistake_in_a_unit(tmp_path: Path) -> None:
    bad = tmp_path / "fairdeal-bad.service"
    bad.write_text("[Service]\nExecStart=/no/such/program\nProtectSytem=strict\n")
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", str(bad)], capture_output=True, text=True)
    said = done.stdout + done.stderr
    assert "ProtectSytem" in said and "/no/such/program" in said


def test_the_schema_would_tell_of_a_mistake_in_the_compose_file(tmp_path: Path) -> None:
    bad = tmp_path / "compose.yaml"
    broken = compose()
    broken["services"]["web"]["restarts"] = "always"
    bad.write_text(json.dumps(broken))
    assert "restarts" in run(PROGRAMS / "check-jsonschema", "--builtin-schema", "vendor.compose-spec", bad)
