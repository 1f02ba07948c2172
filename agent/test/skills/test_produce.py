"""produce-product-creative: from a request to a checked file with its upload kit, charged once."""

from __future__ import annotations

import pytest
from driver_produce import Produce
from follow_skill import Ended, Run
from readme_examples import assert_readme_matches, production_loop
from seed_product import Seed
from skill_runner import SkillRunner, assert_all_visited, with_change
from start_system import Service

NAME = "produce-product-creative"


def produce(runner: SkillRunner, skill=NAME, driver=Produce, **inputs) -> tuple[Ended, Run]:
    given = {"product_name": f"Mug {runner.user.email}", "label": "autumn", "kind": "image"}
    return runner.run_skill(skill, driver, {**given, **inputs})


def test_an_image_of_a_new_product_ends_with_the_upload_kit(runner: SkillRunner) -> None:
    before = runner.api.get("/api/gen/credits")["balance"]
    ended, run, mark = production_loop(runner)
    assert ended.how == "done", run.transcript.lines()
    assert_readme_matches("production-loop", run)
    media = runner.api.get(f"/api/gen/media/{run.values['media_id']}")
    assert (media["status"], media["mediaType"], media["charged"]) == ("completed", "IMAGE", "charged")
    assert len(media["inputs"]) == 1, "the photo of the product was used"
    product = runner.api.get(f"/api/gen/products/{run.values['product_id']}")["product"]
    assert (product["name"], product["mediaCount"], product["referencePhotoCount"]) == (f"Mug {mark}", 1, 1)

    ended, again = produce(runner, product_name=f"MUG {mark}", label=f"mug-{mark}")
    assert ended.how == "done" and again.values["media_id"] == run.values["media_id"]
    assert again.values["product_id"] == run.values["product_id"]
    assert runner.api.get("/api/gen/credits")["balance"] == before - 400, "the second run found everything"
    assert runner.platform.calls == []


def test_a_video_with_a_character_is_produced(fast_runner: SkillRunner) -> None:
    seed = Seed(fast_runner.api)
    character_id, name = seed.character()
    cep = seed.cep("Coffee goes cold", "still warm at noon")
    inputs = {"product_name": seed.product_name, "kind": "video", "character_name": name, "label": seed.mark}
    inputs |= {"orientation": "landscape", "seconds": 15, "resolution": "HD"}
    ended, run = produce(fast_runner, **inputs)
    assert ended.how == "done", run.transcript.lines()
    media = fast_runner.api.get(f"/api/gen/media/{run.values['media_id']}")
    assert (media["mediaType"], media["characterId"], media["cepId"]) == ("VIDEO", character_id, cep)
    assert (media["creditsCost"], media["durationSeconds"]) == (3900, 15)
    assert (media["orientation"], media["resolution"]) == ("landscape", "HD"), "as the owner asked"
    assert produce(fast_runner, **{**inputs, "character_name": "Unknown"})[0].why == "unknown character"


@pytest.mark.parametrize("model", ["moderated", "fail"])
def test_a_failed_job_is_tried_once_more_with_a_new_client_ref(fast_runner: SkillRunner, model: str) -> None:
    seed = Seed(fast_runner.api)
    inputs = {"product_name": seed.product_name, "label": seed.mark, "model": f"simulator/{model}"}
    ended, run = produce(fast_runner, **inputs)
    assert (ended.how, ended.why) == ("ask", "tried twice"), run.transcript.lines()
    jobs = fast_runner.api.get("/api/gen/media", productId=seed.product_id)["media"]
    ref = f"{seed.mark}-image-{seed.product_id}"
    assert [one["clientRef"] for one in jobs] == [f"{ref}-2", ref]
    assert {one["charged"] for one in jobs} == {"refunded"}
    same = len({one["prompt"] for one in jobs}) == 1
    assert same == (model == "fail"), "only a rejected prompt is written again"

    assert produce(fast_runner, **inputs)[0].why == "tried twice", "also after a restart"
    assert len(fast_runner.api.get("/api/gen/media", productId=seed.product_id)["media"]) == 2


def test_a_refusing_provider_is_retried_and_then_reported_to_the_owner(fast_runner: SkillRunner) -> None:
    seed = Seed(fast_runner.api)
    before = fast_runner.api.get("/api/gen/credits")["balance"]
    inputs = {"product_name": seed.product_name, "label": seed.mark, "model": "simulator/refuse"}
    ended, _ = produce(fast_runner, **inputs)
    assert (ended.how, ended.why) == ("ask", "provider_unavailable")
    assert fast_runner.slept == [10, 10]
    assert fast_runner.api.get("/api/gen/credits")["balance"] == before
    ended, run = produce(fast_runner, **{**inputs, "model": None})
    ref = f"{seed.mark}-image-{seed.product_id}-2"
    assert (ended.how, run.values["client_ref"]) == ("done", ref), "the refused job stays listed"


def test_a_job_that_takes_too_long_is_given_up_and_replaced(fast_runner: SkillRunner) -> None:
    seed = Seed(fast_runner.api)
    inputs = {"product_name": seed.product_name, "label": seed.mark, "model": "simulator/hang"}
    impatient = with_change(NAME, "| `give_up_minutes_image` | 15", "| `give_up_minutes_image` | 0.2")
    assert produce(fast_runner, impatient, **inputs)[0].why == "gave up"
    ended, run = produce(fast_runner, **{**inputs, "model": None})
    assert ended.how == "done", run.transcript.lines()
    jobs = fast_runner.api.get("/api/gen/media", productId=seed.product_id)["media"]
    assert [one["status"] for one in jobs] == ["completed", "stalled"]


def test_the_agent_asks_when_an_input_is_missing_or_the_price_is_too_high(fast_runner: SkillRunner) -> None:
    seed = Seed(fast_runner.api, photo=False)
    assert produce(fast_runner, product_name=seed.product_name)[0].why == "no photo given"
    unreachable = {"product_name": seed.product_name, "photo_url": "https://localhost/mug.png"}
    assert produce(fast_runner, **unreachable)[0].why == "invalid_request"
    greedy = with_change(NAME, "| `reserve_credits` | 0", "| `reserve_credits` | 9000000")
    seed = Seed(fast_runner.api)
    assert (
        produce(fast_runner, greedy, product_name=seed.product_name, label=seed.mark)[0].why == "too little"
    )


def test_insufficient_credits_are_reported_and_nothing_is_charged(
    service: Service, client_python: str, visited: set[str]
) -> None:
    """The skill checks the balance first, so the test sets its price to 0 to reach the service's refusal."""
    with SkillRunner(service, client_python, visited, service.low_balance_user) as runner:
        before = runner.api.get("/api/gen/credits")["balance"]
        assert before < 1300
        seed = Seed(runner.api)
        dear = with_change(NAME, "| `price_video_10` | 1300", "| `price_video_10` | 0")
        video = {"kind": "video", "orientation": "portrait", "seconds": 10, "resolution": "SD"}
        ended, _ = produce(runner, dear, product_name=seed.product_name, label=seed.mark, **video)
        assert (ended.how, ended.why) == ("ask", "insufficient_credits")
        assert runner.api.get("/api/gen/credits")["balance"] == before


def test_a_damaged_file_is_rejected(fast_runner: SkillRunner, monkeypatch: pytest.MonkeyPatch) -> None:
    seed = Seed(fast_runner.api)
    monkeypatch.setattr("skill_runner.fetch", lambda address: b"cut")
    assert produce(fast_runner, product_name=seed.product_name, label=seed.mark)[0].why == "damaged"


def test_another_prompt_for_the_same_creative_uses_the_existing_job(fast_runner: SkillRunner) -> None:
    """A model does not write the same prompt twice, and a new session does not know the earlier jobs."""
    seed = Seed(fast_runner.api)
    ref = f"{seed.mark}-image-{seed.product_id}"
    body = {"prompt": "in other words", "clientRef": ref, "productId": seed.product_id}
    job = fast_runner.api.post("/api/gen/image", body)["id"]

    class Forgetful(Produce):
        def look_before_you_pay(self, run: Run):
            super().look_before_you_pay(run)

    ended, run = produce(fast_runner, driver=Forgetful, product_name=seed.product_name, label=seed.mark)
    assert ended.how == "done" and run.values["media_id"] == job


def test_content_rejected_at_submit_gets_a_new_scene(
    fast_runner: SkillRunner,
) -> None:
    """No model of the simulator rejects at submit, so the answer of this one call is replaced."""
    seed = Seed(fast_runner.api)
    refused = {"ok": False, "code": "provider_rejected", "message": "", "charged": "refunded"}

    class Rejected(Produce):
        def submit(self, run: Run):
            real = run.environment.tool
            run.environment.tool = lambda name, args: refused if not self.tries else real(name, args)
            label = super().submit(run)
            run.environment.tool = real
            return label

    ended, run = produce(fast_runner, driver=Rejected, product_name=seed.product_name, label=seed.mark)
    assert ended.how == "done", run.transcript.lines()
    assert run.values["client_ref"] == f"{seed.mark}-image-{seed.product_id}-2"


def test_two_products_with_the_same_label_get_a_picture_each(fast_runner: SkillRunner) -> None:
    """The second product used to get the picture of the first one, reported as a success."""
    first, second = Seed(fast_runner.api), Seed(fast_runner.api, name="Lip balm")
    made = {}
    for seed in (first, second):
        ended, run = produce(fast_runner, product_name=seed.product_name, label=f"autumn-{first.mark}")
        assert ended.how == "done", run.transcript.lines()
        made[seed.product_id] = run.values["media_id"]
    for product_id, media_id in made.items():
        assert fast_runner.api.get(f"/api/gen/media/{media_id}")["productId"] == product_id
        assert fast_runner.api.get(f"/api/gen/products/{product_id}")["product"]["mediaCount"] == 1


def test_a_picture_of_another_product_is_never_attached(fast_runner: SkillRunner) -> None:
    seed, other = Seed(fast_runner.api), Seed(fast_runner.api)
    ref = f"{seed.mark}-image-{seed.product_id}"
    fast_runner.api.post("/api/gen/image", {"prompt": "x", "productId": other.product_id, "clientRef": ref})
    ended, _ = produce(fast_runner, product_name=seed.product_name, label=seed.mark)
    assert (ended.how, ended.why) == ("ask", "another product")


def test_two_products_of_one_name_are_not_confused(fast_runner: SkillRunner) -> None:
    seed = Seed(fast_runner.api)
    fast_runner.api.post("/api/gen/products", {"name": seed.product_name.upper()})
    assert produce(fast_runner, product_name=seed.product_name)[0].why == "several"


def test_a_key_without_every_scope_stops_at_step_1(runner: SkillRunner) -> None:
    runner.use_key(scopes=["read", "generate"])
    ended, _ = produce(runner)
    assert (ended.how, ended.step, ended.why) == ("ask", 1, "not ready")


def test_the_scenarios_cover_every_step_and_branch_of_the_skill(visited: set[str]) -> None:
    assert_all_visited(NAME, visited)
