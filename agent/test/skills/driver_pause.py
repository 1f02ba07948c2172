"""Drives pause-underperformer: makes a model's choices. Each method is named after its step."""

from __future__ import annotations

from datetime import date, timedelta

from driver_shared_steps import check_the_connection, report_days, roas_of, spend_of
from follow_skill import Run


class Pause:
    check_the_connection = staticmethod(check_the_connection)

    def read_how_pausing_works(self, run: Run):
        run.ask("get_platform_marketing_guide")

    def read_what_is_usual(self, run: Run):
        self.usual = run.ask("get_winning_patterns")["baseline"]["roas"]
        return None if self.usual else "no baseline"

    def read_claimed_against_observed(self, run: Run):
        losers = [one for one in run.pages("get_campaign_history", "history") if self.is_loser(run, one)]
        self.history = {one["platformAdId"]: one for one in losers}
        self.known = [one for one in losers if one["drift"]["verdict"] in run.rule("ask_verdicts")]
        wanted = [None, *run.rule("pause_verdicts")]
        losers = [one for one in losers if one["drift"]["verdict"] in wanted]
        self.ads = [one["platformAdId"] for one in sorted(losers, key=lambda one: -one["spend"])]
        return None if self.ads else "no candidate"

    def is_loser(self, run: Run, row: dict) -> bool:
        oldest = run.today() - timedelta(days=run.rule("fresh_days"))
        last = row["observed"]["lastDay"]
        return (
            row["tier"] in run.rule("losing_tiers")
            and row["evidence"] in run.rule("trusted_evidence")
            and row["observed"]["metric"] in run.rule("metric")
            and bool(last and date.fromisoformat(last) >= oldest and row["platformAdId"])
        )

    def does_the_ad_run(self, run: Run):
        seen = [run.ask("GET <ad_id>", ad_id=ad_id) for ad_id in self.ads]
        self.running = [one for one in seen if one["effective_status"] in run.rule("running_status")]
        return None if self.running else "none runs"

    def ask_the_platform_for_the_last_check_days_whole_days(self, run: Run):
        run.whole_days("check_days")
        self.days = {ad["id"]: run.ask("GET insights", ad_id=ad["id"])["data"] for ad in self.running}

    def report_what_you_read(self, run: Run):
        return report_days(run, self.days, self.history)

    def compare(self, run: Run):
        self.losing = [ad for ad in self.running if self.loses(run, self.days[ad["id"]])]
        return None if self.losing else "recovered"

    def loses(self, run: Run, days: list[dict]) -> bool:
        roas = roas_of(run, days)
        return roas is not None and roas < self.usual and spend_of(days) >= run.rule("min_spend")

    def keep_the_campaign_alive(self, run: Run):
        active: dict[str, int] = {}
        self.chosen = []
        for ad in self.losing:
            campaign = ad["campaign_id"]
            if campaign not in active:
                rows = run.pages("GET ads", "data", campaign_id=campaign)
                active[campaign] = sum(one["effective_status"] in run.rule("running_status") for one in rows)
            may_pause = active[campaign] > run.rule("min_active_left")
            if may_pause and len(self.chosen) < run.rule("max_pauses"):
                active[campaign] -= 1
                self.chosen.append(ad["id"])
        return None if self.chosen else "too few would be left"

    def pause(self, run: Run):
        for ad_id in self.chosen:
            run.ask("POST <ad_id>", ad_id=ad_id)

    def read_back(self, run: Run):
        seen = [run.ask("GET <ad_id>", ad_id=ad_id) for ad_id in self.chosen]
        return None if all(one["status"] == "PAUSED" for one in seen) else "not paused"
