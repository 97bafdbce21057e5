"""Tests of the widget in JupyterLab, in Chromium."""

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

import diptych
from diptych import _page

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium")
needs = pytest.mark.skipif(
    CHROMIUM is None or any(importlib.util.find_spec(name) is None for name in ("anywidget", "jupyterlab", "playwright")),
    reason="chromium, anywidget, jupyterlab or playwright is not installed",
)


@pytest.fixture
def page_folder(monkeypatch):
    folder = Path(__file__).parents[2] / "dist"
    if not (folder / "index.html").is_file():
        pytest.skip("the page is not built: npm run build")
    monkeypatch.setenv("DIPTYCH_PAGE", str(folder))


def read(address: str) -> bytes:
    with urllib.request.urlopen(address) as answer:
        return answer.read()


def test_server_gives_the_page_and_shared_traces_only(page_folder, pair):
    server = _page.Server(_page.folder())
    root = f"http://127.0.0.1:{server.server_address[1]}/"
    [address] = server.share([str(pair[0])])
    assert server.share([str(pair[0])]) == [address]
    assert b"<html" in read(root)
    assert read(root + address.replace("%2F", "/")) == pair[0].read_bytes()
    for other in ["assets/", "traces-guessed/0/a.json", "../README.md", f"{_page.SECRET[1:]}9/a.json"]:
        with pytest.raises(urllib.error.HTTPError, match="404"):
            read(root + other)
    server.shutdown()


@needs
def test_widget_without_the_page_is_a_picture(monkeypatch, pair, tmp_path):
    monkeypatch.setenv("DIPTYCH_PAGE", str(tmp_path))
    _page.server.cache_clear()
    widget = diptych.compare(*pair).widget()
    assert widget.port == 0 and widget.picture == b""
    widget._answer(widget, {"want": "picture"}, [])
    overview = widget.picture
    widget.view = "profile"
    assert b"<svg" in overview and b"<svg" in widget.picture and widget.picture != overview
    _page.server.cache_clear()


class Lab:
    """A JupyterLab with a notebook of cells."""

    def __init__(self, folder: Path, cells):
        code = {"cell_type": "code", "metadata": {}, "execution_count": None, "outputs": []}
        kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
        notebook = {
            "cells": [{**code, "id": f"cell-{number}", "source": cell} for number, cell in enumerate(cells)],
            "metadata": {"kernelspec": kernel},
            "nbformat": 4,
            "nbformat_minor": 5,
        }
        (folder / "pair.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
        self._log = folder / "lab.log"
        command = [sys.executable, "-m", "jupyter", "lab", "--no-browser", "--allow-root", "--ServerApp.port=0"]
        env = {**os.environ, "PYTHONPATH": str(Path(diptych.__file__).parents[1])}
        with self._log.open("wb") as file:
            self._process = subprocess.Popen(command, cwd=folder, env=env, stdout=file, stderr=file)
        self.address = self._announced().replace("/lab?", "/lab/tree/pair.ipynb?")

    def _announced(self) -> str:
        for _ in range(600):
            found = re.search(r"http://127\.0\.0\.1:\d+/lab\?token=\w+", self._log.read_text(encoding="utf-8"))
            if found:
                return found[0]
            time.sleep(0.1)
        raise TimeoutError(self._log.read_text(encoding="utf-8"))

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait()


@needs
def test_widget_runs_the_page_in_jupyterlab(page_folder, pair, tmp_path):
    from playwright.sync_api import expect, sync_playwright

    shown = f"import diptych\nwidget = diptych.compare({str(pair[0])!r}, {str(pair[1])!r}).widget('profile')\nwidget"
    lab = Lab(tmp_path, [shown, "print('selected', widget.selection)"])
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader"])
        page = browser.new_page(viewport={"width": 1280, "height": 1000})
        try:
            page.goto(lab.address)
            expect(page.get_by_role("button", name="(ipykernel) | Idle")).to_be_visible(timeout=60_000)
            page.get_by_text("import diptych").first.click(timeout=60_000)
            page.keyboard.press("Shift+Enter")
            expect(page.locator("strong", has_text="as long as A")).to_be_visible(timeout=60_000)
            frame = page.frame_locator("iframe[title='Both runs, in Diptych']")
            expect(frame.locator("canvas.gpu-layer")).to_be_visible(timeout=30_000)
            place = frame.locator("body").evaluate(
                "async () => { await diptych.idle(); return (await diptych.items())[0].rect; }"
            )
            middle = {"x": (place[0] + place[2]) / 2, "y": (place[1] + place[3]) / 2}
            frame.locator("canvas.gpu-layer").click(position=middle)
            frame.locator("body").evaluate("() => diptych.idle()")
            page.get_by_text("print(").first.click()
            page.keyboard.press("Shift+Enter")
            expect(page.locator(".jp-OutputArea-output", has_text="selected {'")).to_be_visible(timeout=30_000)
        finally:
            page.screenshot(path=tmp_path / "end.png")
            browser.close()
            lab.stop()
