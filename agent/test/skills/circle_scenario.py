"""Scenario: an owner, an agent and an ads platform, from the first picture to the second launch."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex

from circle_record import CircleRecord, RecordedCookbook
from driver_launch import Launch
from driver_produce import Produce
from driver_top_up import TopUp
from follow_skill import Run
from png_file import make_png
from read_cookbook import read_cookbook
from repo_paths import GUIDE
from seed_product import day
from skill_runner import SkillRunner

BUDGET = 8_000
DAYS = 3
ACCOUNT = {"ad_account_id": "1001", "page_id": "501", "link": "https://shop.example/cream"}
# What an ad does on one day of the simulated platform.
WINS = {"spend": 120, "impressions": 6000, "clicks": 90, "purchases": 8, "revenue": 520}
LOSES = {"spend": 120, "impressions": 6000, "clicks": 90, "purchases": 2, "revenue": 90}


class Circle:
    """Each part must end with `done`, and is recorded."""

    def __init__(self, runner: SkillRunner, sleep: Callable[[float], None] = time.sleep) -> None:
        self.runner, self.mark = runner, token_hex(4)
        self.record = CircleRecord()
        runner.platform.seed()
        # Jobs and rate limits take real time here.
        runner.sleep = sleep
        self.product_id = ""
        self._ceps: dict[str, str] = {}  # the entry point of each media
        self.reasons: dict[str, str] = {}  # the text of each entry point
        self.pattern: dict | None = None  # that the last launch followed

    def _run_skill(self, title: str, skill: str, driver: Callable[[], object], inputs: dict) -> Run:
        ended, run = self.runner.run_skill(skill, driver, inputs)
        assert ended.how == "done", run.transcript.lines()
        self.record.add_run(f"{title}: the skill {skill}", run)
        return run

    def produce(self) -> Run:
        """The skill registers the product and its photo, and makes a first picture."""
        with tempfile.TemporaryDirectory(prefix="atelier-photo-") as folder:
            photo = Path(folder) / "cream.png"
            photo.write_bytes(make_png())
            inputs = {"product_name": f"Cream {self.mark}", "label": "first", "kind": "image"}
            inputs["photo_path"] = str(photo)
            run = self._run_skill("A first picture", "produce-product-creative", Produce, inputs)
        self.product_id = run.values["product_id"]
        return run

    def name_reasons(self, *texts: str) -> list[str]:
        """The owner names the reasons to buy."""
        reasons = [{"product_id": self.product_id, "cep_text": text, "angle": text} for text in texts]
        self.record.add("The owner names the reasons to buy", *texts)
        ids = [self.runner.call_tool("create_cep", one)["cep"]["id"] for one in reasons]
        self.reasons = dict(zip(ids, texts, strict=True))
        return ids

    def launch(self, name: str, budget: int = BUDGET) -> Run:
        targeting = {"geo_locations": {"countries": ["DE"]}}
        inputs = {**ACCOUNT, "product_id": self.product_id, "launch_name": f"{name}-{self.mark}"}
        inputs |= {"topic": "what sold best", "objective": "OUTCOME_SALES", "billing_event": "IMPRESSIONS"}
        inputs |= {"optimization_goal": "OFFSITE_CONVERSIONS", "daily_budget_minor": budget}
        inputs |= {"promoted_object": {"pixel_id": "77", "custom_event_type": "PURCHASE"}}
        inputs |= {"targeting": targeting, "special_ad_categories": []}
        driver = Launch()
        run = self._run_skill(f"The {name} launch", "learn-before-launch", lambda: driver, inputs)
        self.pattern = driver.pattern
        return run

    def start(self) -> None:
        """The owner starts everything that waits."""
        state = self.runner.platform.state
        for one in (*state.campaigns.values(), *state.adsets.values(), *state.ads.values()):
            one["status"], one["review_reads"] = "ACTIVE", 0

    def top_up(self, run: Run) -> Run:
        """Fills the campaign that a launch has made."""
        made = {name: run.values[name] for name in ("campaign_id", "adset_id")}
        inputs = {**ACCOUNT, **made, "product_id": self.product_id, "new_ad_status": "PAUSED"}
        return self._run_skill("More ads for it", "top-up-creatives", TopUp, inputs)

    def pass_days(self, figures_of: Callable[[dict], list[dict]]) -> None:
        """The last days of the simulated platform. `figures_of` gives the days of an ad, the oldest first."""
        state = self.runner.platform.state
        for ad in state.ads.values():
            days = figures_of(ad)
            rows = [{"date": day(len(days) - at), **row} for at, row in enumerate(days)]
            state.insights[ad["id"]] = rows
        self.record.add("Three days pass on the ads platform", *self._describe_days())

    def _describe_days(self) -> list[str]:
        """One line for each reason to buy, as the platform knows it and the agent does not."""
        state, sums = self.runner.platform.state, {}
        for ad in state.ads.values():
            sums.setdefault(self.reasons[self.cep_of(ad)], []).append(state.insights[ad["id"]])
        return [describe_ads(reason, ads) for reason, ads in sums.items()]

    def cep_of(self, ad: dict) -> str:
        media_id = ad["name"].split(" ")[1]
        if media_id not in self._ceps:
            self._ceps[media_id] = self.runner.api.get(f"/api/gen/media/{media_id}")["cepId"]
        return self._ceps[media_id]

    def chosen(self, run: Run) -> tuple[str, int]:
        """Returns the entry point and the budget of a launch, as the platform has them."""
        state = self.runner.platform.state
        name = f"launch-{run.values['launch_name']}"
        (ad,) = [one for one in state.ads.values() if one["name"].startswith(name)]
        return self.cep_of(ad), int(state.adsets[ad["adset_id"]]["daily_budget"])

    def history(self) -> list[dict]:
        path = "/api/agent/knowledge/history"
        return self.runner.api.get(path, productId=self.product_id, limit=100)["history"]

    def report(self) -> None:
        """The daily recipe, as the guide has it in D9."""
        platform = self.runner.platform
        values = {**ACCOUNT, "since": day(7), "until": day(1)}
        blocks = read_cookbook(GUIDE / "d-cookbook.md")
        cookbook = RecordedCookbook(blocks, platform.graph_url, platform.token, self.runner.call_tool, values)
        transcript = cookbook.start("D9", "Results for the service's memory, once a day")
        self.record.add("The daily report: D9 of the guide", *transcript.lines())


def describe_ads(reason: str, ads: list[list[dict]]) -> str:
    spend, purchases, revenue = (
        sum(row[name] for rows in ads for row in rows) for name in ("spend", "purchases", "revenue")
    )
    return f"{reason}: {len(ads)} ads, spend {spend:.2f}, {purchases} purchases, revenue {revenue:.2f}"


@dataclass
class Round:
    """What happened on one way around the circle."""

    circle: Circle
    reasons: tuple[str, str]  # the one that loses, the one that wins
    before: list[Run]
    history: list[dict]
    after: Run


def go_round(runner: SkillRunner) -> Round:
    """Produce, two launches, three days of the platform, the report, and the next launch."""
    circle = Circle(runner)
    circle.produce()
    winter, flights = circle.name_reasons("Hands crack in winter", "Dry skin after flights")
    before = []
    for name in ("first", "second"):
        before.append(circle.launch(name))
        circle.start()
        circle.top_up(before[-1])
        circle.start()
    circle.pass_days(lambda ad: [WINS if circle.cep_of(ad) == flights else LOSES] * DAYS)
    circle.report()
    history = circle.history()
    return Round(circle, (winter, flights), before, history, circle.launch("third"))
