"""Every refusal of the contract becomes a normal result that says what to do with which tool."""

from __future__ import annotations

import json
import re

import pytest
from checks import KEY
from failures import HINTS, RETRYABLE
from faulty_server import answers, answers_bytes, refuses
from openapi_document import ERROR_CODES, OPENAPI
from repo_paths import CONTRACT
from toolbox import TOOLS

EXAMPLES = OPENAPI["components"]["examples"]
TOOL_OF = {
    "unknown_field": ("rename_product", {"product_id": "prd_1", "name": "x"}),
    "cep_limit_reached": ("create_cep", {"cep_text": "x", "product_id": "prd_1"}),
    "idempotency_conflict": ("report_results", {"kind": "claim"}),
    "media_not_completed": ("download_media", {"media_id": "med_1"}),
    "not_cancellable": ("cancel_media", {"media_id": "med_1"}),
    "file_removed": ("download_media", {"media_id": "med_1"}),
}


def status_of(code: str) -> int:
    for path in OPENAPI["paths"].values():
        for operation in path.values():
            for status, answer in operation["responses"].items():
                if code in answer.get("$ref", "").split("/")[-1].split("."):
                    return int(status)
    raise AssertionError(code)


def test_there_is_a_hint_for_every_code() -> None:
    assert set(ERROR_CODES) <= set(HINTS)


@pytest.mark.parametrize("code", ERROR_CODES)
def test_a_refusal_says_what_to_do(code, faulty, call, monkeypatch) -> None:
    monkeypatch.setenv("SVC_EXTRA_TOOLS", "1")
    body = EXAMPLES[code]["value"]
    faulty(answers(status_of(code), body, retry_after="42"))
    name, arguments = TOOL_OF.get(code, ("generate_image", {"prompt": "x"}))
    result = call(name, **arguments)
    assert (result["ok"], result["code"]) == (False, code)
    # The example of this code is the report with another body, which the same call cannot repair.
    assert result["retryable"] == (code in RETRYABLE and code != "idempotency_conflict")
    assert any(one in result["hint"] for one in TOOLS) or "owner" in result["hint"]
    left = {"error", "code", "charged", "requestId", "existing", "field"}
    for field in set(body) - left:
        assert result[field] == body[field]
    for word in ("clientRef ", "productId", "pollUrl", "GET /", "POST "):
        assert word not in result["message"] + result["hint"]


def test_retryable_codes_match_the_contract() -> None:
    text = (CONTRACT / "src/refusals.ts").read_text(encoding="utf-8")
    for code in ERROR_CODES:
        assert f"{code}: {{ status: {status_of(code)}, retryable: {str(code in RETRYABLE).lower()} }}" in text


def test_a_full_list_of_ceps_is_compact(faulty, call) -> None:
    rows = [{"id": f"cep_{n}", "cepText": "x" * 2000, "angle": None, "notes": "n" * 2000} for n in range(30)]
    faulty(refuses(409, "cep_limit_reached", existing=rows))
    result = call("create_cep", cep_text="x", product_id="prd_1")
    assert len(result["existing"]) == 30 and len(json.dumps(result)) < 15_000


def test_a_field_is_named_like_its_argument(faulty, call) -> None:
    body = {
        "error": "productId: not one of yours.",
        "code": "not_owner",
        "charged": "none",
        "requestId": "req_1",
        "field": "productId",
    }
    faulty(answers(403, body))
    result = call("generate_image", prompt="x", product_id="prd_1")
    assert (result["field"], result["message"]) == ("product_id", "product_id: not one of yours.")
    assert "list_products" in result["hint"]


def test_an_unknown_code_of_the_service_is_passed_on(faulty, call) -> None:
    faulty(refuses(418, "teapot", limit=3))
    assert call("ping") == {
        "ok": False,
        "code": "teapot",
        "message": "Refused: teapot.",
        "hint": "Act on the message; if that does not help, tell the owner.",
        "retryable": False,
        "charged": "none",
        "limit": 3,
    }


def test_a_refusal_of_the_wrong_types_still_fits_the_schema(faulty, call) -> None:
    faulty(refuses(402, "insufficient_credits", balance="none", transactions=7, ok=True, message=5))
    assert "balance" not in call("check_credits")


@pytest.mark.parametrize(
    ("status", "code"), [(401, "unauthorized"), (403, "bad_answer"), (404, "bad_answer")]
)
def test_a_status_from_an_intermediary_is_not_taken_for_the_service(status, code, faulty, call) -> None:
    faulty(answers_bytes(status, b"<html>no</html>", content_type="text/html"))
    assert call("list_products")["code"] == code


def test_an_echoed_key_is_masked(faulty, call) -> None:
    faulty(refuses(400, "invalid_request", error=f"what is {KEY}?", field=KEY))
    assert "[key]" in call("ping")["message"]


@pytest.mark.parametrize(
    ("status", "retryable"), [("processing", True), ("failed", False), ("stalled", False)]
)
def test_a_job_that_ended_without_a_file_is_not_retryable(status, retryable, faulty, call) -> None:
    body = {"error": "No file.", "code": "media_not_completed", "charged": "none", "requestId": "req_1"}
    faulty(answers(409, {**body, "status": status}))
    result = call("download_media", media_id="med_1")
    assert result["retryable"] is retryable and ("get_media" in result["hint"]) is retryable


def test_all_wrong_arguments_are_named_at_once(faulty, call, monkeypatch) -> None:
    monkeypatch.setenv("SVC_EXTRA_TOOLS", "report_results")
    fields = ["rows[0].currency", "rows[0].conversionType"]
    faulty(refuses(400, "invalid_request", field=fields[0], fields=fields))
    result = call("report_results", kind="observation", platform_ad_id="1", rows=[{"day": "2026-11-13"}])
    assert result["field"] == "rows[0].currency"
    assert result["fields"] == ["rows[0].currency", "rows[0].conversion_type"]
    assert "everything in fields" in result["hint"]


def test_all_missing_arguments_are_named_at_once(faulty, call) -> None:
    faulty(answers(200, {}))
    result = call("add_product_reference", file_url="https://a.example/1.png")
    assert result["message"] == "product_id, label: are missing."


def test_a_job_above_the_limit_for_one_job_is_not_worth_waiting_for(faulty, call) -> None:
    """The limit does not depend on the day, so its refusal has no resetsAt."""
    faulty(refuses(403, "budget_exceeded", limit=1000, spent=0, required=1300, resetsAt=None))
    result = call("generate_video", prompt="x", client_ref="mug-1")
    assert result["retryable"] is False and "1000" in result["hint"]
    assert not re.search(r"\bwait\b|\bday\b|client_ref", result["hint"])


def test_a_job_above_the_daily_limit_can_wait_for_the_next_day(faulty, call) -> None:
    reset = "2026-11-19T00:00:00.000Z"
    faulty(refuses(403, "budget_exceeded", limit=1000, spent=900, required=400, resetsAt=reset))
    result = call("generate_image", prompt="x")
    assert result["retryable"] is True and f"wait until {reset}" in result["hint"]


@pytest.mark.parametrize("in_flight", [True, False])
def test_a_report_with_another_body_is_not_retryable(in_flight, faulty, call, monkeypatch) -> None:
    monkeypatch.setenv("SVC_EXTRA_TOOLS", "1")
    faulty(refuses(409, "idempotency_conflict", inFlight=in_flight))
    result = call("report_results", kind="claim", idempotency_key="mug-1")
    assert result["retryable"] is in_flight
    assert ("with the same idempotency_key" in result["hint"]) is in_flight
