"""The host blocks a server for a minute after three errors in a row. Failures of ours are not such errors."""

from __future__ import annotations

from faulty_server import FaultyService, Gate
from host_registry import call_tool, connected_server
from start_system import Service
from tool_names import TOOL_NAMES

UNKNOWN_ID = "4cVbN0aRkQ2sX8mLtZ1yPw"

FAILURES = [
    ("get_media", {}, "bad_arguments"),
    ("get_media", {"media_id": f"med_{UNKNOWN_ID}"}, "not_found"),
    ("get_media", {"media_id": "no id at all"}, "not_found"),
    ("get_media", {"media_ids": "med_1", "media_id": "med_2"}, "bad_arguments"),
    ("create_product", {"name": ["x"]}, "bad_arguments"),
    ("create_product", {"name": "x", "colour": "red"}, "bad_arguments"),
    ("rename_product", {"product_id": f"prd_{UNKNOWN_ID}", "name": "x"}, "not_found"),
    (
        "add_product_reference",
        {"product_id": f"prd_{UNKNOWN_ID}", "label": "x", "file_path": "/none"},
        "file_unusable",
    ),
    ("generate_image", {}, "bad_arguments"),
    ("generate_image", {"prompt": "x", "n": 3}, "bad_arguments"),
    ("generate_image", {"prompt": "x", "product_id": f"med_{UNKNOWN_ID}"}, "wrong_id_kind"),
    ("generate_video", {"prompt": "x", "resolution": "HD", "duration_seconds": 15}, "insufficient_credits"),
    ("download_media", {"media_id": f"med_{UNKNOWN_ID}"}, "not_found"),
    (
        "attach_media",
        {"product_id": f"prd_{UNKNOWN_ID}", "generated_media_id": f"med_{UNKNOWN_ID}"},
        "not_found",
    ),
    ("search_knowledge", {"q": ""}, "bad_arguments"),
    ("get_campaign_history", {"since": "yesterday"}, "invalid_request"),
    ("list_media", {"cursor": "junk"}, "invalid_request"),
    ("delete_cep", {"cep_id": f"cep_{UNKNOWN_ID}"}, "not_found"),
]


def assert_helpful(failed: dict) -> None:
    assert failed["ok"] is False and failed["message"] and failed["hint"], failed
    assert isinstance(failed["retryable"], bool) and failed["charged"] in ("none", "unknown"), failed


def test_after_20_failures_in_a_row_the_next_call_is_answered(
    service: Service, settings, mcp_python: str
) -> None:
    gate = Gate(service.base_url)
    user = service.low_balance_user
    with (
        FaultyService(gate) as faulty,
        connected_server(mcp_python, {**settings(user), "SVC_BASE_URL": faulty.base_url}),
    ):
        for tool, arguments, code in FAILURES:
            failed = call_tool(tool, **arguments)
            assert_helpful(failed)
            assert failed["code"] == code, (tool, arguments, failed)
        gate.is_open = False
        for tool in ("ping", "list_products"):
            failed = call_tool(tool)
            assert_helpful(failed)
            assert (failed["code"], failed["retryable"]) == ("unreachable", True)
        gate.is_open = True
        assert len(FAILURES) + 2 == 20
        assert call_tool("ping")["ok"] is True


MINIMAL_ARGUMENTS = {
    "create_product": {"name": "x"},
    "get_product": {"product_id": "x"},
    "rename_product": {"product_id": "x", "name": "x"},
    "add_product_reference": {"product_id": "x", "label": "x", "media_asset_id": "x"},
    "list_product_photos": {"product_id": "x"},
    "generate_image": {"prompt": "x"},
    "generate_video": {"prompt": "x"},
    "get_media": {"media_id": "x"},
    "download_media": {"media_id": "x"},
    "attach_media": {"product_id": "x", "generated_media_id": "x"},
    "search_knowledge": {"q": "x"},
    "create_cep": {"cep_text": "x", "product_id": "x"},
    "list_ceps": {"product_id": "x"},
    "delete_cep": {"cep_id": "x"},
}


def test_every_tool_reports_a_missing_key(mcp_python: str) -> None:
    unset = {"SVC_API_KEY": "${SVC_API_KEY}", "SVC_BASE_URL": "http://127.0.0.1:1"}
    with connected_server(mcp_python, unset):
        for tool in TOOL_NAMES:
            answer = call_tool(tool, **MINIMAL_ARGUMENTS.get(tool, {}))
            if tool == "get_platform_marketing_guide":
                assert answer["ok"] is True, "the guide needs no service"
                continue
            assert_helpful(answer)
            assert (answer["code"], answer["retryable"]) == ("not_configured", False), (tool, answer)
            assert "SVC_API_KEY" in answer["message"]
