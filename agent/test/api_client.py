"""Calls the HTTP API of the service with an API key, without our client."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from secrets import token_hex
from urllib.parse import urlencode

TIMEOUT_SECONDS = 30


class ServiceApi:
    """Every call must succeed; a refusal fails the test with the body of the response."""

    def __init__(self, base_url: str, api_key: str) -> None:
        self.base_url, self.api_key = base_url, api_key

    def get(self, path: str, **query: object) -> dict:
        address = f"{self.base_url}{path}?{urlencode(query)}" if query else self.base_url + path
        return self._send(urllib.request.Request(address))

    def post(self, path: str, body: dict) -> dict:
        data, headers = json.dumps(body).encode(), {"content-type": "application/json"}
        return self._send(urllib.request.Request(self.base_url + path, data, headers))

    def upload(self, path: str, label: str, picture: bytes) -> dict:
        body, headers = write_form(picture, label=label)
        return self._send(urllib.request.Request(self.base_url + path, body, headers))

    def _send(self, request: urllib.request.Request) -> dict:
        request.add_header("x-api-key", self.api_key)
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            raise AssertionError(error.read().decode()) from None


def write_form(picture: bytes, **fields: str) -> tuple[bytes, dict[str, str]]:
    """Returns the body of a form with one picture as `file`, and its headers."""
    boundary = token_hex(8)
    parts = [
        f'--{boundary}\r\ncontent-disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in fields.items()
    ]
    parts.append(
        f'--{boundary}\r\ncontent-disposition: form-data; name="file"; filename="p.png"\r\n'
        "content-type: image/png\r\n\r\n"
    )
    body = "".join(parts).encode() + picture + f"\r\n--{boundary}--\r\n".encode()
    return body, {"content-type": f"multipart/form-data; boundary={boundary}"}


def send_file(address: str, picture: bytes) -> None:
    """Sends a picture to the address that a tool gave for it, without a key."""
    body, headers = write_form(picture)
    with urllib.request.urlopen(
        urllib.request.Request(address, body, headers), timeout=TIMEOUT_SECONDS
    ) as response:
        assert response.status == 201, response.status
