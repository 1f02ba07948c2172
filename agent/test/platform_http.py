"""Sends HTTP calls to the ads platform, as an agent does with its own token."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Callable
from urllib.parse import urlencode

TIMEOUT_SECONDS = 30


def send_form(
    method: str, url: str, fields: dict[str, str], headers: dict[str, str] | None = None
) -> tuple[int, dict]:
    """Sends the fields as a query (GET) or as a form, and returns the status and the parsed body."""
    form = urlencode(fields)
    if method == "GET" and form:
        url += ("&" if "?" in url else "?") + form
    body = None if method == "GET" else form.encode()
    request = urllib.request.Request(url, body, headers or {}, method=method)
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as response:
            return response.status, json.load(response)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def platform_caller(graph_url: str, version: str, token: str) -> Callable[[str, str, dict], dict]:
    """Returns a function that sends one call and returns the parsed body, also of an error."""

    def call(method: str, path: str, params: dict) -> dict:
        """`path` is a path of the guide, or the full URL of the next page."""
        is_next_page = path.startswith("http")
        url = path if is_next_page else f"{graph_url}/{version}{path}"
        try:
            return send_form(method, url, {} if is_next_page else {**params, "access_token": token})[1]
        except OSError:
            # The guide treats a call without a response like error code 2: check before sending it again.
            return {"error": {"code": 2}}

    return call


def fetch(address: str) -> bytes:
    with urllib.request.urlopen(address, timeout=TIMEOUT_SECONDS) as response:
        return response.read()
