"""Scenario: an owner, an agent and an ads platform, from the first picture to the second launch."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from secrets import token_hex

from cookbook import CookbookRunner, read_cookbook
from driver_launch import Launch
from driver_produce import Produce
from driver_top_up import TopUp
from follow_skill import Ended, Run
from png_file import make_png
from repo_paths import GUIDE
from seed_product import day
from skill_runner import SkillRunner

BUDGET = 8_000
ACCOUNT = {"ad_account_id": "1001", "page_id": "501", "link": "https://shop.example/cream"}
# What an ad does on one day of the simulated platform.
WINS = {"spend": 120, "impressions": 6000, "clicks": 90, "purchases": 8, "revenue": 520}
LOSES = {"spend": 120, "impressions": 6000, "clicks": 90, "purchases": 2, "revenue": 90}


class Circle:
    def __init__(self, runner: SkillRunner) -> None:
        self.runner, self.mark = runner, token_hex(4)
        runner.platform.seed()
        # Jobs and rate limits take real time here.
        runner.sleep = time.sleep
        self.product_id = ""

    def produce(self) -> tuple[Ended, Run]:
        """The skill registers the product and its photo, and makes a first picture."""
        with tempfile.TemporaryDirectory(prefix="atelier-photo-") as folder:
            photo = Path(folder) / "cream.png"
            photo.write_bytes(make_png())
            inputs = {"product_name": f"Cream {self.mark}", "label": "first", "kind": "image"}
            ended, run = self.runner.run_skill(
                "produce-product-creative", Produce, {**inputs, "photo_path": str(photo)}
            )
        self.product_id = run.values["product_id"]
        return ended, run

    def name_reasons(self, *texts: str) -> list[str]:
        """The owner names the reasons to buy."""
        reasons = [{"product_id": self.product_id, "cep_text": text, "angle": text} for text in texts]
        return [self.runner.call_tool("create_cep", one)["cep"]["id"] for one in reasons]

    def launch(self, name: str) -> tuple[Ended, Run]:
        targeting = {"geo_locations": {"countries": ["DE"]}}
        inputs = {**ACCOUNT, "product_id": self.product_id, "launch_name": f"{name}-{self.mark}"}
        inputs |= {"topic": "what sold best", "objective": "OUTCOME_SALES", "billing_event": "IMPRESSIONS"}
        inputs |= {"optimization_goal": "OFFSITE_CONVERSIONS", "daily_budget_minor": BUDGET}
        inputs |= {"promoted_object": {"pixel_id": "77", "custom_event_type": "PURCHASE"}}
        inputs |= {"targeting": targeting, "special_ad_categories": []}
        return self.runner.run_skill("learn-before-launch", Launch, inputs)

    def start(self) -> None:
        """The owner starts everything that waits."""
        state = self.runner.platform.state
        for one in (*state.campaigns.values(), *state.adsets.values(), *state.ads.values()):
            one["status"], one["review_reads"] = "ACTIVE", 0

    def top_up(self, run: Run) -> tuple[Ended, Run]:
        """Fills the campaign that a launch has made."""
        made = {name: run.values[name] for name in ("campaign_id", "adset_id")}
        inputs = {**ACCOUNT, **made, "product_id": self.product_id, "new_ad_status": "PAUSED"}
        return self.runner.run_skill("top-up-creatives", TopUp, inputs)

    def pass_days(self, winner: str, days: int) -> None:
        """The last days of the simulated platform: ads for one entry point win, the others lose."""
        state = self.runner.platform.state
        for ad in state.ads.values():
            figures = WINS if self.cep_of(ad) == winner else LOSES
            state.insights[ad["id"]] = [{"date": day(age), **figures} for age in range(days, 0, -1)]

    def cep_of(self, ad: dict) -> str:
        media_id = ad["name"].split(" ")[1]
        return self.runner.api.get(f"/api/gen/media/{media_id}")["cepId"]

    def history(self) -> list[dict]:
        path = "/api/agent/knowledge/history"
        return self.runner.api.get(path, productId=self.product_id, limit=100)["history"]

    def report(self) -> CookbookRunner:
        """The daily recipe, as the guide has it in D9."""
        platform = self.runner.platform
        values = {**ACCOUNT, "since": day(7), "until": day(1)}
        blocks = read_cookbook(GUIDE / "d-cookbook.md")
        cookbook = CookbookRunner(blocks, platform.graph_url, platform.token, self.runner.call_tool, values)
        cookbook.run("D9")
        return cookbook
