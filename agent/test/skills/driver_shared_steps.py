"""Steps that the drivers of several skills share."""

from __future__ import annotations

from datetime import timedelta

from follow_skill import Ended, Refused, Run

NO_TOOLS = "no tools"
SCENES = [
    "on a tray table by a plane window, soft morning light",
    "in two hands on a train seat, warm evening light",
]
SCENES += [
    "beside a suitcase on a bed, window light from the left",
    "on a bathroom shelf of a hotel, calm and bright",
]
SCENES += [
    "held up in front of a departure board, shallow depth",
    "on a cafe table at a gate, seen from above",
]
MESSAGE = 'After a long flight, skin asks for one thing: "water, now".'
HEADLINE = "Soft before landing"


def check_the_connection(run: Run) -> str | None:
    try:
        answer = run.ask("ping")
    except Ended as ended:
        return NO_TOOLS if ended.why == NO_TOOLS else "not ready"
    return "not ready" if answer["missingScopes"] else None


def is_verified(run: Run, row: dict, tiers: str = "proven_tiers") -> bool:
    """Reports whether a row has a proven tier, is recent, and is based on observed rows instead of claims."""
    return (
        row["tier"] in run.rule(tiers)
        and row["freshness"] in run.rule("fresh")
        and row["evidence"] in run.rule("trusted_evidence")
    )


def spendable_credits(balance: dict) -> int:
    """Returns the credits that this key can still spend: the balance, limited by its daily budget."""
    budget_left = balance["budget"]["dailyRemaining"]
    return balance["balance"] if budget_left is None else min(balance["balance"], budget_left)


def write_prompt(run: Run, scene: str) -> None:
    run.values["scene"] = scene[: run.rule("scene_characters")]
    run.set("prompt")


def submit(run: Run, tool: str) -> str:
    """Returns the media id, also if the same client_ref was submitted before with another prompt."""
    try:
        return run.ask(tool)["id"]
    except Refused as refused:
        if refused.action != "use":
            raise
        return refused.fields["existingId"]


def poll_one(run: Run, media_id: str, give_up_minutes: float) -> dict | None:
    """Polls until the job has ended. Returns the media, or None after `give_up_minutes`."""
    for _ in range(max_polls(run, give_up_minutes)):
        media = run.ask("get_media", media_id=media_id)
        if not media["waiting"]:
            return media
        run.environment.sleep(run.rule("poll_seconds"))
    return None


def max_polls(run: Run, give_up_minutes: float) -> int:
    return max(1, timedelta(minutes=give_up_minutes) // timedelta(seconds=run.rule("poll_seconds")))


def roas_of(run: Run, rows: list[dict]) -> float | None:
    """Returns the ROAS of some days. None if the platform gives no figure: that is not a ROAS of 0."""
    revenue = [value for row in rows for value in values_of(run, row, "action_values")]
    spend = spend_of(rows)
    return sum(map(float, revenue)) / spend if revenue and spend else None


def spend_of(rows: list[dict]) -> float:
    return sum(float(row["spend"]) for row in rows)


def values_of(run: Run, row: dict, name: str) -> list[str]:
    return [one["value"] for one in row[name] if one["action_type"] == run.word("roas_action")]


def report_days(run: Run, days: dict[str, list[dict]], history: dict[str, dict]) -> str | None:
    """Reports the days of the ads that the memory counts in the same way."""
    rows = [
        {
            "platform_ad_id": ad_id,
            "day": row["date_start"],
            **{name: row[name] for name in ("spend", "impressions", "clicks")},
            "conversions": next(iter(values_of(run, row, "actions")), 0),
            "revenue": next(iter(values_of(run, row, "action_values")), 0),
            **{name: history[ad_id][name] for name in ("currency", "objective", "attribution")},
            "conversion_type": history[ad_id]["conversionType"],
        }
        for ad_id, ad_rows in days.items()
        if roas_of(run, ad_rows) is not None and history[ad_id]["conversionType"] in run.rule("roas_action")
        for row in ad_rows
    ]
    if not rows:
        return None
    try:
        run.ask("report_results", rows=rows)
    except Ended as ended:
        if ended.why == NO_TOOLS:
            return "no report tool"
        raise
    return None


def write_ad_texts(run: Run) -> None:
    run.values.update(message=MESSAGE, headline=HEADLINE)


class SingleJobDriver:
    """Base of the drivers that make one file: one job, with a second one if the first fails."""

    def __init__(self) -> None:
        self.tries = self.scene = 0

    def look_before_you_pay(self, run: Run):
        if not self.tries:
            run.set("client_ref")
        found = run.ask("list_media")["media"]
        if not found:
            return None
        if found[0]["productId"] != run.values["product_id"]:
            return "another product"
        run.values["media_id"] = found[0]["id"]
        return "exists" if found[0]["status"] in run.rule("usable_status") else "failed before"

    def submit_job(self, run: Run, tool: str) -> str:
        write_prompt(run, SCENES[self.scene])
        try:
            run.values["media_id"] = submit(run, tool)
        except Refused as refused:
            self.scene += refused.action == "rewrite"
            return "rewrite"
        return "submitted"

    def try_once_more_under_a_new_name(self, run: Run):
        self.tries += 1
        if self.tries > 1:
            return "tried twice"
        run.set("client_ref")
        return "second try"

    def wait(self, run: Run, give_up_minutes: float) -> str | None:
        media = poll_one(run, run.values["media_id"], give_up_minutes)
        if media is None:
            return "gave up"
        if media["status"] != "completed":
            self.scene += run.job_failed(media["errorCode"]).action == "rewrite"
            return "failed"
        run.values["file_url"] = media.get("videoUrl")
        return None
