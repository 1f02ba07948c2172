"""Wrong arguments get a clear message, and unambiguous mistakes are corrected."""

from __future__ import annotations

import pytest
from faulty_server import answers
from toolbox import run_tool

WRONG = [
    ("create_product", {}, "name", "name: is missing"),
    ("create_product", {"name": "  "}, "name", "must not be blank"),
    ("create_product", {"name": ""}, "name", "is missing"),
    ("create_product", {"name": "x" * 201}, "name", "at most 200 characters, not 201"),
    ("create_product", {"name": ["x"]}, "name", "must be a string"),
    ("create_product", {"name": "half \ud800"}, "name", "half a character"),
    ("create_product", {"name": "x", "colour": "red"}, "colour", "Allowed: name"),
    ("generate_image", {"prompt": "x", "n": 3}, "n", "must be one of 1, 2, 4"),
    ("generate_image", {"prompt": "x", "n": True}, "n", "must be an integer, one of 1, 2, 4"),
    ("generate_image", {"prompt": "x", "size": "9:16"}, "size", "must be one of 1:1, 2:3, 3:2"),
    (
        "generate_image",
        {"prompt": "x", "use_product_photo": "maybe"},
        "use_product_photo",
        "must be a boolean",
    ),
    ("generate_image", {"prompt": "x", "image_urls": [1]}, "image_urls", "must be a list of text"),
    ("list_media", {"limit": 500}, "limit", "must be 1 to 100"),
    ("get_media", {}, "media_id", "exactly one of media_id, media_ids; 0 were given"),
    ("get_media", {"media_id": "a", "media_ids": ["b"]}, "media_id", "2 were given"),
    ("get_media", {"media_ids": [f"m{n}" for n in range(21)]}, "media_ids", "at most 20 items, not 21"),
    ("list_ceps", {"product_id": "a", "topic_id": "b"}, "product_id", "exactly one of product_id, topic_id"),
    ("add_product_reference", {"product_id": "p", "label": "x"}, "file_url", "exactly one of file_url"),
    ("get_platform_marketing_guide", {"section": "E"}, "section", "must be one of A, A1, A2"),
]


@pytest.mark.parametrize(("name", "arguments", "field", "words"), WRONG)
def test_a_wrong_argument_is_named_and_no_request_is_sent(
    faulty, call, name, arguments, field, words
) -> None:
    service = faulty(answers(200, {}))
    result = call(name, **arguments)
    assert (result["ok"], result["code"], result["field"]) == (False, "bad_arguments", field)
    assert words in result["message"]
    assert service.received == []


@pytest.mark.parametrize("arguments", ["text", ["a"], 5])
def test_arguments_that_are_not_an_object_are_refused(arguments, faulty) -> None:
    faulty(answers(200, {}))
    result = run_tool("ping", arguments)
    assert result["code"] == "bad_arguments"


def test_common_mistakes_of_models_are_corrected(faulty, call) -> None:
    service = faulty(answers(201, {"id": "med_1", "status": "processing"}))
    call(
        "generate_image",
        prompt="x",
        n="4",
        use_product_photo="False",
        productId="prd_1",
        photo_reference_ids="pho_1",
        image_urls='["https://a.example/1.png"]',
        hook=None,
        cep_id="",
        product_photo_reference_ids=[],
    )
    sent = service.received[0].json
    sent.pop("clientRef")
    assert sent == {
        "prompt": "x",
        "n": 4,
        "useProductPhoto": False,
        "productId": "prd_1",
        "photoReferenceIds": ["pho_1"],
        "imageUrls": ["https://a.example/1.png"],
    }


def test_enum_values_are_accepted_in_any_case(faulty, call) -> None:
    service = faulty(answers(201, {"id": "med_1", "status": "processing"}))
    call("generate_video", prompt="x", resolution="hd", orientation="Square", duration_seconds=6.0)
    sent = service.received[0].json
    assert (sent["resolution"], sent["orientation"], sent["durationSeconds"]) == ("HD", "square", 6)


def test_an_id_is_escaped_in_the_path(faulty, call) -> None:
    service = faulty(answers(404, {"error": "no", "code": "not_found", "charged": "none"}))
    call("get_product", product_id="../../admin?x=1#y")
    assert service.received[0].path == "/api/gen/products/..%2F..%2Fadmin%3Fx%3D1%23y"


def test_an_unknown_tool_is_answered_with_the_list_of_tools(call) -> None:
    result = call("make_coffee")
    assert result["code"] == "unknown_tool"
    assert "generate_image" in result["hint"] and "quote_job" not in result["hint"]
