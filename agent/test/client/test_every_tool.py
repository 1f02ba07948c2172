"""Every tool against the real service, in the order in which an agent calls them."""

from __future__ import annotations

import secrets
import time
import urllib.request
from pathlib import Path

import pytest
from png_file import make_png
from read_result import read_result
from result_text import write_result
from stdio_session import in_session
from tokenizer import count_tokens
from toolbox import run_tool


@pytest.fixture
def picture(tmp_path: Path) -> str:
    file = tmp_path / "mug.png"
    file.write_bytes(make_png())
    return str(file)


def finish(call, media_id: str) -> dict:
    until = time.monotonic() + 90
    while time.monotonic() < until:
        result = call("get_media", media_id=media_id)
        if not result.get("waiting"):
            return result
    raise AssertionError(f"{media_id} did not finish")


def test_an_agent_produces_a_creative(real_service, call, picture) -> None:
    before = call("ping")["balance"]
    product = call("create_product", name="Winter mug")["product"]["id"]
    assert call("rename_product", product_id=product, name="Blue mug")["product"]["name"] == "Blue mug"
    photo = call("add_product_reference", product_id=product, label="front", file_path=picture)["photo"]
    assert photo["isPrimary"] is True
    assert call("list_product_photos", product_id=product)["photos"] == [photo]
    assert call("list_characters")["characters"] == []
    made = {"cep_text": "Cold hands at the desk", "angle": "warmth", "keywords": ["Winterkälte", "冬天"]}
    cep = call("create_cep", **made, product_id=product)["cep"]
    assert call("list_ceps", product_id=product)["ceps"][0]["id"] == cep["id"]

    image = call("generate_image", prompt="the mug from the photo", product_id=product, cep_id=cep["id"], n=2)
    assert (image["creditsCost"], image["balanceAfter"]) == (800, before - 800)
    assert "get_media" in image["message"] and "pollUrl" not in image["message"]
    video = call("generate_video", prompt="it turns", duration_seconds=6, file_path=picture)
    done = finish(call, image["id"])
    assert done["status"] == "completed" and done["videoUrl"].endswith(".png") and len(done["moreFiles"]) == 1
    finish(call, video["id"])
    both = call("get_media", media_ids=[video["id"], image["id"], "med_0000000000000000000000"])
    assert [row["status"] for row in both["media"]] == ["completed"] * 2 and len(both["missing"]) == 1

    kit = call("download_media", media_id=video["id"])
    assert kit["contentType"] == "video/mp4" and kit["uploadKit"]["width"] > 0
    assert "renditions" not in kit["uploadKit"] and "no renditions" in kit["uploadKit"]["renditionsNote"]
    shown = call("download_media", media_id=image["id"])["uploadKit"]
    assert [row["placement"] for row in shown["renditions"]] == [
        "feed_portrait",
        "vertical",
        "feed_landscape",
    ]
    assert {row["way"] for row in shown["renditions"]} == {"crop"} and "-pad.jpg" in shown["renditionsNote"]
    for row in shown["renditions"]:
        for url in (row["url"], row["url"].replace("-crop.jpg", "-pad.jpg")):
            with urllib.request.urlopen(url) as answer:
                assert answer.headers["content-type"] == "image/jpeg"
    assert (
        call("attach_media", product_id=product, generated_media_id=video["id"])["product"]["mediaCount"] == 3
    )
    assert len(call("get_product", product_id=product)["product"]["media"]) == 3
    assert call("list_products")["products"][0]["mediaCount"] == 3
    assert [row["id"] for row in call("list_media", client_ref=video["clientRef"])["media"]] == [video["id"]]
    assert call("search_knowledge", q="cold hands", product_id=product)["hits"][0]["id"] == cep["id"]
    asked = {"q": "freezing fingers", "product_id": product}
    assert call("search_knowledge", **asked)["hits"] == []
    found = call("search_knowledge", **asked, also=["a, b & c=d", "winterkälte", "冬天的手"])
    assert [hit["id"] for hit in found["hits"]] == [cep["id"]]
    assert call("search_knowledge", **asked, also=["a", "b", "c", "d"])["code"] == "bad_arguments"
    assert call("get_campaign_history", product_id=product)["history"] == []
    assert call("get_winning_patterns", product_id=product)["patterns"] == []
    assert call("delete_cep", cep_id=cep["id"])["cep"]["status"] == "deleted"
    assert call("delete_cep", cep_id=cep["id"])["code"] == "not_found"
    credits = call("check_credits", limit=2)
    assert credits["balance"] == before - 1800 and len(credits["transactions"]) == 2


def test_the_same_creative_is_charged_once(real_service, call) -> None:
    ref = f"mug-{secrets.token_hex(4)}"
    first = call("generate_image", prompt="a mug", client_ref=ref)
    second = call("generate_image", prompt="a mug", client_ref=ref)
    assert second["id"] == first["id"] and second["replayed"] is True and second["charged"] == "charged"
    assert "400 credits were charged then, none now" in second["message"]
    third = call("generate_image", prompt="another mug", client_ref=ref)
    assert third["code"] == "client_ref_conflict" and first["id"] in third["hint"]
    assert call("ping")["balance"] == first["balanceAfter"]


def test_without_a_client_ref_a_second_call_is_a_second_charge(real_service, call) -> None:
    """The reason why the submit tools are not marked as idempotent."""
    before = call("ping")["balance"]
    jobs = [call("generate_image", prompt="a mug") for _ in range(2)]
    assert jobs[0]["id"] != jobs[1]["id"] and call("ping")["balance"] == before - 800


def test_a_failed_job_is_refunded_and_says_so(real_service, call) -> None:
    before = call("ping")["balance"]
    refused = call("generate_image", prompt="x", model="simulator/refuse")
    assert (refused["code"], refused["charged"], refused["balance"]) == (
        "provider_unavailable",
        "refunded",
        before,
    )
    jobs = [
        call("generate_image", prompt="x", model=f"simulator/{how}")["id"] for how in ("fail", "moderated")
    ]
    ends = [finish(call, one) for one in jobs]
    assert all(one["charged"] == "refunded" and "refunded" in one["message"] for one in ends)
    assert ends[1]["errorCode"] == "content_rejected" and "Change the prompt" in ends[1]["message"]
    assert call("ping")["balance"] == before


def test_the_real_service_refuses_with_the_expected_codes(real_service, call, monkeypatch) -> None:
    assert call("get_product", product_id="prd_0000000000000000000000")["code"] == "not_found"
    assert call("generate_image", prompt="x", product_id="cep_" + "0" * 22)["code"] == "wrong_id_kind"
    mistaken = call("get_media", media_id="prd_" + "0" * 22)
    assert mistaken["code"] == "not_found" and "it is a product id" in mistaken["message"]
    assert "list_media" in mistaken["hint"]
    insecure = call("generate_image", prompt="x", image_urls=["http://a.example/1.png"])
    assert insecure["code"] == "invalid_request" and insecure["field"] == "image_urls"
    monkeypatch.setenv("SVC_API_KEY", real_service.low_balance_user.api_key)
    refused = call("generate_video", prompt="x", resolution="HD", duration_seconds=15)
    assert (refused["code"], refused["required"], refused["charged"]) == (
        "insufficient_credits",
        3900,
        "none",
    )
    monkeypatch.setenv("SVC_API_KEY", "hsk_" + "A" * 49)
    assert call("ping")["code"] == "unauthorized"


def test_the_five_extra_tools_work(real_service, call, monkeypatch) -> None:
    monkeypatch.setenv("SVC_EXTRA_TOOLS", "1")
    product = call("create_product", name="mug")["product"]["id"]
    quote = call("quote_job", kind="video", prompt="x", resolution="HD", product_id=product)["quote"]
    assert (quote["creditsCost"], quote["affordable"]) == (2600, True)
    media = call("generate_image", prompt="x", product_id=product)["id"]
    ad = f"ad-{secrets.token_hex(4)}"
    row = {
        **{"day": "2026-11-13", "currency": "EUR", "spend": 10, "impressions": 1000, "clicks": 20},
        **{"conversions": 2, "conversion_type": "purchase", "revenue": 50, "attribution": "7d_click"},
        **{"objective": "OUTCOME_SALES", "fetched_at": "2026-11-14T12:00:00Z", "platform_ad_id": ad},
    }
    sent = call("report_results", kind="observation", generated_media_id=media, platform_ad_id=ad, rows=[row])
    assert sent["report"]["accepted"] == 1 and sent["idempotencyKey"]
    claim = {"metric": "roas", "value": 9, "window_start": "2026-11-13", "window_end": "2026-11-13"}
    claimed = call("report_results", kind="claim", platform_ad_id=ad, **claim)
    assert claimed["report"]["evidence"] == "claimed", "rows about the ad do not prove the claim"
    history = call("get_campaign_history", product_id=product)["history"]
    assert history[0]["observed"]["metric"] and history[0]["drift"]["verdict"]
    assert call("get_drift", product_id=product)["drift"][0]["claimed"] == 9
    assert call("plan_creatives", product_id=product, active=0)["plan"]["need"] == 5
    assert call("cancel_media", media_id=media)["code"] in ("not_cancellable", "not_found")


def test_a_report_can_be_written_from_the_text_of_the_tool(real_service, call, monkeypatch) -> None:
    """Figures as the platform sends them, and what the rows share once above them."""
    monkeypatch.setenv("SVC_EXTRA_TOOLS", "report_results")
    figures = {"spend": "10.50", "impressions": "1000", "clicks": "20", "conversions": "2", "revenue": "50"}
    rows = [{"day": f"2026-11-{day}", **figures} for day in (12, 13)]
    shared = {"currency": "EUR", "objective": "OUTCOME_SALES", "conversion_type": "omni_purchase"}
    ad = secrets.token_hex(4)
    sent = call(
        "report_results", kind="observation", platform_ad_id=ad, attribution="7d_click", rows=rows, **shared
    )
    assert sent["report"]["accepted"] == 2, sent
    (seen,) = call("get_campaign_history")["history"]
    assert (seen["spend"], seen["conversionType"], seen["objective"]) == (21, "omni_purchase", "sales")
    refused = call("report_results", kind="observation", platform_ad_id=ad, rows=[{"day": "2026-11-13"}])
    assert len(refused["fields"]) == 9, refused


def test_an_empty_memory_says_so(real_service, call) -> None:
    for tool, arguments in (("get_campaign_history", {}), ("search_knowledge", {"q": "flights"})):
        message = call(tool, **arguments)["message"]
        assert "The memory is empty" in message and "report_results" in message


def test_a_production_loop_stays_within_its_token_limit(real_service, call) -> None:
    def tokens(name: str, **arguments: object) -> tuple[int, dict]:
        result = run_tool(name, arguments)
        return count_tokens({"result": write_result(result)}), result

    submit, job = tokens("generate_image", prompt="x")
    waiting, _ = tokens("get_media", media_id=job["id"])
    finish(call, job["id"])
    end, _ = tokens("get_media", media_id=job["id"])
    download, _ = tokens("download_media", media_id=job["id"])
    assert max(waiting, end) <= 200
    assert submit + 5 * waiting + end + download <= 2_000


def test_the_built_file_works_with_the_real_service(mcp_python, real_service) -> None:
    user = real_service.take_user()

    async def work(session):
        await session.list_tools()
        product = await session.call_tool("create_product", {"name": "mug"})
        return product, await session.call_tool("list_products", {})

    env = {"SVC_BASE_URL": real_service.base_url, "SVC_API_KEY": user.api_key}
    made, listed = in_session(mcp_python, env, work)
    assert made.structuredContent is None and listed.structuredContent is None
    product = read_result(made.content[0].text)["product"]
    assert product["id"] == read_result(listed.content[0].text)["products"][0]["id"]
