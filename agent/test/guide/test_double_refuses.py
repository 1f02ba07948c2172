"""Each rule of the guide, broken once: the double refuses the call and records the violation."""

from __future__ import annotations

import base64
import hashlib
import json
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from ads_platform.listen import ONE_PIXEL_PNG
from platform_http import send_form

BROKEN = json.loads((Path(__file__).parent / "broken-calls.json").read_text(encoding="utf-8"))
AUDIENCE = {"name": "n", "subtype": "CUSTOM"}
USERS = {"schema": '["EMAIL"]'}


def story(page: str = "501", **data) -> dict:
    return {"object_story_spec": json.dumps({"page_id": page, **data})}


@pytest.mark.parametrize(("rule", "method", "path", "fields", "piece"), BROKEN, ids=[b[0] for b in BROKEN])
def test_a_call_that_breaks_a_rule_is_refused(platform, call, files_url, rule, method, path, fields, piece):
    texts = {name: value if isinstance(value, str) else json.dumps(value) for name, value in fields.items()}
    sent = {name: text.replace("{files}", files_url) for name, text in texts.items()}
    status, body = call(method, path, **sent)
    assert status == 400 and body["error"]["code"] == 100
    assert piece in body["error"]["error_user_msg"]
    assert len(platform.violations) == 1 and piece in platform.violations[0]


def test_a_refusal_has_every_part_of_the_error_object(call):
    _, body = call("POST", "/4001", status="SLEEPING")
    parts = "message type code error_subcode is_transient error_user_msg error_data fbtrace_id"
    assert set(body["error"]) == set(parts.split())
    assert body["error"]["error_data"]["blame_field_specs"] == [["status"]]


def test_a_batch_of_more_than_fifty_calls_is_refused(platform, call):
    batch = [{"method": "GET", "relative_url": "v25.0/2001?fields=id"}] * 51
    assert call("POST", "/", batch=json.dumps(batch))[0] == 400
    assert "at most 50" in platform.violations[0] and len(platform.calls) == 1


@pytest.mark.parametrize("version", ["v24.0/", ""])
def test_a_path_without_the_pinned_version_is_refused(platform, version):
    status, body = send_form(
        "GET", f"{platform.graph_url}/{version}2001?fields=id", {"access_token": platform.token}
    )
    assert (status, body["error"]["code"]) == (400, 100)
    assert "API version v25.0" in platform.violations[0]


def test_a_token_in_a_header_is_refused(platform):
    url = f"{platform.graph_url}/v25.0/2001"
    status, body = send_form("GET", url, {"fields": "id"}, {"authorization": f"Bearer {platform.token}"})
    assert (status, body["error"]["code"]) == (401, 190)
    assert "as a header" in platform.violations[0]


def test_a_wrong_token_is_error_190_but_no_violation(platform):
    status, body = send_form(
        "GET", f"{platform.graph_url}/v25.0/2001", {"fields": "id", "access_token": "old"}
    )
    assert (status, body["error"]["code"], platform.violations) == (401, 190, [])


def test_a_body_that_is_not_a_form_is_refused(platform):
    url = f"{platform.graph_url}/v25.0/4001?access_token={platform.token}"
    kind = {"content-type": "application/json"}
    request = urllib.request.Request(url, b'{"status":"PAUSED"}', kind, method="POST")
    with pytest.raises(urllib.error.HTTPError) as refusal:
        urllib.request.urlopen(request, timeout=10)
    refusal.value.close()
    assert "form fields" in platform.violations[0]


def test_a_budget_that_was_not_read_before_is_a_blind_write(platform, call):
    assert call("POST", "/3001", daily_budget="1200")[0] == 200
    assert "never write blindly" in platform.violations[0]


def test_a_second_write_without_a_read_in_between_is_blind_too(platform, call):
    call("GET", "/3001", fields="daily_budget")
    call("POST", "/3001", daily_budget="1200")
    assert platform.violations == []
    call("POST", "/3001", daily_budget="1400")
    assert "never write blindly" in platform.violations[0]


def test_a_read_in_another_session_does_not_count(platform, call):
    call("GET", "/3001", fields="daily_budget")
    platform.new_session()
    call("POST", "/3001", daily_budget="1200")
    assert "never write blindly" in platform.violations[0]


def test_a_write_that_is_not_read_back_is_listed(platform, call):
    call("POST", "/4001", status="PAUSED")
    assert platform.unread_writes == ["POST /4001: status was not read back"]
    call("GET", "/4001", fields="id,effective_status")
    assert platform.unread_writes == []


def test_a_cursor_of_another_session_is_refused(platform, call):
    _, first = call("GET", "/act_1001/campaigns", fields="id", limit=1)
    platform.new_session()
    assert (
        call("GET", "/act_1001/campaigns", fields="id", after=first["paging"]["cursors"]["after"])[0] == 400
    )
    assert "another session" in platform.violations[0]


def test_a_video_that_is_not_ready_is_refused_in_a_creative(platform, call, files_url):
    _, video = call("POST", "/act_1001/advideos", file_url=f"{files_url}/video.mp4")
    data = {
        "video_id": video["id"],
        "image_url": f"{files_url}/picture.png",
        "call_to_action": {"type": "SHOP_NOW"},
    }
    assert call("POST", "/act_1001/adcreatives", **story(video_data=data))[0] == 400
    assert "not ready" in platform.violations[0]


def test_a_computed_image_hash_is_refused(platform, call):
    call("POST", "/act_1001/adimages", bytes=base64.b64encode(ONE_PIXEL_PNG).decode())
    data = {"image_hash": hashlib.md5(ONE_PIXEL_PNG).hexdigest()}
    assert call("POST", "/act_1001/adcreatives", **story(photo_data=data))[0] == 400


@pytest.mark.parametrize(
    ("data", "piece"),
    [([["a@b.example"]], "SHA-256"), ([["0" * 64]] * 10_001, "10000 records")],
)
def test_audience_users_must_be_hashed_and_limited(platform, call, data, piece):
    _, audience = call("POST", "/act_1001/customaudiences", **AUDIENCE)
    assert call("POST", f"/{audience['id']}/users", **USERS, data=json.dumps(data))[0] == 400
    assert piece in platform.violations[0]


@pytest.mark.parametrize(
    ("members", "ratio", "piece"), [(99, 0.01, "100 members"), (100, 0.3, "0.01 to 0.2")]
)
def test_a_lookalike_needs_a_seed_and_a_ratio_in_its_range(platform, call, members, ratio, piece):
    _, seed = call("POST", "/act_1001/customaudiences", **AUDIENCE)
    call("POST", f"/{seed['id']}/users", **USERS, data=json.dumps([["0" * 64]] * members))
    spec = json.dumps({"type": "similarity", "country": "DE", "ratio": ratio})
    lookalike = {
        "name": "n",
        "subtype": "LOOKALIKE",
        "origin_audience_id": seed["id"],
        "lookalike_spec": spec,
    }
    assert call("POST", "/act_1001/customaudiences", **lookalike)[0] == 400
    assert piece in platform.violations[0]
