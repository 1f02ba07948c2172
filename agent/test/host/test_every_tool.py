"""All 22 tools through the host's registry, on both versions of the mcp package, checked in the database."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator
from urllib.request import urlopen

import pytest
from every_tool_scenario import EveryToolScenario, call_every_tool
from host_registry import connected_server
from PIL import Image
from read_database import ServiceDatabase
from start_system import Service
from tool_names import TOOL_NAMES


@pytest.fixture(scope="module")
def scenario(
    service: Service, settings, mcp_python: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[EveryToolScenario]:
    user = service.take_user()
    picture = tmp_path_factory.mktemp("picture") / "bar.png"
    Image.effect_noise((640, 640), 50).convert("RGB").save(picture)
    with ServiceDatabase(service.database_url) as database, connected_server(mcp_python, settings(user)):
        user_id = database.one("select id from users where email = %s", user.email)["id"]
        scenario = EveryToolScenario(service, user, database, user_id, picture)
        call_every_tool(scenario)
        yield scenario


def test_all_22_tools_are_called(scenario: EveryToolScenario) -> None:
    assert sorted(scenario.results) == sorted(TOOL_NAMES)


def test_the_product_is_stored_and_renamed(scenario: EveryToolScenario) -> None:
    product_id = scenario["create_product"]["product"]["id"]
    row = scenario.database.one("select * from products where id = %s", product_id)
    renamed = scenario["rename_product"]["product"]
    assert (row["user_id"], row["mode"], row["name"]) == (scenario.user_id, "live", renamed["name"])
    assert scenario["create_product"]["product"]["name"] != renamed["name"]
    mine = scenario.database.all(
        "select id, name from products where user_id = %s and mode = 'live'", scenario.user_id
    )
    listed = scenario["list_products"]["products"]
    assert {one["id"] for one in listed} <= {one["id"] for one in mine} and product_id in str(listed)
    answer = scenario["get_product"]["product"]
    assert (answer["name"], answer["mediaCount"]) == (row["name"], row["media_count"]) == (renamed["name"], 1)
    assert [one["id"] for one in answer["media"]] == [scenario["generate_image"]["id"]]


def test_the_photo_is_the_local_picture(scenario: EveryToolScenario) -> None:
    photo = scenario["add_product_reference"]["photo"]
    row = scenario.database.one("select * from photos where id = %s", photo["id"])
    assert (row["label"], row["kind"], row["deactivated_at"]) == ("front", "product", None)
    # The service re-encodes the picture without its metadata; the pixels stay the same.
    with urlopen(photo["url"], timeout=20) as served:
        data = served.read()
    assert hashlib.sha256(data).digest() == bytes(row["sha256"])
    with Image.open(scenario.picture) as sent, Image.open(io.BytesIO(data)) as stored:
        assert stored.tobytes() == sent.tobytes()
    assert scenario["list_product_photos"]["photos"] == [photo]
    assert [one["id"] for one in scenario["get_product"]["product"]["photos"]] == [photo["id"]]


def test_the_characters_are_the_owners(scenario: EveryToolScenario) -> None:
    query = "select id, name from characters where user_id = %s and mode = 'live' order by created_at desc"
    rows = scenario.database.all(query, scenario.user_id)[:50]
    by_id = sorted(scenario["list_characters"]["characters"], key=lambda one: one["id"])
    assert by_id == sorted(rows, key=lambda one: one["id"]) and rows


def test_the_cep_is_stored_listed_and_deleted(scenario: EveryToolScenario) -> None:
    made = scenario["create_cep"]["cep"]
    row = scenario.database.one("select * from ceps where id = %s", made["id"])
    assert (row["cep_text"], row["angle"], row["product_id"]) == (
        made["cepText"],
        "energy",
        scenario["create_product"]["product"]["id"],
    )
    assert [one["id"] for one in scenario["list_ceps"]["ceps"]] == [made["id"]]
    assert (row["status"], scenario["delete_cep"]["cep"]["status"]) == ("deleted", "deleted")


@pytest.mark.parametrize(("tool", "kind"), [("generate_image", "image"), ("generate_video", "video")])
def test_a_job_is_stored_and_charged_once(scenario: EveryToolScenario, tool: str, kind: str) -> None:
    answer = scenario[tool]
    row = scenario.database.one("select * from media where id = %s", answer["id"])
    assert (row["kind"], row["client_ref"], row["cost_credits"]) == (
        kind,
        answer["clientRef"],
        answer["creditsCost"],
    )
    assert (row["user_id"], answer["charged"]) == (scenario.user_id, "charged")
    entry = scenario.database.one("select * from ledger_entries where ref_id = %s", answer["id"])
    assert (entry["kind"], -entry["amount"], entry["balance_after"]) == (
        "charge",
        answer["creditsCost"],
        answer["balanceAfter"],
    )


def test_the_job_stores_its_inputs(scenario: EveryToolScenario) -> None:
    row = scenario.database.one("select * from media where id = %s", scenario["generate_image"]["id"])
    assert (row["product_id"], row["cep_id"], row["hook"]) == (
        scenario["create_product"]["product"]["id"],
        scenario["create_cep"]["cep"]["id"],
        "Hungry?",
    )
    assert scenario["add_product_reference"]["photo"]["id"] in str(row["inputs"])
    assert [one["id"] for one in scenario["list_media"]["media"]] == [row["id"]]


def test_a_poll_returns_the_stored_state_of_the_jobs(scenario: EveryToolScenario) -> None:
    polled = scenario["get_media"]
    assert polled["waiting"] == 0 and "missing" not in polled
    for answer in polled["media"]:
        row = scenario.database.one("select * from media where id = %s", answer["id"])
        assert (answer["status"], answer["mediaType"]) == (row["status"], row["kind"].upper())
        assert (answer["status"], answer["creditsCost"]) == ("completed", row["cost_credits"])
        assert answer["id"] in answer["videoUrl"] and answer["id"] in row["object_key"]


def test_the_download_is_the_stored_file(scenario: EveryToolScenario) -> None:
    answer = scenario["download_media"]
    row = scenario.database.one("select * from media where id = %s", scenario["generate_image"]["id"])
    with urlopen(answer["downloadUrl"], timeout=20) as served:
        data = served.read()
    assert len(data) == answer["sizeBytes"] == row["size_bytes"]
    assert hashlib.sha256(data).hexdigest() == answer["sha256"] == bytes(row["sha256"]).hex()
    kit = answer["uploadKit"]
    assert hashlib.md5(data).hexdigest() == kit["md5"] == bytes(row["md5"]).hex()
    assert (kit["width"], kit["height"]) == (row["width"], row["height"])


def test_media_are_attached_by_the_job_and_by_the_tool(scenario: EveryToolScenario) -> None:
    answer = scenario["attach_media"]["product"]
    row = scenario.database.one(
        "select * from attachments where media_id = %s", scenario["generate_video"]["id"]
    )
    assert (row["product_id"], answer["mediaCount"]) == (answer["id"], 1)
    assert (
        scenario.database.one("select media_count from products where id = %s", answer["id"])["media_count"]
        == 1
    )
    row = scenario.database.one(
        "select * from attachments where media_id = %s", scenario["generate_image"]["id"]
    )
    assert row["product_id"] == scenario["create_product"]["product"]["id"]


SUMS = """select count(distinct ads.id) as ads, count(distinct ads.campaign_name) as campaigns,
  sum(spend) as spend, sum(impressions) as impressions, sum(clicks) as clicks,
  sum(conversions) as conversions, sum(revenue) as revenue
  from observations join ads on ads.id = observations.ad_id where is_current and """


def test_the_history_adds_up_the_rows(scenario: EveryToolScenario) -> None:
    product_id = scenario["create_product"]["product"]["id"]
    history = scenario["get_campaign_history"]["history"]
    assert len(history) == 4
    for answer in history:
        sums = scenario.database.one(
            SUMS + "ads.product_id = %s and platform_ad_id = %s", product_id, answer["platformAdId"]
        )
        fields = ("spend", "impressions", "clicks", "conversions", "revenue")
        assert {name: answer[name] for name in fields} == {name: float(sums[name]) for name in fields}
        assert answer["roas"] == pytest.approx(float(sums["revenue"] / sums["spend"]), rel=1e-3)
        assert answer["evidence"] == "observed"
    assert scenario["generate_image"]["id"] in {answer.get("generatedMediaId") for answer in history}


def test_the_pattern_and_its_baseline_match_the_rows(scenario: EveryToolScenario) -> None:
    answer = scenario["get_winning_patterns"]
    cep_id = scenario["create_cep"]["cep"]["id"]
    assert [one["ingredients"]["cepId"] for one in answer["patterns"]] == [cep_id]
    sums = scenario.database.one(SUMS + "ads.cep_id = %s", cep_id)
    sample = answer["patterns"][0]["sample"]
    assert (sample["ads"], sample["campaigns"]) == (sums["ads"], sums["campaigns"])
    assert (sample["spend"], sample["conversions"]) == (float(sums["spend"]), float(sums["conversions"]))
    every = scenario.database.one(SUMS + "ads.product_id = %s", scenario["create_product"]["product"]["id"])
    assert answer["baseline"]["roas"] == pytest.approx(float(every["revenue"] / every["spend"]), rel=1e-3)


def test_the_search_finds_the_reported_results(scenario: EveryToolScenario) -> None:
    hits = scenario["search_knowledge"]["hits"]
    ids = [hit["id"] for hit in hits if hit["kind"] == "history"]
    found = scenario.database.all("select id from series where id = any(%s)", ids)
    assert ids and len(found) == len(ids)
    assert all(hit["evidence"] == "observed" and hit["age"] >= 0 for hit in hits if hit["kind"] == "history")


def test_the_balance_matches_the_ledger(scenario: EveryToolScenario) -> None:
    account = scenario.database.one(
        "select balance from credit_accounts where user_id = %s and mode = 'live'", scenario.user_id
    )
    assert scenario["ping"]["balance"] == scenario["check_credits"]["balance"] == account["balance"]
    query = "select * from ledger_entries where user_id = %s and mode = 'live' order by seq desc limit 10"
    entries = scenario.database.all(query, scenario.user_id)
    answer = scenario["check_credits"]["transactions"]
    assert [(one["amount"], one["refId"], one["balanceAfter"]) for one in answer] == [
        (one["amount"], one["ref_id"], one["balance_after"]) for one in entries
    ]


def test_the_guide_is_returned_as_text(scenario: EveryToolScenario) -> None:
    guide = scenario["get_platform_marketing_guide"]
    assert list(guide) == ["result"] and "\n# D. Cookbook\n" in guide["result"]
