"""Lists are short enough for a host that truncates long results."""

from __future__ import annotations

import json
from urllib.parse import parse_qs, urlsplit

import pytest
from checks import minimal_answer
from faulty_server import FaultyService, answers
from toolbox import TOOLS


def requested_limits(service: FaultyService) -> list[int]:
    return [int(parse_qs(urlsplit(one.path).query)["limit"][0]) for one in service.received]


@pytest.mark.parametrize(
    ("name", "arguments", "limit"),
    [
        ("check_credits", {}, 5),
        ("list_products", {}, 20),
        ("list_media", {}, 20),
        ("search_knowledge", {"q": "x"}, 10),
        ("get_campaign_history", {}, 10),
        ("get_winning_patterns", {"limit": 3}, 3),
    ],
)
def test_a_list_requests_few_rows(name, arguments, limit, faulty, call) -> None:
    service = faulty(answers(200, minimal_answer(TOOLS[name].shape)))
    assert call(name, **arguments)["ok"]
    assert requested_limits(service) == [limit]


def test_an_overlong_page_is_requested_again_with_fewer_rows(faulty, call) -> None:
    def page(rows: int) -> dict:
        return {
            "hits": [{"id": str(n), "text": "x" * 5000, "why": "y" * 5000} for n in range(rows)],
            "nextCursor": f"after{rows}",
        }

    service = faulty(answers(200, page(100)), answers(200, page(45)))
    result = call("search_knowledge", q="x", limit=100)
    assert requested_limits(service)[0] == 100 and 40 < requested_limits(service)[1] < 60
    assert result["nextCursor"] == "after45" and len(json.dumps(result)) < 15_000
    assert all(len(row["text"]) == 240 and row["text"].endswith("…") for row in result["hits"])


def test_a_url_is_never_truncated(faulty, call) -> None:
    url = "https://svc.example/" + "x" * 900
    faulty(answers(200, {"photos": [{"id": "pho_1", "url": url, "label": "y" * 900}]}))
    photo = call("list_product_photos", product_id="prd_1")["photos"][0]
    assert photo["url"] == url and len(photo["label"]) == 240


def test_an_empty_list_is_returned_as_an_empty_list(faulty, call) -> None:
    faulty(answers(200, {"media": [], "nextCursor": None}))
    assert call("list_media") == {"ok": True, "media": []}


def test_a_product_shows_its_latest_five_media(faulty, call) -> None:
    media = [{"id": f"med_{n}", "mediaType": "IMAGE", "prompt": "long"} for n in range(20)]
    faulty(answers(200, {"product": {"id": "prd_1", "name": "mug", "media": media, "photos": []}}))
    product = call("get_product", product_id="prd_1")["product"]
    assert len(product["media"]) == 5 and product["media"][0] == {"id": "med_0", "mediaType": "IMAGE"}
    assert "photos" not in product
