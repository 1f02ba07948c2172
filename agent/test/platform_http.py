"""Calls of the ads platform by HTTP, as an agent makes them with its own token."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Callable
from urllib.parse import urlencode

SECONDS = 30


def platform_caller(graph_url: str, version: str, token: str) -> Callable[[str, str, dict], dict]:
    def ask(method: str, path: str, params: dict) -> dict:
        """A path of the guide, or the whole address of a next page."""
        if path.startswith("http"):
            return send(urllib.request.Request(path))
        form = urlencode({**params, "access_token": token})
        address = f"{graph_url}/{version}{path}"
        if method == "GET":
            return send(urllib.request.Request(f"{address}?{form}"))
        return send(urllib.request.Request(address, form.encode(), method=method))

    return ask


def send(request: urllib.request.Request) -> dict:
    try:
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as refused:
        return json.load(refused)
    except OSError:
        # The guide treats a call without an answer like code 2: look before sending it again.
        return {"error": {"code": 2}}


def fetch(address: str) -> bytes:
    with urllib.request.urlopen(address, timeout=SECONDS) as answer:
        return answer.read()
