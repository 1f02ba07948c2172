"""Seeds a product over HTTP: photo, CEPs, media, observed ad results and claims."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from secrets import randbelow, token_hex

from api_client import ServiceApi
from png_file import make_png

FRESH, STALE = range(4, 9), range(60, 65)
WINS, LOSES = (120, 8, 520), (150, 2, 90)  # spend, conversions and revenue of a day


class Seed:
    """Creates a new product, so that data of other runs does not count."""

    def __init__(self, api: ServiceApi, name: str = "Hand cream", photo: bool = True) -> None:
        self.api, self.mark = api, token_hex(4)
        self.product_name = f"{name} {self.mark}"
        self.product_id = api.post("/api/gen/products", {"name": self.product_name})["product"]["id"]
        if photo:
            api.upload(f"/api/gen/products/{self.product_id}/reference", "front", make_png())

    def cep(self, text: str, angle: str) -> str:
        body = {"productId": self.product_id, "cepText": text, "painPoint": text.lower(), "angle": angle}
        return self.api.post("/api/agent/ceps", body)["cep"]["id"]

    def character(self) -> tuple[str, str]:
        name = f"Mia {self.mark}"
        character_id = self.api.post("/api/gen/characters", {"name": name, "description": "a runner"})[
            "character"
        ]["id"]
        self.api.upload(f"/api/gen/characters/{character_id}/reference", "face", make_png())
        return character_id, name

    def media(self, cep: str, hook: str) -> str:
        body = {
            "prompt": "hands in a plane, window light",
            "productId": self.product_id,
            "cepId": cep,
            "hook": hook,
        }
        return self.api.post("/api/gen/image", {**body, "clientRef": f"seed-{token_hex(6)}"})["id"]

    def observe(self, ad_id: str, figures, days=FRESH, media=None, campaign="Winter") -> None:
        """Reports five days of one ad, as read from the platform."""
        spend, conversions, revenue = figures
        row = {
            "currency": "USD",
            "spend": spend,
            "impressions": 6000,
            "clicks": 90,
            "conversions": conversions,
        }
        row |= {"conversionType": "omni_purchase", "revenue": revenue, "attribution": "7d_click"}
        row |= {"objective": "OUTCOME_SALES", "fetchedAt": datetime.now(UTC).isoformat()[:19] + "Z"}
        body = {"idempotencyKey": f"rows {ad_id}", "kind": "observation", "platformAdId": ad_id}
        body |= {"generatedMediaId": media} if media else {"productId": self.product_id}
        rows = [{**row, "day": day(age)} for age in days]
        self.api.post("/api/agent/reports", {**body, "campaignName": campaign, "rows": rows})

    def claim(self, ad_id: str, roas: float, days=FRESH, media=None) -> None:
        body = {"idempotencyKey": f"claim {ad_id}", "kind": "claim", "platformAdId": ad_id, "metric": "roas"}
        body |= {"generatedMediaId": media} if media else {"productId": self.product_id}
        window = {"windowStart": day(max(days)), "windowEnd": day(min(days))}
        self.api.post("/api/agent/reports", {**body, **window, "value": roas, "note": "works best of all"})

    def history(self) -> dict[str, dict]:
        rows = self.api.get("/api/agent/knowledge/history", productId=self.product_id, limit=100)["history"]
        return {row["platformAdId"]: row for row in rows}


def day(age: int) -> str:
    return str(datetime.now(UTC).date() - timedelta(days=age))


def ad_ids() -> Iterator[str]:
    """Yields ids that no other run has used. Ids of the platform are numbers."""
    first = 10**15 + randbelow(10**12) * 1000
    return (str(first + at) for at in range(1000))
