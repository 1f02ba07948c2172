"""A campaign that lacks ads, and what is remembered of its product."""

from __future__ import annotations

from driver_top_up import TopUp
from seed_product import LOSES, WINS, Seed, ad_ids
from skill_runner import Stage

NAME = "top-up-creatives"


class TopUpShop:
    def __init__(self, stage: Stage, active: int, known: bool = False) -> None:
        ids = ad_ids()
        self.stage, self.seed = stage, Seed(stage.api)
        self.flights = self.seed.cep("Dry skin after flights", "soft before landing")
        self.winter = self.seed.cep("Hands crack in winter", "a glove you cannot see")
        self.campaign, self.adset = next(ids), next(ids)
        old = [{"id": next(ids), "name": "old", "adset_id": self.adset, "status": "PAUSED"} for _ in range(2)]
        running = [{"id": next(ids), "adset_id": self.adset} for _ in range(active)]
        adsets = [{"id": self.adset, "campaign_id": self.campaign, "daily_budget": 50_000}]
        stage.platform.seed(campaigns=[{"id": self.campaign}], adsets=adsets, ads=[*old, *running])
        if known:
            for at in range(3):
                media = self.seed.media(self.flights, "plane window")
                self.seed.observe(next(ids), WINS, media=media, campaign="Travel" if at else "Winter")
            for _ in range(2):
                self.seed.observe(next(ids), LOSES)
        self.seeded = len(self.media())

    def play(self, skill=NAME, driver=None, **inputs):
        given = {
            "ad_account_id": "1001",
            "campaign_id": self.campaign,
            "adset_id": self.adset,
            "page_id": "501",
        }
        given |= {
            "link": "https://shop.example/cream",
            "product_id": self.seed.product_id,
            "new_ad_status": "PAUSED",
        }
        return self.stage.play(skill, driver or TopUp, {**given, **inputs})

    def ads(self) -> list[dict]:
        return [one for one in self.stage.platform.state.ads.values() if one["name"].startswith("topup-")]

    def media(self, status: str = "") -> list[dict]:
        found = self.stage.api.get("/api/gen/media", productId=self.seed.product_id, limit=100)["media"]
        return [one for one in found if not status or one["status"] == status]

    def charges(self) -> int:
        """Credits that the product's media cost, after refunds."""
        return sum(one["creditsCost"] - one["creditsRefunded"] for one in self.media())

    def assert_clean(self) -> None:
        platform = self.stage.platform
        assert (platform.violations, platform.unread_writes) == ([], [])
