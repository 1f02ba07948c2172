"""Fixtures for the tests of the guide: a seeded double, and files that it can fetch."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from ads_platform import AdsPlatform
from ads_platform.listen import ONE_PIXEL_PNG
from cookbook_tools import FakeTools
from platform_http import send_form
from repo_paths import GUIDE

VIDEO = b"\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom" + b"\x00" * 64
FILES = {
    "/picture.png": ("image/png", ONE_PIXEL_PNG),
    "/video.mp4": ("video/mp4", VIDEO),
    "/page": ("text/html", b"<p>"),
}


class FileHandler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        kind, data = FILES.get(self.path, ("text/plain", b""))
        self.send_response(200 if data else 404)
        self.send_header("content-type", kind)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_) -> None:
        pass


@pytest.fixture(scope="session")
def guide_dir() -> Path:
    return GUIDE


@pytest.fixture(scope="session")
def files_url() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), FileHandler)
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture
def tools(files_url) -> FakeTools:
    return FakeTools(f"{files_url}/picture.png")


@pytest.fixture
def platform() -> Iterator[AdsPlatform]:
    """One account: 2001 has its budget on the ad set 3001, 2002 on the campaign, 2003 is paused."""
    with AdsPlatform(GUIDE) as double:
        double.seed(
            account={"id": "1001", "currency": "EUR"},
            campaigns=[
                {"id": "2001"},
                {"id": "2002", "daily_budget": 5000},
                {"id": "2003", "status": "PAUSED"},
            ],
            adsets=[
                {"id": "3001", "campaign_id": "2001", "daily_budget": 1000},
                {"id": "3002", "campaign_id": "2002"},
                {"id": "3003", "campaign_id": "2003", "daily_budget": 700},
            ],
            ads=[{"id": "4001", "adset_id": "3001"}, {"id": "4002", "adset_id": "3003"}],
            insights={
                "4001": [{"spend": 10, "impressions": 4000, "clicks": 80, "purchases": 4, "revenue": 60}]
            },
        )
        yield double


@pytest.fixture
def call(platform: AdsPlatform) -> Callable:
    """Sends one call with the token; returns status and body."""

    def send_call(method: str, path: str, /, **fields):
        return send_form(
            method, f"{platform.graph_url}/v25.0{path}", {**fields, "access_token": platform.token}
        )

    return send_call
