"""State of the test double: the objects of one business."""

from __future__ import annotations

from dataclasses import dataclass, field

BUDGETS = ("daily_budget", "lifetime_budget")
FIRST_ID = 23850000000001


@dataclass
class PlatformState:
    business_id: str = "9001"
    accounts: dict[str, dict] = field(default_factory=dict)
    pages: dict[str, dict] = field(default_factory=dict)
    campaigns: dict[str, dict] = field(default_factory=dict)
    adsets: dict[str, dict] = field(default_factory=dict)
    ads: dict[str, dict] = field(default_factory=dict)
    creatives: dict[str, dict] = field(default_factory=dict)
    images: dict[str, dict] = field(default_factory=dict)
    videos: dict[str, dict] = field(default_factory=dict)
    audiences: dict[str, dict] = field(default_factory=dict)
    catalogs: dict[str, dict] = field(default_factory=dict)
    # Created objects that no call reads, such as product feeds.
    stored_only: dict[str, dict] = field(default_factory=dict)
    # Asynchronous insights reports.
    report_runs: dict[str, dict] = field(default_factory=dict)
    insights: dict[str, list[dict]] = field(default_factory=dict)
    next_id: int = FIRST_ID

    def new_id(self) -> str:
        self.next_id += 1
        return str(self.next_id)

    def objects_of(self, kind: str) -> dict[str, dict]:
        """Returns the objects of a kind by id. Kinds are named as in the paths of the guide."""
        return {
            "ad_account": self.accounts,
            "page": self.pages,
            "campaign": self.campaigns,
            "adset": self.adsets,
            "ad": self.ads,
            "creative": self.creatives,
            "video": self.videos,
            "custom_audience": self.audiences,
            "catalog": self.catalogs,
            "catalog_segment": self.catalogs,
            "report_run": self.report_runs,
            "business": {self.business_id: {"id": self.business_id, "name": "Business"}},
        }[kind]

    def children(self, kind: str, parent_kind: str, parent_id: str) -> list[dict]:
        if parent_kind == "ad_account":
            return list(self.objects_of(kind).values())
        return [obj for obj in self.objects_of(kind).values() if obj.get(f"{parent_kind}_id") == parent_id]

    def effective_status(self, kind: str, obj: dict) -> str:
        """Returns the delivery status. An active object under a paused campaign does not deliver."""
        if obj.get("review_reads", 0) > 0:
            return "PENDING_REVIEW"
        if obj.get("disapproved"):
            return "DISAPPROVED"
        if obj["status"] != "ACTIVE" or kind == "campaign":
            return obj["status"]
        if self.campaigns[obj["campaign_id"]]["status"] != "ACTIVE":
            return "CAMPAIGN_PAUSED"
        if kind == "ad" and self.adsets[obj["adset_id"]]["status"] != "ACTIVE":
            return "ADSET_PAUSED"
        return "ACTIVE"

    def active_ads(self) -> int:
        return sum(self.effective_status("ad", ad) == "ACTIVE" for ad in self.ads.values())

    def seed(self, account=None, campaigns=(), adsets=(), ads=(), insights=None, pages=("501",)) -> None:
        """Adds existing objects; omitted fields get default values."""
        account = {
            "id": "1001",
            "name": "Account",
            "currency": "USD",
            "timezone_name": "UTC",
            **(account or {}),
        }
        self.business_id = str(account.pop("business_id", self.business_id))
        account["id"] = str(account["id"]).removeprefix("act_")
        self.accounts[account["id"]] = account
        for page in pages:
            self.pages[str(page)] = {"id": str(page)}
        for seeded in campaigns:
            defaults = {"objective": "OUTCOME_SALES", "special_ad_categories": [], "bid_strategy": None}
            self._insert(self.campaigns, "Campaign", defaults, seeded)
        for seeded in adsets:
            defaults = {
                "billing_event": "IMPRESSIONS",
                "optimization_goal": "OFFSITE_CONVERSIONS",
                "targeting": {},
            }
            self._insert(self.adsets, "Ad set", defaults, seeded)
        for seeded in ads:
            adset = self.adsets[str(seeded["adset_id"])]
            creative = self.new_id()
            self.creatives[creative] = {"id": creative, "name": "seeded", "post": f"{pages[0]}_{creative}"}
            defaults = {"campaign_id": adset["campaign_id"], "creative_id": creative}
            self._insert(self.ads, "Ad", {**defaults, "created_time": "2026-11-01T00:00:00+0000"}, seeded)
        for ad_id, rows in (insights or {}).items():
            self.insights[str(ad_id)] = [rows] if isinstance(rows, dict) else list(rows)

    def _insert(self, objects: dict, label: str, defaults: dict, seeded: dict) -> None:
        stored = {"status": "ACTIVE", **defaults, **seeded}
        stored["id"] = str(stored.get("id") or self.new_id())
        stored.setdefault("name", f"{label} {stored['id']}")
        for key in ("campaign_id", "adset_id"):
            if key in stored:
                stored[key] = str(stored[key])
        objects[stored["id"]] = stored
