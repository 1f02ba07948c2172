"""All 22 tools through the host's registry, on both versions of the mcp package, judged by the database."""

from __future__ import annotations

import hashlib
import io
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.request import urlopen

import pytest
from dev_service import Person, Service
from host_registry import call_raw, call_tool, connected_server
from PIL import Image
from seed_campaign import send_rows
from service_api import ServiceApi
from service_database import ServiceDatabase
from tool_names import TOOL_NAMES

FINISH_SECONDS = 90
AD_ROWS = (
    {"spend": 180.5, "impressions": 9_000, "clicks": 150, "conversions": 9, "revenue": 495},
    {"spend": 40, "impressions": 2_000, "clicks": 30, "conversions": 2, "revenue": 60},
)


@dataclass
class World:
    service: Service
    person: Person
    rows: ServiceDatabase
    user_id: str
    picture: Path
    results: dict[str, dict] = field(default_factory=dict)

    def use(self, tool: str, **arguments: object) -> dict:
        result = call_tool(tool, **arguments)
        assert result["ok"] is True, (tool, result)
        self.results[tool] = result
        return result

    def __getitem__(self, tool: str) -> dict:
        return self.results[tool]


@pytest.fixture(scope="module")
def world(
    service: Service, settings, mcp_python: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[World]:
    person = service.person()
    picture = tmp_path_factory.mktemp("picture") / "bar.png"
    Image.effect_noise((640, 640), 50).convert("RGB").save(picture)
    with ServiceDatabase(service.database_url) as rows, connected_server(mcp_python, settings(person)):
        user_id = rows.one("select id from users where email = %s", person.email)["id"]
        world = World(service, person, rows, user_id, picture)
        live_through(world)
        yield world


def live_through(world: World) -> None:
    """One life of a product. The jobs are made first, because the client waits before it polls them."""
    word = uuid.uuid4().hex[:8]
    api = ServiceApi(world.service.base_url, world.person.api_key)
    api.post("/api/gen/characters", {"name": f"Mara {word}"})
    product_id = world.use("create_product", name=f"Bar {word}")["product"]["id"]
    world.use("add_product_reference", product_id=product_id, label="front", file_path=str(world.picture))
    cep_text = f"hungry on the summit {word}"
    cep_id = world.use("create_cep", product_id=product_id, cep_text=cep_text, angle="energy")["cep"]["id"]
    image = world.use(
        "generate_image",
        prompt="The product from the reference photo on a rock",
        product_id=product_id,
        cep_id=cep_id,
        hook="Hungry?",
        client_ref=f"bar-{word}",
    )
    video = world.use("generate_video", prompt="It turns", file_path=str(world.picture), duration_seconds=6)
    world.use("list_media", client_ref=f"bar-{word}")
    world.use("rename_product", product_id=product_id, name=f"Summit bar {word}")
    world.use("list_products", limit=50)
    world.use("list_product_photos", product_id=product_id)
    world.use("list_characters", limit=50)
    world.use("list_ceps", product_id=product_id)
    bring_results(world, product_id, cep_id, image["id"], word)
    world.use("get_campaign_history", product_id=product_id, limit=50)
    world.use("get_winning_patterns", product_id=product_id)
    world.use("search_knowledge", q=f"summit campaign {word}", product_id=product_id)
    wait_for_files(world, image["id"], video["id"])
    world.use("get_media", media_ids=[image["id"], video["id"]])
    world.use("download_media", media_id=image["id"])
    world.use("get_product", product_id=product_id)
    second = call_tool("create_product", name=f"Other {word}")["product"]["id"]
    world.use("attach_media", product_id=second, generated_media_id=video["id"])
    world.use("delete_cep", cep_id=cep_id)
    world.use("ping")
    world.use("check_credits", limit=10)
    world.results["get_platform_marketing_guide"] = call_raw("get_platform_marketing_guide", section="D")


def bring_results(world: World, product_id: str, cep_id: str, media_id: str, word: str) -> None:
    """Four ads in two campaigns; three of them share the CEP, which is enough for a pattern."""
    for n in range(3):
        subject = {"platformAdId": f"{word}-{n}", "campaignName": f"Summit campaign {word} {n % 2}"}
        send_rows(
            world.service, world.person, {**subject, "productId": product_id, "cepId": cep_id}, [*AD_ROWS]
        )
    subject = {"platformAdId": f"{word}-3", "generatedMediaId": media_id, "campaignName": f"Summit {word}"}
    send_rows(world.service, world.person, subject, [*AD_ROWS])


def wait_for_files(world: World, *media_ids: str) -> None:
    until = time.monotonic() + FINISH_SECONDS
    pending = "select id from media where id = any(%s) and status in ('queued', 'processing')"
    while world.rows.all(pending, [*media_ids]):
        assert time.monotonic() < until, "the simulator did not finish"
        time.sleep(0.2)


def test_every_one_of_the_22_tools_was_called(world: World) -> None:
    assert sorted(world.results) == sorted(TOOL_NAMES)


def test_the_product_is_there_as_it_was_made_and_renamed(world: World) -> None:
    product_id = world["create_product"]["product"]["id"]
    row = world.rows.one("select * from products where id = %s", product_id)
    renamed = world["rename_product"]["product"]
    assert (row["user_id"], row["mode"], row["name"]) == (world.user_id, "live", renamed["name"])
    assert world["create_product"]["product"]["name"] != renamed["name"]
    mine = world.rows.all("select id, name from products where user_id = %s and mode = 'live'", world.user_id)
    listed = world["list_products"]["products"]
    assert {one["id"] for one in listed} <= {one["id"] for one in mine} and product_id in str(listed)
    told = world["get_product"]["product"]
    assert (told["name"], told["mediaCount"]) == (row["name"], row["media_count"]) == (renamed["name"], 1)
    assert [one["id"] for one in told["media"]] == [world["generate_image"]["id"]]


def test_the_photo_is_the_local_picture(world: World) -> None:
    photo = world["add_product_reference"]["photo"]
    row = world.rows.one("select * from photos where id = %s", photo["id"])
    assert (row["label"], row["kind"], row["deactivated_at"]) == ("front", "product", None)
    # The service writes the picture anew, without what else was in the file; its pixels stay.
    with urlopen(photo["url"], timeout=20) as served:
        data = served.read()
    assert hashlib.sha256(data).digest() == bytes(row["sha256"])
    with Image.open(world.picture) as sent, Image.open(io.BytesIO(data)) as kept:
        assert kept.tobytes() == sent.tobytes()
    assert world["list_product_photos"]["photos"] == [photo]
    assert [one["id"] for one in world["get_product"]["product"]["photos"]] == [photo["id"]]


def test_the_characters_are_the_owners(world: World) -> None:
    query = "select id, name from characters where user_id = %s and mode = 'live' order by created_at desc"
    rows = world.rows.all(query, world.user_id)[:50]
    by_id = sorted(world["list_characters"]["characters"], key=lambda one: one["id"])
    assert by_id == sorted(rows, key=lambda one: one["id"]) and rows


def test_the_cep_is_kept_listed_and_deleted(world: World) -> None:
    made = world["create_cep"]["cep"]
    row = world.rows.one("select * from ceps where id = %s", made["id"])
    assert (row["cep_text"], row["angle"], row["product_id"]) == (
        made["cepText"],
        "energy",
        world["create_product"]["product"]["id"],
    )
    assert [one["id"] for one in world["list_ceps"]["ceps"]] == [made["id"]]
    assert (row["status"], world["delete_cep"]["cep"]["status"]) == ("deleted", "deleted")


@pytest.mark.parametrize(("tool", "kind"), [("generate_image", "image"), ("generate_video", "video")])
def test_a_job_is_written_down_and_paid_once(world: World, tool: str, kind: str) -> None:
    told = world[tool]
    row = world.rows.one("select * from media where id = %s", told["id"])
    assert (row["kind"], row["client_ref"], row["cost_credits"]) == (
        kind,
        told["clientRef"],
        told["creditsCost"],
    )
    assert (row["user_id"], told["charged"]) == (world.user_id, "charged")
    entry = world.rows.one("select * from ledger_entries where ref_id = %s", told["id"])
    assert (entry["kind"], -entry["amount"], entry["balance_after"]) == (
        "charge",
        told["creditsCost"],
        told["balanceAfter"],
    )


def test_the_job_carries_what_it_was_made_from(world: World) -> None:
    row = world.rows.one("select * from media where id = %s", world["generate_image"]["id"])
    assert (row["product_id"], row["cep_id"], row["hook"]) == (
        world["create_product"]["product"]["id"],
        world["create_cep"]["cep"]["id"],
        "Hungry?",
    )
    assert world["add_product_reference"]["photo"]["id"] in str(row["inputs"])
    assert [one["id"] for one in world["list_media"]["media"]] == [row["id"]]


def test_a_poll_says_what_became_of_the_jobs(world: World) -> None:
    polled = world["get_media"]
    assert polled["waiting"] == 0 and "missing" not in polled
    for told in polled["media"]:
        row = world.rows.one("select * from media where id = %s", told["id"])
        assert (told["status"], told["mediaType"]) == (row["status"], row["kind"].upper())
        assert (told["status"], told["creditsCost"]) == ("completed", row["cost_credits"])
        assert told["id"] in told["videoUrl"] and told["id"] in row["object_key"]


def test_the_download_is_the_file_that_was_stored(world: World) -> None:
    told = world["download_media"]
    row = world.rows.one("select * from media where id = %s", world["generate_image"]["id"])
    with urlopen(told["downloadUrl"], timeout=20) as served:
        data = served.read()
    assert len(data) == told["sizeBytes"] == row["size_bytes"]
    assert hashlib.sha256(data).hexdigest() == told["sha256"] == bytes(row["sha256"]).hex()
    kit = told["uploadKit"]
    assert hashlib.md5(data).hexdigest() == kit["md5"] == bytes(row["md5"]).hex()
    assert (kit["width"], kit["height"]) == (row["width"], row["height"])


def test_media_are_attached_by_the_job_and_by_the_tool(world: World) -> None:
    told = world["attach_media"]["product"]
    row = world.rows.one("select * from attachments where media_id = %s", world["generate_video"]["id"])
    assert (row["product_id"], told["mediaCount"]) == (told["id"], 1)
    assert world.rows.one("select media_count from products where id = %s", told["id"])["media_count"] == 1
    row = world.rows.one("select * from attachments where media_id = %s", world["generate_image"]["id"])
    assert row["product_id"] == world["create_product"]["product"]["id"]


SUMS = """select count(distinct ads.id) as ads, count(distinct ads.campaign_name) as campaigns,
  sum(spend) as spend, sum(impressions) as impressions, sum(clicks) as clicks,
  sum(conversions) as conversions, sum(revenue) as revenue
  from observations join ads on ads.id = observations.ad_id where is_current and """


def test_the_history_adds_up_the_rows(world: World) -> None:
    product_id = world["create_product"]["product"]["id"]
    history = world["get_campaign_history"]["history"]
    assert len(history) == 4
    for told in history:
        sums = world.rows.one(
            SUMS + "ads.product_id = %s and platform_ad_id = %s", product_id, told["platformAdId"]
        )
        fields = ("spend", "impressions", "clicks", "conversions", "revenue")
        assert {name: told[name] for name in fields} == {name: float(sums[name]) for name in fields}
        assert told["roas"] == pytest.approx(float(sums["revenue"] / sums["spend"]), rel=1e-3)
        assert told["evidence"] == "observed"
    assert world["generate_image"]["id"] in {told.get("generatedMediaId") for told in history}


def test_the_pattern_and_its_baseline_stand_on_the_rows(world: World) -> None:
    told = world["get_winning_patterns"]
    cep_id = world["create_cep"]["cep"]["id"]
    assert [one["ingredients"]["cepId"] for one in told["patterns"]] == [cep_id]
    sums = world.rows.one(SUMS + "ads.cep_id = %s", cep_id)
    sample = told["patterns"][0]["sample"]
    assert (sample["ads"], sample["campaigns"]) == (sums["ads"], sums["campaigns"])
    assert (sample["spend"], sample["conversions"]) == (float(sums["spend"]), float(sums["conversions"]))
    every = world.rows.one(SUMS + "ads.product_id = %s", world["create_product"]["product"]["id"])
    assert told["baseline"]["roas"] == pytest.approx(float(every["revenue"] / every["spend"]), rel=1e-3)


def test_the_search_finds_what_was_written(world: World) -> None:
    hits = world["search_knowledge"]["hits"]
    ids = [hit["id"] for hit in hits if hit["kind"] == "history"]
    found = world.rows.all("select id from series where id = any(%s)", ids)
    assert ids and len(found) == len(ids)
    assert all(hit["evidence"] == "observed" and hit["age"] >= 0 for hit in hits if hit["kind"] == "history")


def test_the_balance_is_that_of_the_ledger(world: World) -> None:
    account = world.rows.one(
        "select balance from accounts where user_id = %s and mode = 'live'", world.user_id
    )
    assert world["ping"]["balance"] == world["check_credits"]["balance"] == account["balance"]
    query = "select * from ledger_entries where user_id = %s and mode = 'live' order by seq desc limit 10"
    entries = world.rows.all(query, world.user_id)
    told = world["check_credits"]["transactions"]
    assert [(one["amount"], one["refId"], one["balanceAfter"]) for one in told] == [
        (one["amount"], one["ref_id"], one["balance_after"]) for one in entries
    ]


def test_the_guide_comes_as_text(world: World) -> None:
    guide = world["get_platform_marketing_guide"]
    assert "# " in guide["result"] and guide["structuredContent"]["section"] == "D"
