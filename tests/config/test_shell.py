"""The site as an app: what its manifest promises is there, and nobody's name is in what every browser keeps."""

from struct import unpack

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from tests.games.playing import people

pytestmark = pytest.mark.django_db


def test_the_manifest_names_pictures_of_the_sizes_they_have() -> None:
    told = Client().get("/manifest.webmanifest")
    assert told.headers["Content-Type"] == "application/manifest+json"
    manifest = told.json()
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("/", "/", "standalone")
    drawn = [icon for icon in manifest["icons"] if icon["type"] == "image/png"]
    for icon in drawn:
        path = finders.find(icon["src"].removeprefix("/static/"))
        assert isinstance(path, str)
        with open(path, "rb") as picture:
            assert "{}x{}".format(*unpack(">II", picture.read(24)[16:])) == icon["sizes"]
    assert {icon["sizes"] for icon in drawn} == {"192x192", "512x512"}


def test_the_page_without_a_connection_names_nobody() -> None:
    browser = Client()
    browser.force_login(people("ann")[0], backend="accounts.backends.PasswordBackend")
    page = browser.get("/offline").content
    assert b"There is no connection" in page
    assert (b"ann" in page, b"csrf" in page) == (False, False)
