"""Secrets that lie in files."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from config.environment import UnreadableFile, with_files
from tests.harness.product import CHECKOUT, EMBEDDED, Product

pytestmark = pytest.mark.pure

SHOW = """
from config import settings as s
d = s.DATABASES["default"]
print(s.SECRET_KEY, d["NAME"], d["HOST"], d["USER"], d["PASSWORD"], s.REDIS_URL)
print(s.MAIL_IS_SENT, s.MAIL_TRANSPORT.split(".")[-2], s.EMAIL_HOST, s.EMAIL_PORT, end=" ")
print(s.EMAIL_HOST_PASSWORD, s.EMAIL_USE_TLS)
"""


def settings_with(**variables: str) -> list[str]:
    """What a process of the site makes of these variables."""
    environment = {key: os.environ[key] for key in ("PATH", "HOME") if key in os.environ} | variables
    done = subprocess.run([sys.executable, "-c", SHOW], cwd=CHECKOUT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_every_secret_may_lie_in_a_file_and_an_end_of_line_is_no_part_of_it(tmp_path: Path) -> None:
    secrets = {
        "SECRET_KEY": "the-key",
        "DATABASE_URL": "postgres://fairdeal@db/cards",
        "DATABASE_PASSWORD": "p@ss/word#1",
        "REDIS_URL": "redis://cache:6379/2",
        "EMAIL_URL": "smtp+tls://me:mail-password@post:587",
    }
    for name, secret in secrets.items():
        (tmp_path / name).write_text(secret + "\n")
    assert settings_with(**{f"{name}_FILE": str(tmp_path / name) for name in secrets}) == [
        "the-key cards db fairdeal p@ss/word#1 redis://cache:6379/2",
        "True smtp post 587 mail-password True",
    ]


def test_without_any_the_servers_are_this_folder_s_and_mail_is_kept_in_files(tmp_path: Path) -> None:
    first, second = settings_with(DATA_DIR=str(tmp_path), SECRET_KEY="k", DATABASE_URL="postgres://a:b@c/d")
    assert first == f"k d c a b unix://{tmp_path}/run/valkey.sock"
    assert second.split()[:2] == ["False", "filebased"]


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile) as caught:
        with_files({"SECRET_KEY_FILE": str(tmp_path / "nowhere")})
    assert str(caught.value) == (
        f"SECRET_KEY_FILE names {tmp_path / 'nowhere'}, which cannot be read: No such file or directory."
    )


def test_make_run_says_which_file_is_missing_and_does_not_start(product_folder: Path) -> None:
    nowhere = str(product_folder / "nowhere")
    product = Product(product_folder / "e", "--port", "0", **(EMBEDDED | {"DATABASE_URL_FILE": nowhere}))
    try:
        assert product.process.wait(60) == 1
        product._reader.join(5)
        assert "DATABASE_URL_FILE names " in product.output and "Traceback" not in product.output
    finally:
        product.end()
