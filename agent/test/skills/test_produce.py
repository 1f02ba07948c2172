"""produce-product-creative: one image or video to the checked file with its upload kit, paid for once."""

from __future__ import annotations

import pytest
from dev_service import Service
from driver_produce import Produce
from follow_skill import Ended, Run
from readme_examples import assert_as_told, production_loop
from seed_product import Seed
from skill_runner import Stage, assert_all_taken, changed

NAME = "produce-product-creative"


def play(stage: Stage, skill=NAME, driver=Produce, **inputs) -> tuple[Ended, Run]:
    given = {"product_name": f"Mug {stage.person.email}", "label": "autumn", "kind": "image"}
    return stage.play(skill, driver, {**given, **inputs})


def test_an_image_of_a_new_product_ends_with_the_upload_kit(stage: Stage) -> None:
    before = stage.api.get("/api/gen/credits")["balance"]
    ended, run, mark = production_loop(stage)
    assert ended.how == "done", run.transcript.lines()
    assert_as_told("production-loop", run)
    media = stage.api.get(f"/api/gen/media/{run.values['media_id']}")
    assert (media["status"], media["mediaType"], media["charged"]) == ("completed", "IMAGE", "charged")
    assert len(media["inputs"]) == 1, "the photo of the product was used"
    product = stage.api.get(f"/api/gen/products/{run.values['product_id']}")["product"]
    assert (product["name"], product["mediaCount"], product["referencePhotoCount"]) == (f"Mug {mark}", 1, 1)

    ended, again = play(stage, product_name=f"MUG {mark}", label=f"mug-{mark}")
    assert ended.how == "done" and again.values["media_id"] == run.values["media_id"]
    assert again.values["product_id"] == run.values["product_id"]
    assert stage.api.get("/api/gen/credits")["balance"] == before - 400, "the second run found everything"
    assert stage.platform.calls == []


def test_a_video_with_a_character_goes_the_same_way(rehearsal: Stage) -> None:
    seed = Seed(rehearsal.api)
    person, name = seed.character()
    cep = seed.cep("Coffee goes cold", "still warm at noon")
    inputs = {"product_name": seed.product_name, "kind": "video", "character_name": name, "label": seed.mark}
    ended, run = play(rehearsal, **inputs)
    assert ended.how == "done", run.transcript.lines()
    media = rehearsal.api.get(f"/api/gen/media/{run.values['media_id']}")
    assert (media["mediaType"], media["characterId"], media["cepId"]) == ("VIDEO", person, cep)
    assert (media["creditsCost"], media["durationSeconds"]) == (1000, 6)
    assert play(rehearsal, **{**inputs, "character_name": "Nobody"})[0].why == "unknown character"


@pytest.mark.parametrize("model", ["moderated", "fail"])
def test_a_failed_job_is_tried_once_more_under_a_new_name(rehearsal: Stage, model: str) -> None:
    seed = Seed(rehearsal.api)
    inputs = {"product_name": seed.product_name, "label": seed.mark, "model": f"simulator/{model}"}
    ended, run = play(rehearsal, **inputs)
    assert (ended.how, ended.why) == ("ask", "tried twice"), run.transcript.lines()
    jobs = rehearsal.api.get("/api/gen/media", productId=seed.product_id)["media"]
    assert [one["clientRef"] for one in jobs] == [f"{seed.mark}-image-2", f"{seed.mark}-image"]
    assert {one["charged"] for one in jobs} == {"refunded"}
    same = len({one["prompt"] for one in jobs}) == 1
    assert same == (model == "fail"), "only a prompt that was rejected is written anew"

    assert play(rehearsal, **inputs)[0].why == "tried twice", "also after a restart"
    assert len(rehearsal.api.get("/api/gen/media", productId=seed.product_id)["media"]) == 2


def test_a_refusing_provider_is_asked_again_and_then_a_person(rehearsal: Stage) -> None:
    seed = Seed(rehearsal.api)
    before = rehearsal.api.get("/api/gen/credits")["balance"]
    inputs = {"product_name": seed.product_name, "label": seed.mark, "model": "simulator/refuse"}
    ended, _ = play(rehearsal, **inputs)
    assert (ended.how, ended.why) == ("ask", "provider_unavailable")
    assert rehearsal.slept == [10, 10]
    assert rehearsal.api.get("/api/gen/credits")["balance"] == before
    ended, run = play(rehearsal, **{**inputs, "model": None})
    assert (ended.how, run.values["client_ref"]) == ("done", f"{seed.mark}-image-2"), (
        "the refused job stays listed"
    )


def test_a_stalled_job_and_one_that_takes_too_long(rehearsal: Stage) -> None:
    seed = Seed(rehearsal.api)
    inputs = {"product_name": seed.product_name, "label": seed.mark, "model": "simulator/hang"}
    impatient = changed(NAME, "| `give_up_minutes_image` | 15", "| `give_up_minutes_image` | 0.2")
    assert play(rehearsal, impatient, **inputs)[0].why == "gave up"
    ended, run = play(rehearsal, **{**inputs, "model": None})
    assert ended.how == "done", run.transcript.lines()
    jobs = rehearsal.api.get("/api/gen/media", productId=seed.product_id)["media"]
    assert [one["status"] for one in jobs] == ["completed", "stalled"]


def test_what_costs_too_much_or_is_missing_is_asked_for(rehearsal: Stage) -> None:
    seed = Seed(rehearsal.api, photo=False)
    assert play(rehearsal, product_name=seed.product_name)[0].why == "no photo given"
    unreachable = {"product_name": seed.product_name, "photo_url": "https://localhost/mug.png"}
    assert play(rehearsal, **unreachable)[0].why == "invalid_request"
    greedy = changed(NAME, "| `reserve_credits` | 0", "| `reserve_credits` | 9000000")
    seed = Seed(rehearsal.api)
    assert play(rehearsal, greedy, product_name=seed.product_name, label=seed.mark)[0].why == "too little"


def test_402_is_asked_about_and_charges_nothing(
    service: Service, client_python: str, visited: set[str]
) -> None:
    """The skill looks at the balance first, so its price is taken away to let the service refuse."""
    with Stage(service, client_python, visited, service.people["poor"]) as stage:
        before = stage.api.get("/api/gen/credits")["balance"]
        assert before < 1300
        seed = Seed(stage.api)
        dear = changed(NAME, "duration_seconds=6", "duration_seconds=10")
        dear = changed(dear, "| `price_video` | 1000", "| `price_video` | 0")
        ended, _ = play(stage, dear, product_name=seed.product_name, kind="video", label=seed.mark)
        assert (ended.how, ended.why) == ("ask", "insufficient_credits")
        assert stage.api.get("/api/gen/credits")["balance"] == before


def test_a_damaged_file_is_not_handed_on(rehearsal: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    seed = Seed(rehearsal.api)
    monkeypatch.setattr("skill_runner.fetch", lambda address: b"cut")
    assert play(rehearsal, product_name=seed.product_name, label=seed.mark)[0].why == "damaged"


def test_another_wording_of_the_same_creative_uses_the_job_that_exists(rehearsal: Stage) -> None:
    """A model never writes the same prompt twice, and its list may have been lost with the session."""
    seed = Seed(rehearsal.api)
    body = {"prompt": "in other words", "clientRef": f"{seed.mark}-image", "productId": seed.product_id}
    job = rehearsal.api.post("/api/gen/image", body)["id"]

    class Forgetful(Produce):
        def look_before_you_pay(self, run: Run):
            super().look_before_you_pay(run)

    ended, run = play(rehearsal, driver=Forgetful, product_name=seed.product_name, label=seed.mark)
    assert ended.how == "done" and run.values["media_id"] == job


def test_a_provider_that_rejects_the_content_at_once_leads_to_a_new_scene(rehearsal: Stage) -> None:
    """No model of the simulator does so; the host's answer is replaced for this one call."""
    seed = Seed(rehearsal.api)
    refused = {"ok": False, "code": "provider_rejected", "message": "", "charged": "refunded"}

    class Rejected(Produce):
        def submit(self, run: Run):
            real = run.world.tool
            run.world.tool = lambda name, args: refused if not self.tries else real(name, args)
            label = super().submit(run)
            run.world.tool = real
            return label

    ended, run = play(rehearsal, driver=Rejected, product_name=seed.product_name, label=seed.mark)
    assert ended.how == "done", run.transcript.lines()
    assert run.values["client_ref"] == f"{seed.mark}-image-2"


def test_every_step_and_branch_of_the_skill_was_taken(visited: set[str]) -> None:
    assert_all_taken(NAME, visited)
