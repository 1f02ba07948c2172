"""Scenario: a product without a campaign, and its reported results."""

from __future__ import annotations

from driver_launch import Launch
from follow_skill import Ended, Run
from seed_product import LOSES, WINS, Seed, ad_ids
from skill_runner import SkillRunner

NAME = "learn-before-launch"
BUDGET = 8_000


class LaunchScenario:
    def __init__(self, runner: SkillRunner, has_history: bool) -> None:
        self.runner, self.seed, ids = runner, Seed(runner.api), ad_ids()
        self.winter = self.seed.cep("Hands crack in winter", "a glove you cannot see")
        self.flights = self.seed.cep("Dry skin after flights", "soft before landing")
        self.gifts = self.seed.cep("A gift for someone you hardly know", "nobody minds soft hands")
        runner.platform.seed()
        if has_history:
            self.seed_history(ids)

    def seed_history(self, ids) -> None:
        """Reports results: the CEP flights wins, winter loses, and gifts has only claims."""
        for number in range(3):
            media = self.seed.media(self.flights, "plane window")
            self.seed.observe(next(ids), WINS, media=media, campaign="Travel" if number else "Summer")
        for number in range(3):
            media = self.seed.media(self.winter, "cracked knuckles")
            self.seed.observe(next(ids), LOSES, media=media, campaign="Frost" if number else "Snow")
        for _ in range(3):
            self.seed.claim(next(ids), 12.0, media=self.seed.media(self.gifts, "ribbon"))

    def run(self, skill=NAME, driver=Launch, **inputs) -> tuple[Ended, Run]:
        default_inputs = {"ad_account_id": "1001", "page_id": "501", "link": "https://shop.example/cream"}
        default_inputs |= {"product_id": self.seed.product_id, "launch_name": f"spring-{self.seed.mark}"}
        default_inputs |= {
            "topic": "dry skin after flights",
            "objective": "OUTCOME_SALES",
            "billing_event": "IMPRESSIONS",
        }
        default_inputs |= {"optimization_goal": "OFFSITE_CONVERSIONS", "daily_budget_minor": BUDGET}
        default_inputs["promoted_object"] = {"pixel_id": "77", "custom_event_type": "PURCHASE"}
        targeting = {
            "geo_locations": {"countries": ["DE"]},
            "targeting_automation": {"advantage_audience": 0},
        }
        default_inputs |= {"targeting": targeting, "special_ad_categories": []}
        return self.runner.run_skill(skill, driver, {**default_inputs, **inputs})

    def made(self) -> list[dict]:
        media = self.runner.api.get("/api/gen/media", productId=self.seed.product_id, limit=100)["media"]
        return [row for row in media if row["clientRef"].startswith("launch-")]

    def assert_one_paused_launch(self, budget: int, read_back: bool = True) -> None:
        state = self.runner.platform.state
        (campaign,), (adset,), (ad,) = state.campaigns.values(), state.adsets.values(), state.ads.values()
        assert {campaign["status"], adset["status"], ad["status"]} == {"PAUSED"}
        assert (adset["campaign_id"], ad["adset_id"]) == (campaign["id"], adset["id"])
        assert int(adset["daily_budget"]) == budget and "daily_budget" not in campaign
        assert ad["name"].split(" ")[1] in {row["id"] for row in self.made() if row["status"] == "completed"}
        platform = self.runner.platform
        assert platform.violations == [] and not (read_back and platform.unread_writes)
