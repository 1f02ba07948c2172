"""One form of a result: compact JSON that loses nothing, the most important fields first."""

from __future__ import annotations

import json

import pytest
from faulty_server import answers
from result_text import round_numbers, write_result
from toolbox import run_tool

MEDIA = {
    **{"id": "med_1", "mediaType": "IMAGE", "creditsCost": 400, "charged": "charged", "creditsRefunded": 0},
    **{"nextAction": "use_videoUrl", "waiting": False, "status": "completed"},
    "videoUrl": "https://svc.example/api/photos/serve/generated/med_1.png",
}


def test_the_text_names_the_id_and_the_address_of_the_file(faulty) -> None:
    """A host that shows its model only the text of a result can use it."""
    faulty(answers(200, MEDIA))
    text = write_result(run_tool("get_media", {"media_id": "med_1"}))
    assert text.startswith('{"ok":true,"id":"med_1","status":"completed","waiting":false,')
    assert MEDIA["videoUrl"] in text and "download_media" in text


def test_a_failure_begins_with_its_code_and_says_what_to_do() -> None:
    text = write_result(run_tool("ping", {}))
    assert text.startswith('{"ok":false,"code":"not_configured","message":"') and '"hint":"' in text


def test_the_text_is_one_line_without_blanks_between_fields(faulty) -> None:
    faulty(answers(201, {"product": {"id": "prd_1", "name": "Tasse\nfür Hände"}, "message": "ok"}))
    text = write_result(run_tool("create_product", {"name": "x"}))
    assert text == '{"ok":true,"product":{"id":"prd_1","name":"Tasse\\nfür Hände"},"message":"ok"}'


@pytest.mark.parametrize(
    ("number", "rounded"),
    [
        (0.9999999999999999, 1),
        (-53.9521950065081, -53.95),
        (0.018234567890123456, 0.01823),
        (4.329871, 4.33),
        (12345.678912345, 12345.68),
        (99.99, 99.99),
        (0.000012345678, 0.00001235),
        (21.0, 21),
        (0.0, 0),
        (7, 7),
    ],
)
def test_numbers_have_as_many_digits_as_a_reader_needs(number, rounded) -> None:
    assert round_numbers({"rows": [{"value": number}]}) == {"rows": [{"value": rounded}]}


def test_a_row_of_results_has_no_number_with_more_than_four_decimals(faulty) -> None:
    row = {"id": "his_1", "spend": 2617.2000000000003, "roas": 4.3298765432101234, "ctr": 0.0123456789}
    drift = {"verdict": "overstated", "driftPct": -53.9521950065081, "confidence": 0.9999999999999999}
    faulty(answers(200, {"history": [{**row, "drift": drift}], "nextCursor": None}))
    (seen,) = json.loads(write_result(run_tool("get_campaign_history", {})))["history"]
    assert (seen["spend"], seen["roas"], seen["ctr"]) == (2617.2, 4.33, 0.01235)
    assert seen["drift"] == {"verdict": "overstated", "driftPct": -53.95, "confidence": 1}
