"""Drives top-up-creatives: makes a model's choices. Each method is named after its step."""

from __future__ import annotations

import base64
import math
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import count, cycle

from driver_shared_steps import (
    SCENES,
    check_the_connection,
    is_verified,
    max_polls,
    spendable_credits,
    submit,
    write_ad_texts,
    write_prompt,
)
from fill_call import fill_text
from follow_skill import Refused, Run


@dataclass
class Place:
    """One missing ad. Its state is open, made, failed, ready, or empty (given up)."""

    cep: dict
    hook: str | None
    number: int = 0
    client_ref: str = ""
    tries: int = 0
    scene: int = 0
    state: str = "open"
    media_id: str | None = None
    image_bytes: str = ""


class TopUp:
    check_the_connection = staticmethod(check_the_connection)

    def __init__(self, model_of=lambda place: None) -> None:
        self.places: list[Place] = []
        self.model_of = model_of

    def read_the_cookbook(self, run: Run):
        run.ask("get_platform_marketing_guide")

    def count_the_ads(self, run: Run):
        adset, ads = run.ask("GET <adset_id>"), run.pages("GET ads", "data")
        if adset["campaign_id"] != run.values["campaign_id"]:
            return "another campaign"
        self.names = {row["name"].split(" ")[0] for row in ads}
        young = [row["effective_status"] for row in ads if self.is_young(run, row)]
        waiting = sum(waits(run, status) for status in young)
        running = sum(row["effective_status"] in run.rule("counted_status") for row in ads)
        missing = run.rule("target_active_ads") - running - waiting
        self.missing = min(missing, run.rule("max_new_ads"))
        if adset["effective_status"] not in run.rule("running_status"):
            return "not delivering"
        if sum(status in run.rule("rejected_status") for status in young) >= run.rule("max_rejected"):
            return "rejected"
        if self.missing < 1:
            return "enough"
        unseen = [one for one in ads if is_ours(run, one) and waits(run, one["effective_status"])]
        return "unseen" if len(unseen) >= run.rule("max_waiting") else None

    def is_young(self, run: Run, row: dict) -> bool:
        oldest = run.today() - timedelta(days=run.rule("wait_for_owner_days"))
        born = date.fromisoformat(row["created_time"].split("T")[0])
        return is_ours(run, row) and born > oldest

    def check_the_money(self, run: Run):
        self.missing = min(
            self.missing, spendable_credits(run.ask("check_credits")) // run.rule("price_image")
        )
        return "too little" if self.missing < 1 else None

    def choose_what_to_make(self, run: Run):
        product = run.ask("get_product")["product"]
        patterns = [one for one in run.ask("get_winning_patterns")["patterns"] if is_verified(run, one)]
        character_ids = {one["name"]: one["id"] for one in run.ask("list_characters")["characters"]}
        wanted = run.values["character_name"]
        if wanted and wanted not in character_ids:
            return "unknown character"
        run.values["character_id"] = character_ids.get(wanted)
        if not product["photos"]:
            return "no photo"
        if not product["ceps"]:
            return "no reason to buy"
        best = max(patterns, key=lambda one: one["score"], default=None)
        proven = [one for one in product["ceps"] if best and one["id"] == best["ingredients"]["cepId"]]
        others = cycle([one for one in product["ceps"] if one not in proven] or product["ceps"])
        follow = math.ceil(self.missing * run.rule("pattern_share")) if proven else 0
        for at in range(self.missing):
            cep, hook = (proven[0], best["ingredients"]["hook"]) if at < follow else (next(others), None)
            self.places.append(Place(cep, hook))
        return None

    def name_the_places(self, run: Run):
        run.values["day"] = run.values["day"] or str(run.began)
        numbers = count(1)
        for place in self.places:
            while True:
                place.number = run.values["place"] = next(numbers)
                place.client_ref = run.set("client_ref")
                if place.client_ref not in self.names:
                    break
            place.scene = place.number % len(SCENES)

    def look_before_you_pay(self, run: Run):
        for place in self.those("open"):
            found = run.ask("list_media", client_ref=place.client_ref)["media"]
            if found:
                if found[0]["productId"] != run.values["product_id"]:
                    return "another product"
                usable = found[0]["status"] in run.rule("usable_status")
                place.media_id, place.state = found[0]["id"], "made" if usable else "failed"
        if self.those("failed"):
            return "over"
        return None if self.those("open") else "all there"

    def submit(self, run: Run):
        for place in self.those("open"):
            cep = place.cep
            run.values.update(cep_id=cep["id"], cep_text=cep["cepText"], angle=cep["angle"], hook=place.hook)
            run.values.update(client_ref=place.client_ref, model=self.model_of(place))
            write_prompt(run, SCENES[place.scene])
            try:
                place.media_id, place.state = submit(run, "generate_image"), "made"
            except Refused as refused:
                if refused.action == "enough":
                    self.drop(self.those("open"))
                    break
                self.fail(place, refused)

    def poll(self, run: Run):
        for _ in range(max_polls(run, run.rule("give_up_minutes"))):
            made = {place.media_id: place for place in self.those("made")}
            if not made:
                break
            seen = run.ask("get_media", media_ids=list(made))
            for row in seen["media"]:
                if row["status"] == "completed":
                    made[row["id"]].state = "ready"
                elif row["errorCode"]:
                    self.fail(made[row["id"]], run.job_failed(row["errorCode"]))
            if seen["waiting"]:
                run.environment.sleep(run.rule("poll_seconds"))
        else:
            return "gave up"
        return "some failed" if self.those("failed") else "all done"

    def try_a_failed_place_once_more(self, run: Run):
        for place in self.those("failed"):
            place.tries += 1
            if place.tries > 1:
                self.drop([place])
                continue
            run.values["place"] = place.number
            place.client_ref, place.state = run.set("client_ref"), "open"
        return "second try" if self.those("open") else "nothing left"

    def fetch_and_check_each_file(self, run: Run):
        for place in self.those("ready"):
            answer = run.ask("download_media", media_id=place.media_id)
            run.values["file_url"] = answer["downloadUrl"]
            place.image_bytes = base64.b64encode(run.file(answer)).decode()
        return None if self.those("ready") else "none"

    def upload_and_create_the_ad(self, run: Run):
        for place in self.those("ready"):
            run.values.update(place=place.number, media_id=place.media_id, client_ref=place.client_ref)
            uploaded = run.ask("POST adimages", image_bytes=place.image_bytes)
            run.values["image_hash"] = uploaded["images"]["*"]["hash"]
            write_ad_texts(run)
            run.set("ad_name")
            run.values["creative_id"] = run.ask("POST adcreatives")["id"]
            run.ask("POST ads")

    def count_again(self, run: Run):
        names = [row["name"] for row in run.pages("GET ads", "data")]
        for place in self.those("ready"):
            run.values.update(place=place.number, media_id=place.media_id)
            assert names.count(fill_text(template(run, "ad_name"), run.values)) == 1
        return "still short" if self.those("empty") else None

    def those(self, state: str) -> list[Place]:
        return [place for place in self.places if place.state == state]

    def drop(self, places: list[Place]) -> None:
        for place in places:
            place.state = "empty"

    def fail(self, place: Place, refused: Refused) -> None:
        place.state = "empty" if refused.action == "skip" else "failed"
        place.scene = (place.scene + (refused.action == "rewrite")) % len(SCENES)


def is_ours(run: Run, row: dict) -> bool:
    return row["name"].startswith(template(run, "client_ref").split("<")[0])


def waits(run: Run, status: str) -> bool:
    return status in run.rule("waiting_status")


def template(run: Run, name: str) -> str:
    return next(step.sets[name] for step in run.skill.steps if name in step.sets)
