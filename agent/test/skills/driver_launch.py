"""Drives learn-before-launch: makes a model's choices. Each method is named after its step."""

from __future__ import annotations

import base64

from driver_shared_steps import (
    SingleJobDriver,
    check_the_connection,
    is_verified,
    spendable_credits,
    write_ad_texts,
)
from follow_skill import Run


class Launch(SingleJobDriver):
    check_the_connection = staticmethod(check_the_connection)

    def __init__(self, model_of=lambda tries: None) -> None:
        super().__init__()
        self.model_of = model_of
        self.campaign = self.pattern = None
        self.is_proven = False

    def read_the_platform_s_rules(self, run: Run):
        run.ask("get_platform_marketing_guide")

    def was_it_launched_already(self, run: Run):
        named = [
            row for row in run.pages("GET campaigns", "data") if row["name"] == run.values["launch_name"]
        ]
        if named:
            self.campaign = run.values["campaign_id"] = named[0]["id"]
        currency = run.ask("GET act_<ad_account_id>")["currency"]
        if named and named[0]["status"] != "PAUSED":
            return "running"
        return None if currency in run.rule("cent_currencies") else "other currency"

    def look_at_the_product(self, run: Run):
        self.product = run.ask("get_product")["product"]
        return None if self.product["photos"] else "no photo"

    def search_what_is_remembered(self, run: Run):
        # The scenarios ask in the words of their records.
        run.values["also"] = None
        hits = run.ask("search_knowledge")["hits"]
        self.facts = [one["text"] for one in hits if one["evidence"] in run.rule("trusted_evidence")]

    def read_the_patterns(self, run: Run):
        ceps = {one["id"] for one in self.product["ceps"]}
        patterns = run.ask("get_winning_patterns")["patterns"]
        usable = [one for one in patterns if one["ingredients"]["cepId"] in ceps]
        verified = [one for one in usable if is_verified(run, one)]
        hopeful = [one for one in usable if is_verified(run, one, "hopeful_tiers")]
        self.is_proven = bool(verified)
        # Without a baseline a pattern has no score.
        self.pattern = max(verified or hopeful, key=lambda one: one["score"] or 0, default=None)

    def read_the_history(self, run: Run):
        rows = run.pages("get_campaign_history", "history")
        trusted = [one for one in rows if one["evidence"] in run.rule("trusted_evidence")]
        self.lost = {one["cepId"] for one in trusted if one["tier"] in run.rule("bad_tiers")}
        return "empty memory" if run.message else None

    def write_the_brief(self, run: Run):
        recipe = (
            self.pattern["ingredients"]
            if self.pattern
            else {"cepId": None, "hook": None, "characterId": None}
        )
        wanted = recipe["cepId"]
        left = [one for one in self.product["ceps"] if one["id"] not in self.lost or one["id"] == wanted]
        chosen = [one for one in left if one["id"] == wanted] or left
        if not chosen:
            return "nothing left"
        cep = chosen[0]
        run.values.update(cep_id=cep["id"], cep_text=cep["cepText"], angle=cep["angle"])
        run.values.update(hook=recipe["hook"], character_id=recipe["characterId"])
        known = (
            f"{self.pattern['tier']}, score {self.pattern['score']}" if self.pattern else "nothing is proven"
        )
        run.note(f"chosen: {cep['cepText']} ({known})")
        return None

    def check_the_money(self, run: Run):
        return "too little" if spendable_credits(run.ask("check_credits")) < run.rule("price_image") else None

    def submit(self, run: Run):
        run.values["model"] = self.model_of(self.tries)
        return self.submit_job(run, "generate_image")

    def poll(self, run: Run):
        return self.wait(run, run.rule("give_up_minutes"))

    def fetch_and_check_the_file(self, run: Run):
        answer = run.ask("download_media")
        run.values["file_url"] = answer["downloadUrl"]
        run.values["image_bytes"] = base64.b64encode(run.file(answer)).decode()

    def create_the_campaign(self, run: Run):
        if not self.campaign:
            run.values["campaign_id"] = run.ask("POST campaigns")["id"]

    def create_the_ad_set(self, run: Run):
        share = 1 if self.is_proven else run.rule("unproven_budget_share")
        run.values["daily_budget"] = int(run.values["daily_budget_minor"] * share)
        named = [row for row in run.ask("GET adsets")["data"] if row["name"] == run.values["launch_name"]]
        run.values["adset_id"] = named[0]["id"] if named else run.ask("POST adsets")["id"]

    def create_the_ad(self, run: Run):
        first = run.step.sets["ad_name"].split(" ")[0].replace("<launch_name>", run.values["launch_name"])
        if any(row["name"].split(" ")[0] == first for row in run.ask("GET ads")["data"]):
            return
        run.values["image_hash"] = run.ask("POST adimages")["images"]["*"]["hash"]
        write_ad_texts(run)
        run.set("ad_name")
        run.values["creative_id"] = run.ask("POST adcreatives")["id"]
        run.ask("POST ads")

    def read_it_back(self, run: Run):
        campaign, adset, ads = (
            run.ask("GET <campaign_id>"),
            run.ask("GET <adset_id>"),
            run.ask("GET ads")["data"],
        )
        paused = {campaign["status"], adset["status"], *(one["status"] for one in ads)} == {"PAUSED"}
        right = int(adset["daily_budget"]) == run.values["daily_budget"] and len(ads) == 1
        return None if paused and right else "not as written"
