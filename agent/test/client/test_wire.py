"""A call ends in time with a clear result, whatever the network does."""

from __future__ import annotations

import time

import calls
import pytest
import retry
import wire
from faulty_server import answers, answers_bytes, hangs, refuses, resets, sends_byte_by_byte, sends_raw
from start_system import free_port

GOOD = {
    "products": [{"id": "prd_1", "name": "mug", "mediaCount": 0, "referencePhotoCount": 0}],
    "nextCursor": None,
}


@pytest.mark.parametrize(
    "fault",
    [
        resets,
        sends_raw(b""),
        sends_raw(b"nonsense\r\n\r\n"),
        answers_bytes(200, b'{"products": [', length=5000),
        sends_raw(b'HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{"products": ['),
        sends_raw(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n20\r\n{"),
        answers_bytes(502, b"<html>bad gateway</html>"),
        answers_bytes(504, b""),
        refuses(500, "internal_error"),
        refuses(503, "service_unavailable"),
    ],
)
def test_a_read_survives_one_failure(fault, faulty, call) -> None:
    service = faulty(fault, answers(200, GOOD))
    result = call("list_products")
    assert result["ok"] and result["products"][0]["id"] == "prd_1"
    assert len(service.received) == 2


def test_a_read_is_tried_three_times(faulty, call) -> None:
    service = faulty(resets)
    result = call("list_products")
    assert (result["code"], result["retryable"], len(service.received)) == ("unreachable", True, 3)


def test_a_refused_connection_is_reported(call, monkeypatch) -> None:
    monkeypatch.setenv("SVC_BASE_URL", f"http://127.0.0.1:{free_port()}")
    monkeypatch.setenv("SVC_API_KEY", "hsk_0123456789")
    started = time.monotonic()
    result = call("ping")
    assert result["code"] == "unreachable" and "refused" in result["message"]
    assert time.monotonic() - started < 5


@pytest.mark.parametrize(
    "slow",
    [
        hangs,
        sends_byte_by_byte(b"HTTP/1.1 200 OK\r\nx: " + b"a" * 500),
        sends_byte_by_byte(b"HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n" + b" " * 500),
    ],
)
def test_a_silent_or_dripping_service_does_not_block_a_call(slow, faulty, call, monkeypatch) -> None:
    monkeypatch.setattr(calls, "CALL_SECONDS", 2.0)
    monkeypatch.setattr(retry, "TRY_SECONDS", dict.fromkeys(retry.TRY_SECONDS, 1.0))
    faulty(slow)
    started = time.monotonic()
    result = call("list_products")
    assert result["code"] == "timeout" and result["retryable"]
    assert time.monotonic() - started < 2.5


def test_a_call_with_the_default_timeouts_ends_within_25_seconds(faulty, call) -> None:
    faulty(hangs)
    started = time.monotonic()
    assert call("list_products")["code"] == "timeout"
    assert 20 < time.monotonic() - started < 25.5


def test_a_redirect_is_reported_and_not_followed(faulty, call) -> None:
    other = faulty(answers(200, GOOD))
    service = faulty(answers_bytes(302, b"", location=f"{other.base_url}/api/gen/products"))
    result = call("list_products")
    assert result["code"] == "bad_answer" and other.base_url in result["message"]
    assert other.received == [] and len(service.received) == 3


@pytest.mark.parametrize(
    "body",
    [
        b"<html>Welcome</html>",
        b"",
        b"[1]",
        b'"text"',
        b"\xff\xfe",
        b"[" * 100_000,
        b"{}",
        b'{"products": 3}',
        b'{"products": [null]}',
        b'{"products": [{"name": "mug"}]}',
    ],
)
def test_an_unrecognized_answer_is_retried_and_then_reported(body, faulty, call) -> None:
    service = faulty(answers_bytes(200, body))
    result = call("list_products")
    assert result["code"] == "bad_answer" and "SVC_BASE_URL" in result["hint"]
    assert len(service.received) == 3


def test_an_overlong_text_is_truncated(faulty, call) -> None:
    faulty(answers(200, {"product": {"id": "prd_1", "name": "mug"}, "message": "x" * 100_000}))
    assert len(call("rename_product", product_id="prd_1", name="mug")["message"]) == 600
    faulty(refuses(404, "not_found", error="x" * 100_000))
    assert len(call("rename_product", product_id="prd_1", name="mug")["message"]) == 300


def test_an_oversized_answer_is_not_read_completely(faulty, call, monkeypatch) -> None:
    monkeypatch.setattr(wire, "MAX_ANSWER_BYTES", 1000)
    faulty(answers_bytes(200, b" " * 5000))
    result = call("list_products")
    assert result["code"] == "bad_answer" and "larger" in result["message"]


def test_values_of_the_wrong_type_are_left_out(faulty, call) -> None:
    faulty(answers(200, {"products": [{"id": "prd_1", "name": 5}], "nextCursor": 7}))
    assert call("list_products") == {"ok": True, "products": [{"id": "prd_1"}]}


def test_the_proxy_variable_is_used(faulty, call, monkeypatch) -> None:
    proxy = faulty(answers(200, GOOD))
    monkeypatch.setenv("http_proxy", proxy.base_url)
    monkeypatch.setenv("SVC_BASE_URL", "http://svc.example")
    assert call("list_products")["ok"]
    assert proxy.received[0].path == "http://svc.example/api/gen/products?limit=20"


def test_a_request_names_the_client_and_disables_compression(faulty, call) -> None:
    service = faulty(answers(200, GOOD))
    call("list_products")
    headers = service.received[0].headers
    assert headers["user-agent"] == "svc_mcp/1.1.0" and headers["accept-encoding"] == "identity"
    assert "authorization" not in headers and headers["x-api-key"].startswith("hsk_")
