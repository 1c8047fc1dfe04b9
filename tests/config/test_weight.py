"""What a page weighs: its own scripts and styles, with all that they import, packed as browsers are sent them."""

import re
from pathlib import Path

import pytest

from config.storage import pack

pytestmark = pytest.mark.pure

HOUSE = Path(__file__).resolve().parent.parent.parent
MOST = 100_000
TEMPLATES = sorted(
    path
    for app in ("games", "accounts", "tournaments", "config")
    for path in (HOUSE / app).rglob("templates/**/*.html")
)
STATIC = {
    str(path.relative_to(folder)): path
    for app in ("games", "accounts", "tournaments", "config")
    for folder in (HOUSE / app).rglob("static")
    for path in folder.rglob("*")
    if path.suffix in (".js", ".css")
}


def named(template: Path) -> set[str]:
    """The files that a template names, and those of the templates that it extends."""
    text = template.read_text()
    files = set(re.findall(r"{% static ['\"]([^'\"]+\.(?:js|css))['\"]", text))
    for parent in re.findall(r"{% extends ['\"]([^'\"]+)['\"]", text):
        files |= set().union(*(named(one) for one in TEMPLATES if str(one).endswith(f"/templates/{parent}")))
    return files


def with_imports(files: set[str]) -> set[str]:
    """These, and every script that they import as they are loaded."""
    found: set[str] = set()
    while files:
        found |= files
        files = {
            str(Path(one).parent / other)
            for one in files
            if one.endswith(".js")
            for other in re.findall(r"(?:from|import) \"\./([^\"]+)\"", STATIC[one].read_text())
        } - found
    return found


def test_no_page_loads_a_hundred_kilobytes_of_our_scripts_and_styles() -> None:
    weights = {
        template.name: sum(len(pack(STATIC[one].read_bytes())) for one in with_imports(named(template)))
        for template in TEMPLATES
    }
    assert max(weights.values()) > 50_000, "the table's scripts are found"
    assert not {name: weight for name, weight in weights.items() if weight >= MOST}


def test_only_whole_lines_of_comment_are_left_out() -> None:
    kept = b'const site = "//x"; // why\nconst a = 1; /* b */ const c = 2;\n/* d */ f(); /* e */\n'
    dropped = b"// what it is\n  /** How. */\n/* In styles. */\n"
    assert pack(dropped + kept) == pack(kept)
    for path in STATIC.values():
        inside = re.findall(r"`[^`]*`", path.read_text())
        assert not [one for one in inside if re.search(r"^\s*(//|/\*)", one, re.MULTILINE)], path
