"""What an agent wrote can be read back whole: texts of CEPs, and what a media was made from."""

from __future__ import annotations

import pytest
from faulty_server import answers

LONG = "Dry skin after long flights, " * 60
NOTES = "Heard in four interviews. " * 70
CEP = {"id": "cep_1", "cepText": LONG[:2000], "painPoint": "dry skin", "angle": "soft", "notes": NOTES[:2000]}
PHOTO = {"photoReferenceId": "pho_1", "label": "front", "fileUrl": "https://a.example/1.png", "order": 0}
MEDIA = {
    **{"id": "med_1", "status": "completed", "waiting": False, "prompt": LONG[:2000], "inputs": [PHOTO]},
    **{"productId": "prd_1", "cepId": "cep_1", "characterId": None, "hook": "plane window", "angle": "soft"},
    **{"orientation": "portrait", "resolution": "SD", "durationSeconds": 0, "model": "simulator/ok"},
    **{"clientRef": "mug-1", "createdAt": "2026-11-18T00:00:00.000Z", "mediaType": "IMAGE"},
}


def test_a_cep_that_is_asked_for_is_whole(faulty, call) -> None:
    service = faulty(answers(200, {"ceps": [CEP, {**CEP, "id": "cep_2"}]}))
    result = call("list_ceps", product_id="prd_1", cep_id="cep_1")
    assert result["ceps"] == [CEP]
    assert "cep" not in service.received[0].path.split("?")[1], "the service has no such filter"


def test_a_list_of_ceps_stays_short(faulty, call) -> None:
    faulty(answers(200, {"ceps": [CEP]}))
    (row,) = call("list_ceps", product_id="prd_1")["ceps"]
    assert len(row["cepText"]) == 240 and row["cepText"].endswith("…") and "notes" not in row


def test_a_cep_of_another_product_is_not_found(faulty, call) -> None:
    faulty(answers(200, {"ceps": [CEP]}))
    refused = call("list_ceps", product_id="prd_1", cep_id="cep_9")
    assert (refused["code"], refused["field"]) == ("not_found", "cep_id") and "list_ceps" in refused["hint"]


def test_a_media_says_what_it_was_made_from_when_asked(faulty, call) -> None:
    faulty(answers(200, MEDIA))
    poll = call("get_media", media_id="med_1")
    assert "prompt" not in poll and "inputs" not in poll, "a poll stays short"
    seen = call("get_media", media_id="med_1", details=True)
    assert seen["prompt"] == MEDIA["prompt"] and seen["hook"] == "plane window"
    assert seen["inputs"] == [{name: PHOTO[name] for name in ("photoReferenceId", "label", "fileUrl")}]
    assert (seen["productId"], seen["cepId"], seen["orientation"]) == ("prd_1", "cep_1", "portrait")
    assert (seen["model"], seen["clientRef"]) == ("simulator/ok", "mug-1") and "characterId" not in seen


def test_details_are_for_one_media_at_a_time(faulty, call) -> None:
    service = faulty(answers(200, {"media": []}))
    refused = call("get_media", media_ids=["med_1", "med_2"], details=True)
    assert (refused["code"], refused["field"], service.received) == ("bad_arguments", "details", [])


@pytest.mark.parametrize(("limit", "length"), [(1, 2000), (2, 240)])
def test_a_single_hit_is_whole(limit, length, faulty, call) -> None:
    hit = {"id": "nte_1", "kind": "note", "text": LONG[:1700] + NOTES[:300], "evidence": "claimed"}
    faulty(answers(200, {"hits": [hit], "nextCursor": None}))
    (seen,) = call("search_knowledge", q="skin", limit=limit)["hits"]
    assert len(seen["text"]) == length


def test_another_one_like_this_can_be_ordered_from_what_is_read_back(real_service, call) -> None:
    product = call("create_product", name="Serum")["product"]["id"]
    cep = call("create_cep", cep_text=CEP["cepText"], notes=CEP["notes"], product_id=product)["cep"]["id"]
    (stored,) = call("list_ceps", product_id=product, cep_id=cep)["ceps"]
    assert (stored["cepText"], stored["notes"]) == (CEP["cepText"].strip(), CEP["notes"].strip())
    order = {"prompt": "the serum on a tray table", "product_id": product, "cep_id": cep, "hook": "window"}
    first = call("generate_image", **order, use_product_photo=False, size="2:3")
    seen = call("get_media", media_id=first["id"], details=True)
    again = {
        name: seen[field] for name, field in (("prompt", "prompt"), ("cep_id", "cepId"), ("hook", "hook"))
    }
    assert {**again, "product_id": seen["productId"]} == order and seen["orientation"] == "portrait"
