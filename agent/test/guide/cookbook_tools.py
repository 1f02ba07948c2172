"""What the blocks of the cookbook work on: the values of an owner, the answers of the tools, five ads."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from read_cookbook import read_cookbook
from repo_paths import GUIDE

BLOCKS = read_cookbook(GUIDE / "d-cookbook.md")


def days_ago(days: int) -> str:
    return str(datetime.now(UTC).date() - timedelta(days=days))


VALUES = {
    "ad_account_id": "1001", "page_id": "501", "pixel_id": "601", "campaign_id": "2001", "adset_id": "3001",
    "product_id": "prd_1", "media_id": "med_1", "landing_url": "https://shop.example/", "text": "Soft light.",
    "headline": "Lamp", "prompt": "The lamp from the reference photo", "client_ref": "r1", "question": "lamp",
    "campaign_name": "Lamp", "adset_name": "Lamp, broad", "daily_budget": "1500", "product_name": "Lamp",
    "cep_text": "dim", "label": "autumn", "target": "5", "day": "2026-11-18", "place": "1",
    "since": days_ago(7), "until": days_ago(1), "max_daily_budget": "5000",
    "special_ad_categories": "[]", "objective": "OUTCOME_SALES",
    "targeting": '{"geo_locations":{"countries":["DE"]},"targeting_automation":{"advantage_audience":0}}',
}  # fmt: skip

BASELINE = 2.62
# The ads of one campaign: what memory knows of each, and what the platform reports for the last days.
HISTORY = [
    {"platformAdId": "4101", "tier": "winner", "evidence": "observed", "drift": {"verdict": "overstated"}},
    {"platformAdId": "4102", "tier": "loser", "evidence": "claimed", "drift": {"verdict": "unverified"}},
    {"platformAdId": "4103", "tier": "loser", "evidence": "observed", "drift": {"verdict": "confirmed"}},
    {"platformAdId": "4104", "tier": "loser", "evidence": "observed"},
    {"platformAdId": "4105", "tier": "winner", "evidence": "observed", "cepId": "cep_1"},
]
PATTERN = {"tier": "winner", "freshness": "fresh", "evidence": "observed", "baseline": BASELINE}


class FakeTools:
    """Answers like the service's tools, with the filters of a call applied. A job ends at the third poll."""

    def __init__(self, file_url: str) -> None:
        self.calls: list[tuple[str, dict]] = []
        self.file_url, self.status, self.polls_left = file_url, "completed", 2
        self.photos, self.twins = [{"id": "pho_1"}], []

    def __call__(self, tool: str, fields: dict) -> dict:
        self.calls.append((tool, fields))
        self.polls_left -= tool == "get_media"
        waiting = self.polls_left >= 0
        if tool == "list_products" and "cursor" in fields:
            return {"products": self.twins, "nextCursor": None}
        rows = [row for row in HISTORY if is_asked_for(row, fields)]
        return {
            "ping": {"balance": 5000},
            "list_products": {
                "products": [{"id": "prd_other", "name": "Vase"}, {"id": "prd_1", "name": "Lamp"}],
                "nextCursor": "2" if self.twins else None,
            },
            "list_ceps": {"ceps": [{"id": "cep_9", "cepText": "other"}, {"id": "cep_1", "cepText": "dim"}]},
            "list_characters": {"characters": [{"id": "chr_1", "name": "Mia"}]},
            "list_product_photos": {"photos": self.photos},
            "generate_image": {"id": "med_1"},
            "get_media": {
                "status": "processing" if waiting else self.status,
                "waiting": waiting,
                "videoUrl": self.file_url,
            },
            "get_campaign_history": {"history": rows},
            "get_winning_patterns": {
                "baseline": {"roas": BASELINE},
                "patterns": [{**PATTERN, "ingredients": {"cepId": "cep_1"}}],
            },
            "download_media": {
                "downloadUrl": self.file_url,
                "fileName": self.file_url.rsplit("/", 1)[-1],
                "uploadKit": {"thumbnailUrl": self.file_url.rsplit("/", 1)[0] + "/picture.png"},
            },
        }.get(tool, {})


def is_asked_for(row: dict, fields: dict) -> bool:
    verdict = row.get("drift", {}).get("verdict")
    return (
        fields.get("verdict", verdict) == verdict and fields.get("status", row["evidence"]) == row["evidence"]
    )


def seed_ads(platform) -> None:
    """Adds the ads of the history to the ad set 3001, with the results of the last days."""
    wins = {"spend": 300, "purchases": 20, "revenue": 1299}
    loses = {"spend": 300, "purchases": 2, "revenue": 90}
    ids = [row["platformAdId"] for row in HISTORY]
    ads = [{"id": ad_id, "name": f"launch-1 med_{ad_id}", "adset_id": "3001"} for ad_id in ids]
    insights = {row["platformAdId"]: [wins if row["tier"] == "winner" else loses] for row in HISTORY}
    platform.seed(ads=ads, insights=insights)
