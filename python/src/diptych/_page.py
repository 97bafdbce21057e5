"""Serves the page and the traces of widgets to the browser on this machine, once per kernel."""

from __future__ import annotations

import functools
import os
import secrets
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Dict, Optional, Sequence
from urllib.parse import quote, unquote

# Prefix of the addresses of traces, which nobody can guess: other programs of this machine reach the server, too.
SECRET = "/traces-" + secrets.token_urlsafe(24) + "/"


def folder() -> Optional[Path]:
    """Returns the folder of the page: that of DIPTYCH_PAGE, or of the wheel; `None` if there is none."""
    chosen = os.environ.get("DIPTYCH_PAGE")
    found = Path(chosen) if chosen else Path(__file__).parent / "page"
    return found if (found / "index.html").is_file() else None


class Handler(SimpleHTTPRequestHandler):
    """Serves the files of the page, and the traces that a widget shows, as the bytes that they are."""

    extensions_map = {
        **SimpleHTTPRequestHandler.extensions_map,
        # The system's own table may lack these, or have others.
        ".js": "text/javascript",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    def translate_path(self, path: str) -> str:
        name = unquote(path.split("?")[0].split("#")[0])
        if name.startswith(SECRET):
            return self.server.traces.get(name, "")
        return super().translate_path(path)

    def list_directory(self, path):
        self.send_error(404)

    def log_message(self, *words):
        """Writes nothing into the notebook."""


class Server(ThreadingHTTPServer):
    """The server of this kernel."""

    def __init__(self, page: Path):
        self.traces: Dict[str, str] = {}
        super().__init__(("127.0.0.1", 0), functools.partial(Handler, directory=str(page)))
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def share(self, runs: Sequence[str]) -> list:
        """Returns addresses of traces, relative to the page."""
        addresses = []
        for run in runs:
            # The same file keeps its address, so that a widget shown again reads it from the browser's cache.
            known = [name for name, file in self.traces.items() if file == run]
            name = known[0] if known else f"{SECRET}{len(self.traces)}/{Path(run).name}"
            self.traces[name] = run
            addresses.append(quote(name.lstrip("/"), safe=""))
        return addresses


@functools.lru_cache(maxsize=None)
def server() -> Optional[Server]:
    """Returns the server of this kernel, which it starts at first; `None` if there is no page to serve."""
    page = folder()
    return Server(page) if page is not None else None
