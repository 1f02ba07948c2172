"""Drives scale-a-winner: makes a model's choices. Each method is named after its step."""

from __future__ import annotations

from datetime import date, timedelta

from driver_shared_steps import (
    check_the_connection,
    is_verified,
    report_days,
    roas_of,
    spend_of,
)
from follow_skill import Run


class Scale:
    check_the_connection = staticmethod(check_the_connection)

    def read_how_budgets_work(self, run: Run):
        run.ask("get_platform_marketing_guide")

    def read_the_verified_patterns(self, run: Run):
        patterns = run.ask("get_winning_patterns")["patterns"]
        verified = [one for one in patterns if is_verified(run, one) and one["metric"] == run.word("metric")]
        self.baseline = max((one["baseline"] for one in verified), default=0)
        self.ceps = {one["ingredients"]["cepId"] for one in verified}
        return None if verified else "none verified"

    def find_the_ads_behind_them(self, run: Run):
        rows = [one for one in run.pages("get_campaign_history", "history") if self.is_candidate(run, one)]
        self.history = {one["platformAdId"]: one for one in rows}
        self.ads = [one["platformAdId"] for one in sorted(rows, key=lambda one: -one["observed"]["low"])]
        return None if self.ads else "no candidate"

    def is_candidate(self, run: Run, row: dict) -> bool:
        oldest = run.today() - timedelta(days=run.rule("fresh_days"))
        last, verdict = row["observed"]["lastDay"], row["drift"]["verdict"]
        return (
            row["tier"] in run.rule("proven_tiers")
            and row["evidence"] in run.rule("trusted_evidence")
            and bool(last and date.fromisoformat(last) >= oldest and row["platformAdId"])
            and (verdict is None or verdict in run.rule("trusted_verdicts"))
            and (None in self.ceps or row["cepId"] in self.ceps)
        )

    def does_the_ad_run(self, run: Run):
        self.running = []
        for ad_id in self.ads:
            seen = run.ask("GET <ad_id>", ad_id=ad_id)
            if seen["effective_status"] in run.rule("running_status"):
                self.running.append(seen)
        return None if self.running else "none runs"

    def find_the_budget(self, run: Run):
        if run.ask("GET act_<ad_account_id>")["currency"] not in run.rule("cent_currencies"):
            return "other currency"
        self.budgets: dict[str, int] = {}
        for ad in self.running:
            seen = run.ask("GET <adset_id>", adset_id=ad["adset_id"])
            if not seen["daily_budget"] and not seen["lifetime_budget"]:
                seen = run.ask("GET <campaign_id>", campaign_id=ad["campaign_id"])
            if seen["daily_budget"]:
                self.budgets[seen["id"]] = int(seen["daily_budget"])
        return None if self.budgets else "no daily budget"

    def ask_the_platform_for_the_last_spend_days_whole_days(self, run: Run):
        run.whole_days("spend_days")
        self.rows = {one: run.pages("GET insights", "data", budget_id=one) for one in self.budgets}

    def report_what_you_read(self, run: Run):
        days: dict[str, list[dict]] = {}
        for row in (row for rows in self.rows.values() for row in rows):
            if row["ad_id"] in self.history:
                days.setdefault(row["ad_id"], []).append(row)
        return report_days(run, days, self.history)

    def day_costs(self, run: Run) -> dict[str, float]:
        """Returns what a day of each budget costs in minor units, without those that no longer earn."""
        earning = {}
        for budget_id, rows in self.rows.items():
            roas = roas_of(run, rows)
            if roas is not None and roas >= self.baseline:
                earning[budget_id] = spend_of(rows) / run.rule("spend_days") * run.rule("minor_units")
        return earning

    def compute(self, run: Run):
        self.new = {}
        day_costs = self.day_costs(run)
        if not day_costs:
            return "cooled"
        for budget_id, cost in day_costs.items():
            current, step = self.budgets[budget_id], 1 + run.rule("step_share")
            wanted = int(min(current * step, cost * step, run.values["max_daily_budget"]))
            may_raise = len(self.new) < run.rule("max_budgets")
            if may_raise and wanted >= current * (1 + run.rule("min_step_share")):
                self.new[budget_id] = wanted
        return None if self.new else "nothing to raise"

    def write(self, run: Run):
        for budget_id, wanted in self.new.items():
            run.ask("POST <budget_id>", budget_id=budget_id, new_budget=wanted)

    def read_back(self, run: Run):
        for budget_id, wanted in self.new.items():
            if int(run.ask("GET <budget_id>", budget_id=budget_id)["daily_budget"]) != wanted:
                return "not as written"
        return None
