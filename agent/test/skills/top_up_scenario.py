"""Scenario: a campaign with too few active ads, and the reported results of its product."""

from __future__ import annotations

from driver_top_up import TopUp
from seed_product import LOSES, WINS, Seed, ad_ids
from skill_runner import SkillRunner

NAME = "top-up-creatives"


class TopUpScenario:
    def __init__(self, runner: SkillRunner, active: int, has_history: bool = False) -> None:
        ids = ad_ids()
        self.runner, self.seed = runner, Seed(runner.api)
        self.flights = self.seed.cep("Dry skin after flights", "soft before landing")
        self.winter = self.seed.cep("Hands crack in winter", "a glove you cannot see")
        self.campaign, self.adset = next(ids), next(ids)
        old = [{"id": next(ids), "name": "old", "adset_id": self.adset, "status": "PAUSED"} for _ in range(2)]
        running = [{"id": next(ids), "adset_id": self.adset} for _ in range(active)]
        adsets = [{"id": self.adset, "campaign_id": self.campaign, "daily_budget": 50_000}]
        runner.platform.seed(campaigns=[{"id": self.campaign}], adsets=adsets, ads=[*old, *running])
        if has_history:
            for number in range(3):
                media = self.seed.media(self.flights, "plane window")
                self.seed.observe(next(ids), WINS, media=media, campaign="Travel" if number else "Winter")
            for _ in range(2):
                self.seed.observe(next(ids), LOSES)
        self.seeded = len(self.media())

    def run(self, skill=NAME, driver=None, **inputs):
        default_inputs = {
            "ad_account_id": "1001",
            "campaign_id": self.campaign,
            "adset_id": self.adset,
            "page_id": "501",
        }
        default_inputs |= {
            "link": "https://shop.example/cream",
            "product_id": self.seed.product_id,
            "new_ad_status": "PAUSED",
        }
        return self.runner.run_skill(skill, driver or TopUp, {**default_inputs, **inputs})

    def ads(self) -> list[dict]:
        return [ad for ad in self.runner.platform.state.ads.values() if ad["name"].startswith("topup-")]

    def media(self, status: str = "") -> list[dict]:
        media = self.runner.api.get("/api/gen/media", productId=self.seed.product_id, limit=100)["media"]
        return [row for row in media if not status or row["status"] == status]

    def charges(self) -> int:
        """Returns the credits that the media of the product cost, after refunds."""
        return sum(row["creditsCost"] - row["creditsRefunded"] for row in self.media())

    def assert_clean(self) -> None:
        platform = self.runner.platform
        assert (platform.violations, platform.unread_writes) == ([], [])
