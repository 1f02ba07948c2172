"""Drives produce-product-creative: makes a model's choices. Each method is named after its step."""

from __future__ import annotations

from driver_shared_steps import SingleJobDriver, check_the_connection, spendable_credits
from follow_skill import Refused, Run


class Produce(SingleJobDriver):
    check_the_connection = staticmethod(check_the_connection)

    def find_the_product(self, run: Run):
        wanted = run.values["product_name"].casefold()
        named = [one for one in run.pages("list_products", "products") if one["name"].casefold() == wanted]
        if not named:
            return None
        run.values["product_id"] = named[0]["id"]
        return "known" if len(named) == 1 else "several"

    def register_the_product(self, run: Run):
        run.values["product_id"] = run.ask("create_product")["product"]["id"]

    def make_sure_of_a_photo(self, run: Run):
        if run.ask("list_product_photos")["photos"]:
            return "has photo"
        photo = run.values["photo_path"] or run.values["photo_url"]
        return None if photo else "no photo given"

    def add_the_photo(self, run: Run):
        photo = {"photo_url": None} if run.values["photo_path"] else {}
        try:
            run.ask("add_product_reference", **photo)
        except Refused as refused:
            if refused.action != "upload":
                raise
            run.upload(run.values["photo_path"], refused.fields["uploadUrl"])
            run.ask("add_product_reference", **photo, photo_path=refused.fields["uploadId"])

    def choose_the_person_and_the_reason_to_buy(self, run: Run):
        run.values.update(character_id=None, cep_id=None, cep_text="", angle="")
        character_ids = {one["name"]: one["id"] for one in run.ask("list_characters")["characters"]}
        reasons = run.ask("list_ceps")["ceps"]
        if reasons:
            first = reasons[0]
            run.values.update(cep_id=first["id"], cep_text=first["cepText"], angle=first["angle"])
        wanted = run.values["character_name"]
        if wanted and wanted not in character_ids:
            return "unknown character"
        run.values["character_id"] = character_ids.get(wanted)
        return None

    def check_the_money(self, run: Run):
        price = self.price(run) + run.rule("reserve_credits")
        return "too little" if spendable_credits(run.ask("check_credits")) < price else None

    def price(self, run: Run) -> int:
        if run.values["kind"] == "image":
            return run.rule("price_image")
        factor = run.rule("hd_factor") if run.values["resolution"] == "HD" else 1
        return run.rule(f"price_video_{run.values['seconds']}") * factor

    def submit(self, run: Run):
        return self.submit_job(run, "generate_" + run.values["kind"])

    def poll(self, run: Run):
        return self.wait(run, run.rule("give_up_minutes_" + run.values["kind"]))

    def take_the_upload_kit_and_check_the_file(self, run: Run):
        self.kit = run.ask("download_media")
        try:
            run.file(self.kit)
        except ValueError:
            return "damaged"
        return None

    def see_it_in_the_library(self, run: Run):
        run.ask("attach_media")
