"""The rules of the house that no linter knows. `make check` runs this file too."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

CHECKOUT = Path(__file__).resolve().parent.parent.parent
PACKAGES = ("engine", "games", "tournaments", "accounts", "config", "tests")
LONGEST = 400  # lines; a longer file has more than one idea


def ours(folders: tuple[str, ...], *endings: str) -> list[Path]:
    """The project's files below these folders."""
    found = (path for folder in folders for path in (CHECKOUT / folder).rglob("*") if path.suffix in endings)
    return sorted(found)


@pytest.mark.pure
def test_no_file_is_longer_than_a_reader_can_hold() -> None:
    files = [path for path in ours(PACKAGES, ".py", ".js", ".css", ".html") if "migrations" not in path.parts]
    lengths = {str(path.relative_to(CHECKOUT)): len(path.read_text().splitlines()) for path in files}
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST} == {}


@pytest.mark.pure
def test_the_locks_name_no_host_and_hash_everything() -> None:
    for path in CHECKOUT.glob("*.lock"):
        text = path.read_text()
        assert not re.search(r"https?:|://|--index|--find-links", text), path.name
        for requirement in re.split(r"\n(?=\S)", text.strip()):
            assert "--hash=sha256:" in requirement, requirement


@pytest.mark.pure
def test_no_package_imports_what_it_must_not_know() -> None:
    lint = "from importlinter.cli import lint_imports; raise SystemExit(lint_imports(no_cache=True))"
    # A process of its own: the linter sets up logging anew, and silences ours.
    done = subprocess.run([sys.executable, "-c", lint], cwd=CHECKOUT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.pure
def test_the_engine_imports_the_standard_library_and_itself_only() -> None:
    allowed = sys.stdlib_module_names | {"engine"}
    foreign = {
        (path.name, name)
        for path in ours(("engine",), ".py")
        for name in imported(path)
        if name.split(".")[0] not in allowed
    }
    assert foreign == set()


@pytest.mark.pure
def test_the_supervisor_needs_the_standard_library_only() -> None:
    processes_of_their_own = {"web.py", "prepare.py"}
    allowed = sys.stdlib_module_names | {"config"}
    foreign = {
        (path.name, name)
        for path in ours(("config/supervisor",), ".py")
        if path.name not in processes_of_their_own
        for name in imported(path)
        if name.split(".")[0] not in allowed
    }
    assert foreign == set()


def imported(path: Path) -> set[str]:
    """The modules that a file imports, wherever in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            found.add(node.module)
    return found


@pytest.mark.django_db
def test_every_change_of_a_model_has_its_migration() -> None:
    call_command("makemigrations", check_changes=True, dry_run=True, verbosity=1)
