"""Which calls are retried, and which never are."""

from __future__ import annotations

import time

import pytest
from checks import minimal_answer
from faulty_server import answers, answers_bytes, hangs, refuses, resets
from start_system import free_port
from toolbox import TOOLS

DONE = {
    "id": "med_1",
    "status": "processing",
    "creditsCost": 400,
    "balanceAfter": 600,
    "pollAfterSeconds": 10,
}
SUBMITTED = answers(201, DONE)
REPLAYED = answers(201, DONE, idempotent_replayed="true")


@pytest.mark.parametrize(
    "fault",
    [
        resets,
        answers_bytes(201, b'{"id":', length=900),
        answers_bytes(502, b"<html>"),
        answers_bytes(503, b"<html>"),
        answers_bytes(504, b""),
        refuses(500, "internal_error"),
        refuses(503, "service_unavailable"),
        refuses(503, "service_unavailable", charged="unknown"),
        refuses(409, "client_ref_in_progress", retry_after=1),
        refuses(429, "rate_limited", retry_after=1),
    ],
)
def test_a_submit_is_retried_with_the_same_client_ref(fault, faulty, call) -> None:
    service = faulty(fault, REPLAYED)
    result = call("generate_image", prompt="x")
    assert result["ok"] and result["charged"] == "charged"
    assert len(service.received) == 2 and set(service.client_refs) == {result["clientRef"]}
    assert result["clientRef"].startswith("agt_") and "replayed" not in result
    assert "600 left" in result["message"]


def test_every_submit_gets_its_own_client_ref(faulty, call) -> None:
    service = faulty(SUBMITTED)
    for _ in range(3):
        call("generate_image", prompt="x")
    assert len(set(service.client_refs)) == 3


def test_the_agents_client_ref_is_used_and_a_replay_is_reported(faulty, call) -> None:
    service = faulty(REPLAYED)
    result = call("generate_video", prompt="x", client_ref="mug-1")
    assert service.client_refs == ["mug-1"] and result["replayed"] is True and result["clientRef"] == "mug-1"


def test_a_submit_passes_on_the_warnings(faulty, call) -> None:
    warning = {"code": "similar_to_loser", "message": "The prompt is 80% similar.", "refId": "med_9"}
    faulty(answers(201, {**DONE, "warnings": [warning], "message": f"Charged. {warning['message']}"}))
    result = call("generate_image", prompt="x")
    assert result["warnings"] == [{"code": "similar_to_loser", "refId": "med_9"}]
    assert warning["message"] in result["message"]


@pytest.mark.parametrize(
    ("code", "status", "charged"),
    [
        ("provider_unavailable", 503, "refunded"),
        ("provider_rejected", 503, "refunded"),
        ("insufficient_credits", 402, "none"),
        ("invalid_request", 400, "none"),
        ("client_ref_conflict", 409, "none"),
        ("budget_exceeded", 403, "none"),
    ],
)
def test_a_refused_submit_is_not_retried(code, status, charged, faulty, call) -> None:
    service = faulty(
        refuses(status, code, charged=charged, existingId="med_1", field="prompt", resetsAt="soon")
    )
    result = call("generate_image", prompt="x", client_ref="mug-1")
    assert (result["code"], result["charged"], result["clientRef"]) == (code, charged, "mug-1")
    assert len(service.received) == 1


@pytest.mark.parametrize(
    "silence", [hangs, resets, answers_bytes(502, b"<html>"), answers_bytes(201, b"<html>")]
)
def test_an_unknown_outcome_comes_with_the_way_to_check_it(silence, faulty, call, short_timeouts) -> None:
    service = faulty(silence)
    result = call("generate_image", prompt="x")
    ref = result["clientRef"]
    assert result["charged"] == "unknown" and result["retryable"] is True
    assert f"client_ref={ref}" in result["hint"] and f"list_media(client_ref={ref})" in result["hint"]
    assert set(service.client_refs) == {ref}


def test_a_refusal_of_the_job_after_a_lost_try_is_final(faulty, call) -> None:
    faulty(resets, refuses(400, "invalid_request", field="prompt"))
    result = call("generate_image", prompt="x")
    assert (result["code"], result["charged"]) == ("invalid_request", "none")


@pytest.mark.parametrize(
    ("status", "code"),
    [
        (402, "insufficient_credits"),
        (403, "budget_exceeded"),
        (403, "key_inactive"),
        (401, "unauthorized"),
        (503, "provider_unavailable"),
    ],
)
def test_any_other_refusal_after_a_lost_try_leaves_the_charge_unknown(status, code, faulty, call) -> None:
    faulty(resets, refuses(status, code))
    result = call("generate_image", prompt="x")
    assert (result["code"], result["charged"]) == (code, "unknown")
    assert f"client_ref={result['clientRef']}" in result["hint"]


@pytest.mark.parametrize("body", [{}, {"id": 7, "status": "processing"}, {"id": "med_1"}, {"status": "x"}])
def test_an_answer_without_a_valid_job_is_not_a_success(body, faulty, call) -> None:
    service = faulty(answers(201, body))
    result = call("generate_image", prompt="x")
    assert (result["ok"], result["charged"]) == (False, "unknown") and len(set(service.client_refs)) == 1


@pytest.mark.parametrize("status", [400, 403, 418])
def test_a_refusal_not_from_the_service_leaves_the_charge_unknown(status, faulty, call) -> None:
    faulty(answers(status, {"code": 17, "charged": ["none"], "error": "no"}))
    result = call("generate_image", prompt="x")
    assert (result["charged"], result["retryable"]) == ("unknown", True)


def test_a_server_error_after_a_lost_try_leaves_the_charge_unknown(faulty, call) -> None:
    faulty(resets, refuses(500, "internal_error"))
    result = call("generate_image", prompt="x")
    assert (result["code"], result["charged"]) == ("internal_error", "unknown")


def test_a_submit_without_a_connection_is_not_charged(call, monkeypatch) -> None:
    monkeypatch.setenv("SVC_BASE_URL", f"http://127.0.0.1:{free_port()}")
    monkeypatch.setenv("SVC_API_KEY", "hsk_0123456789")
    result = call("generate_image", prompt="x")
    assert (result["code"], result["charged"]) == ("unreachable", "none") and result["clientRef"]


def test_a_rate_limit_is_waited_for_once_and_then_reported(faulty, call) -> None:
    service = faulty(refuses(429, "rate_limited", retry_after=2, retryAfterSeconds=2))
    started = time.monotonic()
    result = call("list_products")
    assert 2 <= time.monotonic() - started < 4
    assert (result["code"], result["retryAfterSeconds"], len(service.received)) == ("rate_limited", 2, 2)


@pytest.mark.parametrize("header", [{"retry_after": 40}, {"retryAfterSeconds": 40}])
def test_a_wait_that_is_too_long_is_reported_at_once(header, faulty, call) -> None:
    service = faulty(refuses(429, "rate_limited", **header))
    started = time.monotonic()
    result = call("create_product", name="x")
    assert time.monotonic() - started < 1 and len(service.received) == 1
    assert result["retryAfterSeconds"] == 40 and "Wait 40 s" in result["hint"]


NOT_IDEMPOTENT = [
    ("create_product", {"name": "x"}, "list_products"),
    ("create_cep", {"cep_text": "x", "product_id": "prd_1"}, "list_ceps"),
    (
        "add_product_reference",
        {"product_id": "prd_1", "label": "x", "file_url": "https://a.example/1.png"},
        "list_product_photos",
    ),
]


@pytest.mark.parametrize(("name", "arguments", "first"), NOT_IDEMPOTENT)
@pytest.mark.parametrize(
    "fault",
    [
        resets,
        hangs,
        answers_bytes(201, b'{"product":', length=900),
        answers_bytes(201, b"<html>"),
        answers_bytes(502, b""),
        answers_bytes(503, b"<html>"),
        refuses(500, "internal_error"),
        refuses(503, "service_unavailable", charged="unknown"),
    ],
)
def test_a_call_that_is_not_idempotent_is_not_retried_after_an_unknown_outcome(
    fault, name, arguments, first, faulty, call, short_timeouts
) -> None:
    service = faulty(fault)
    result = call(name, **arguments)
    assert result["code"] == "unknown_outcome" and first in result["hint"]
    assert len(service.received) == 1


@pytest.mark.parametrize(("name", "arguments", "first"), NOT_IDEMPOTENT)
@pytest.mark.parametrize(
    "fault", [refuses(429, "rate_limited", retry_after=1), refuses(503, "service_unavailable")]
)
def test_a_call_that_was_certainly_not_executed_is_retried(
    fault, name, arguments, first, faulty, call
) -> None:
    service = faulty(fault, answers(201, minimal_answer(TOOLS[name].shape)))
    assert call(name, **arguments)["ok"] and len(service.received) == 2


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("rename_product", {"product_id": "prd_1", "name": "x"}),
        ("attach_media", {"product_id": "prd_1", "generated_media_id": "med_1"}),
        ("delete_cep", {"cep_id": "cep_1"}),
    ],
)
def test_an_idempotent_call_is_retried(name, arguments, faulty, call) -> None:
    service = faulty(resets, answers(200, minimal_answer(TOOLS[name].shape)))
    assert call(name, **arguments)["ok"] and len(service.received) == 2


def test_a_cep_that_is_missing_after_a_lost_delete_counts_as_deleted(faulty, call) -> None:
    faulty(resets, refuses(404, "not_found"))
    assert call("delete_cep", cep_id="cep_1")["cep"] == {"id": "cep_1", "status": "deleted"}


def test_an_unknown_cep_is_not_found(faulty, call) -> None:
    faulty(refuses(404, "not_found"))
    assert call("delete_cep", cep_id="cep_1")["code"] == "not_found"


def test_a_report_keeps_its_idempotency_key_over_the_tries(faulty, call, monkeypatch) -> None:
    monkeypatch.setenv("SVC_EXTRA_TOOLS", "1")
    service = faulty(
        resets,
        refuses(409, "idempotency_conflict", inFlight=True, retry_after=1),
        answers(201, minimal_answer(TOOLS["report_results"].shape)),
    )
    result = call("report_results", kind="observation", rows=[{"fetched_at": "now", "day": "d"}])
    assert result["ok"] and {one.json["idempotencyKey"] for one in service.received} == {
        result["idempotencyKey"]
    }
    assert service.received[0].json["rows"] == [{"fetchedAt": "now", "day": "d"}]
