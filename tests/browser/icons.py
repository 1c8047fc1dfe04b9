"""`make icons`: the pictures of the app's icon, drawn by Chromium from its SVG, where a home screen takes no SVG."""

from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.harness.browser import FLAGS, chromium

ICONS = Path(__file__).resolve().parent.parent.parent / "config" / "static" / "config" / "icons"
SIZES = (180, 192, 512)


def main() -> None:
    """Draw them all."""
    svg = (ICONS / "app.svg").read_text()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        for size in SIZES:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block; width: {size}px }}</style>{svg}")
            page.screenshot(path=ICONS / f"app-{size}.png")
        browser.close()


if __name__ == "__main__":
    main()
