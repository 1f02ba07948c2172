"""Reports campaign results to the service over HTTP, as an agent would."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone

from api_client import ServiceApi
from start_system import Service, User


@dataclass
class SeededCampaign:
    user: User
    product_id: str
    name: str
    question: str


def send_rows(service: Service, user: User, subject: dict, rows: list[dict]) -> None:
    """Reports one row per day, from the day before yesterday backwards."""
    now = datetime.now(timezone.utc)
    common_fields = {
        "currency": "EUR",
        "conversionType": "purchase",
        "attribution": "7d_click",
        "objective": "OUTCOME_SALES",
        "fetchedAt": now.strftime("%Y-%m-%dT%H:%M:%S.000Z"),
    }
    days = [
        {**common_fields, "day": str((now - timedelta(days=n + 2)).date()), **row}
        for n, row in enumerate(rows)
    ]
    report = {"idempotencyKey": uuid.uuid4().hex, "kind": "observation", **subject, "rows": days}
    ServiceApi(service.base_url, user.api_key).post("/api/agent/reports", report)


def seed_campaign(service: Service, user: User) -> SeededCampaign:
    """Reports the results of a campaign with a unique name."""
    word = "q" + uuid.uuid4().hex[:10]
    api = ServiceApi(service.base_url, user.api_key)
    product = api.post("/api/gen/products", {"name": f"Oat bar {word}"})["product"]
    campaign = f"Oat bar for hikers {word}"
    row = {"spend": 50, "impressions": 5_000, "clicks": 100, "conversions": 10, "revenue": 200}
    subject = {"platformAdId": f"ad-{word}", "productId": product["id"], "campaignName": campaign}
    send_rows(service, user, subject, [row, row, row])
    return SeededCampaign(
        user, product["id"], campaign, f"How did the oat bar campaign {word} for hikers do?"
    )
