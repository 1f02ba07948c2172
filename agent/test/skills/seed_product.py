"""Real data over HTTP: a product with photo and reasons to buy, its media, what ads did, what was claimed."""

from __future__ import annotations

import json
import struct
import urllib.error
import urllib.request
import zlib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from secrets import randbelow, token_hex
from urllib.parse import urlencode

SECONDS = 30
FRESH, STALE = range(4, 9), range(60, 65)
WINS, LOSES = (120, 8, 520), (150, 2, 90)  # spend, conversions and revenue of a day


class Api:
    def __init__(self, base_url: str, api_key: str) -> None:
        self.base_url, self.api_key = base_url, api_key

    def ask(self, path: str, **query) -> dict:
        return self._send(urllib.request.Request(f"{self.base_url}{path}?{urlencode(query)}"))

    def send(self, path: str, body: dict) -> dict:
        data, headers = json.dumps(body).encode(), {"content-type": "application/json"}
        return self._send(urllib.request.Request(self.base_url + path, data, headers))

    def upload(self, path: str, label: str, picture: bytes) -> dict:
        edge = token_hex(8)
        head = f'--{edge}\r\ncontent-disposition: form-data; name="label"\r\n\r\n{label}\r\n--{edge}\r\n'
        head += (
            'content-disposition: form-data; name="file"; filename="p.png"\r\ncontent-type: image/png\r\n\r\n'
        )
        body = head.encode() + picture + f"\r\n--{edge}--\r\n".encode()
        headers = {"content-type": f"multipart/form-data; boundary={edge}"}
        return self._send(urllib.request.Request(self.base_url + path, body, headers))

    def _send(self, request: urllib.request.Request) -> dict:
        request.add_header("x-api-key", self.api_key)
        try:
            with urllib.request.urlopen(request, timeout=SECONDS) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refused:
            raise AssertionError(refused.read().decode()) from None


class Seed:
    """One product of its own, so that what other runs left behind does not count."""

    def __init__(self, api: Api, name: str = "Hand cream", photo: bool = True) -> None:
        self.api, self.mark = api, token_hex(4)
        self.product_name = f"{name} {self.mark}"
        self.product_id = api.send("/api/gen/products", {"name": self.product_name})["product"]["id"]
        if photo:
            api.upload(f"/api/gen/products/{self.product_id}/reference", "front", picture())

    def cep(self, text: str, angle: str) -> str:
        body = {"productId": self.product_id, "cepText": text, "painPoint": text.lower(), "angle": angle}
        return self.api.send("/api/agent/ceps", body)["cep"]["id"]

    def character(self) -> tuple[str, str]:
        name = f"Mia {self.mark}"
        person = self.api.send("/api/gen/characters", {"name": name, "description": "a runner"})["character"][
            "id"
        ]
        self.api.upload(f"/api/gen/characters/{person}/reference", "face", picture())
        return person, name

    def media(self, cep: str, hook: str) -> str:
        body = {
            "prompt": "hands in a plane, window light",
            "productId": self.product_id,
            "cepId": cep,
            "hook": hook,
        }
        return self.api.send("/api/gen/image", {**body, "clientRef": f"seed-{token_hex(6)}"})["id"]

    def observe(self, ad_id: str, figures, days=FRESH, media=None, campaign="Winter") -> None:
        """Five days of one ad, as somebody read them from the platform."""
        spend, conversions, revenue = figures
        row = {
            "currency": "USD",
            "spend": spend,
            "impressions": 6000,
            "clicks": 90,
            "conversions": conversions,
        }
        row |= {"conversionType": "purchase", "revenue": revenue, "attribution": "7d_click"}
        row |= {"objective": "OUTCOME_SALES", "fetchedAt": datetime.now(UTC).isoformat()[:19] + "Z"}
        body = {"idempotencyKey": f"rows {ad_id}", "kind": "observation", "platformAdId": ad_id}
        body |= {"generatedMediaId": media} if media else {"productId": self.product_id}
        rows = [{**row, "day": day(age)} for age in days]
        self.api.send("/api/agent/reports", {**body, "campaignName": campaign, "rows": rows})

    def claim(self, ad_id: str, roas: float, days=FRESH, media=None) -> None:
        body = {"idempotencyKey": f"claim {ad_id}", "kind": "claim", "platformAdId": ad_id, "metric": "roas"}
        body |= {"generatedMediaId": media} if media else {"productId": self.product_id}
        window = {"windowStart": day(max(days)), "windowEnd": day(min(days))}
        self.api.send("/api/agent/reports", {**body, **window, "value": roas, "note": "works best of all"})

    def history(self) -> dict[str, dict]:
        rows = self.api.ask("/api/agent/knowledge/history", productId=self.product_id, limit=100)["history"]
        return {row["platformAdId"]: row for row in rows}


def day(age: int) -> str:
    return str(datetime.now(UTC).date() - timedelta(days=age))


def ad_ids() -> Iterator[str]:
    """Ids that no other run has used; the platform's are numbers."""
    first = 10**15 + randbelow(10**12) * 1000
    return (str(first + at) for at in range(1000))


def picture(side: int = 64) -> bytes:
    """A small PNG with something to see."""
    rows = b"".join(
        b"\0" + bytes(v for x in range(side) for v in (x * 4 % 256, y * 4 % 256, (x * y) % 256))
        for y in range(side)
    )

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )
