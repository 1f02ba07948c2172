"""Calls the service over HTTP, as any agent would."""

import json
import time
import urllib.error
import urllib.parse
import urllib.request

TIMEOUT_SECONDS = 60
TRIES = 20


class Api:
    def __init__(self, base: str, key: str) -> None:
        self.base = base
        self.key = key

    def call(self, method: str, path: str, body: dict | None = None) -> dict:
        for _ in range(TRIES):
            request = urllib.request.Request(self.base + path, method=method)
            request.add_header("x-api-key", self.key)
            data = None
            if body is not None:
                request.add_header("content-type", "application/json")
                data = json.dumps(body).encode()
            try:
                with urllib.request.urlopen(request, data, TIMEOUT_SECONDS) as response:
                    return json.loads(response.read())
            except urllib.error.HTTPError as error:
                text = error.read().decode()
                if error.code not in (409, 429, 503):
                    raise RuntimeError(f"{method} {path} was answered {error.code}: {text}") from error
                time.sleep(float(error.headers.get("retry-after") or 1))
        raise RuntimeError(f"{method} {path} was refused {TRIES} times: {text}")

    def post(self, path: str, body: dict) -> dict:
        return self.call("POST", path, body)

    def get(self, path: str, **query: object) -> dict:
        text = urllib.parse.urlencode({name: value for name, value in query.items() if value is not None})
        return self.call("GET", f"{path}?{text}" if text else path)

    def pages(self, path: str, field: str, **query: object) -> list[dict]:
        """All pages of a list, when its conclusions include every report."""
        found: list[dict] = []
        cursor = None
        while True:
            page = self.get(path, limit=100, cursor=cursor, **query)
            if "concludedAt" in page:
                time.sleep(0.5)
                found, cursor = [], None
                continue
            found += page[field]
            cursor = page["nextCursor"]
            if cursor is None:
                return found
