"""How the double answers valid calls, and the faults that it can simulate."""

from __future__ import annotations

import base64
import json
import urllib.request

import pytest
from ads_platform import AdsPlatform, read_guide
from ads_platform.listen import ONE_PIXEL_PNG
from platform_http import send_form


def test_rules_come_from_the_guide_and_a_change_there_changes_the_double(guide_dir, tmp_path):
    for file in guide_dir.glob("*.md"):
        text = file.read_text(encoding="utf-8").replace(
            "`special_ad_categories*:list`", "`special_ad_categories:list`"
        )
        (tmp_path / file.name).write_text(text, encoding="utf-8")
    with AdsPlatform(tmp_path) as double:
        double.seed()
        fields = {"name": "n", "objective": "OUTCOME_SALES", "status": "PAUSED", "access_token": double.token}
        assert send_form("POST", f"{double.graph_url}/v25.0/act_1001/campaigns", fields)[0] == 200


def test_a_folder_without_a_guide_is_rejected(tmp_path):
    with pytest.raises(ValueError, match="contains no guide"):
        read_guide(tmp_path)


def test_lists_are_paged_until_next_is_absent(platform, call):
    platform.seed(ads=[{"id": str(5000 + i), "adset_id": "3001"} for i in range(6)])
    _, page = call("GET", "/2001/ads", fields="id,effective_status", limit=3)
    seen = [row["id"] for row in page["data"]]
    while "next" in page["paging"]:
        with urllib.request.urlopen(page["paging"]["next"], timeout=10) as answer:
            page = json.load(answer)
        seen += [row["id"] for row in page["data"]]
    assert seen == ["4001", *[str(5000 + i) for i in range(6)]]
    assert platform.violations == []


def test_an_ad_set_under_a_paused_campaign_stays_paused_until_the_campaign_is_resumed(call):
    call("POST", "/3003", status="ACTIVE")
    assert call("GET", "/3003", fields="effective_status")[1]["effective_status"] == "CAMPAIGN_PAUSED"
    call("POST", "/2003", status="ACTIVE")
    assert call("GET", "/3003", fields="effective_status")[1]["effective_status"] == "ACTIVE"
    assert call("GET", "/4002", fields="effective_status")[1]["effective_status"] == "ACTIVE"


def make_ad(call, status: str = "ACTIVE") -> str:
    _, images = call(
        "POST", "/act_1001/adimages", bytes=base64.b64encode(ONE_PIXEL_PNG).decode(), name="a.png"
    )
    story = {"page_id": "501", "photo_data": {"image_hash": images["images"]["a.png"]["hash"]}}
    _, ad = call(
        "POST",
        "/act_1001/ads",
        adset_id="3001",
        creative=json.dumps({"object_story_spec": story}),
        status=status,
    )
    return ad["id"]


def test_the_review_of_a_new_ad_advances_with_each_read(platform, call):
    ad = make_ad(call)
    statuses = [call("GET", f"/{ad}", fields="effective_status")[1]["effective_status"] for _ in range(3)]
    assert statuses == ["PENDING_REVIEW", "PENDING_REVIEW", "ACTIVE"]
    assert platform.violations == []


def test_a_slow_review_and_a_rejection_can_be_simulated(platform, call):
    platform.review_reads = 5
    platform.disapprove_next()
    ad = make_ad(call)
    statuses = [call("GET", f"/{ad}", fields="effective_status")[1]["effective_status"] for _ in range(6)]
    assert statuses == ["PENDING_REVIEW"] * 5 + ["DISAPPROVED"]


def test_budgets_are_returned_as_text_and_only_on_their_own_level(call):
    assert call("GET", "/3001", fields="id,daily_budget")[1] == {"id": "3001", "daily_budget": "1000"}
    assert call("GET", "/2001", fields="id,daily_budget")[1] == {"id": "2001"}
    assert call("GET", "/act_1001", fields="id,currency")[1] == {"id": "act_1001", "currency": "EUR"}


def test_the_post_of_an_ad_is_found_through_its_creative(call):
    _, ad = call("GET", "/4001", fields="id,creative{id,effective_object_story_id}")
    assert ad["creative"]["effective_object_story_id"].startswith("501_")


def test_an_existing_post_returns_its_existing_creative(call):
    first = call("POST", "/act_1001/adcreatives", object_story_id="501_77")[1]
    assert call("POST", "/act_1001/adcreatives", object_story_id="501_77")[1] == first


def test_insights_are_sums_and_ratios(call):
    fields = "spend,impressions,ctr,actions,cost_per_action_type,purchase_roas"
    for path in ("/4001", "/3001", "/2001", "/act_1001"):
        (row,) = call("GET", f"{path}/insights", fields=fields, date_preset="last_7d")[1]["data"]
        assert (row["spend"], row["impressions"], row["ctr"]) == ("10.00", "4000", "2.000000")
        assert row["cost_per_action_type"] == [{"action_type": "omni_purchase", "value": "2.5"}]
        assert row["purchase_roas"] == [{"action_type": "omni_purchase", "value": "6"}]


def test_insights_are_grouped_by_day_and_by_level(platform, call):
    platform.today = platform.today.replace(2026, 11, 15)
    rows = [{"date": f"2026-11-{day}", "spend": 5, "impressions": 100, "clicks": 1} for day in (12, 13)]
    platform.state.insights = {"4001": rows, "4002": rows}
    days = call("GET", "/4001/insights", fields="spend", time_increment=1, date_preset="last_7d")[1]["data"]
    assert [row["date_start"] for row in days] == ["2026-11-12", "2026-11-13"]
    window = json.dumps({"since": "2026-11-13", "until": "2026-11-13"})
    ads = call("GET", "/act_1001/insights", fields="ad_id,spend", level="ad", time_range=window)[1]["data"]
    assert [(row["ad_id"], row["spend"]) for row in ads] == [("4001", "5.00"), ("4002", "5.00")]


def test_an_asynchronous_report_is_readable_when_its_job_is_completed(platform, call):
    _, run = call("POST", "/act_1001/insights", fields="spend", level="ad")
    path = f"/{run['report_run_id']}"
    assert call("GET", path)[1]["async_status"] == "Job Running"
    assert call("GET", f"{path}/insights")[0] == 400
    assert call("GET", path)[1]["async_status"] == "Job Completed"
    assert call("GET", f"{path}/insights")[1]["data"][0]["spend"] == "10.00"


def test_a_batch_chains_by_name_and_counts_each_call(platform, call):
    batch = [
        {"method": "POST", "relative_url": "v25.0/act_1001/adcreatives", "name": "c",
         "body": "object_story_id=501_7"},
        {"method": "POST", "relative_url": "v25.0/act_1001/ads", "depends_on": "c",
         "body": 'adset_id=3001&status=PAUSED&creative={"creative_id":"{result=c:$.id}"}'},
        {"method": "GET", "relative_url": "v25.0/777?fields=id"},
    ]  # fmt: skip
    status, parts = call("POST", "/", batch=json.dumps(batch))
    assert (status, [part["code"] for part in parts]) == (200, [200, 200, 400])
    assert json.loads(parts[1]["body"])["id"] in platform.state.ads
    assert len(platform.calls) == 4


def test_the_collaborative_flow_of_section_b_works(platform, call):
    _, parent = call("POST", "/9001/owned_product_catalogs", name="All", vertical="commerce")
    part = {
        "name": "Lamps",
        "parent_catalog_id": parent["id"],
        "catalog_segment_filter": '{"brand":{"eq":"Lux"}}',
    }
    _, segment = call("POST", "/9001/owned_product_catalogs", **part)
    assert call("GET", f"/{segment['id']}", fields="is_catalog_segment")[1]["is_catalog_segment"] is True
    assert (
        call("POST", f"/{segment['id']}/agencies", business="77", permitted_tasks='["ADVERTISE"]')[0] == 200
    )
    _, products = call(
        "POST", f"/{segment['id']}/product_sets", name="Lamps", filter='{"name":{"i_contains":"lamp"}}'
    )
    promoted = json.dumps({"product_catalog_id": segment["id"]})
    _, campaign = call("POST", "/act_1001/campaigns", name="C", objective="OUTCOME_SALES", status="PAUSED",
                       special_ad_categories="[]", promoted_object=promoted)  # fmt: skip
    adset = {
        "name": "S", "campaign_id": campaign["id"], "daily_budget": "900", "status": "PAUSED",
        "targeting": "{}", "billing_event": "IMPRESSIONS", "optimization_goal": "OFFSITE_CONVERSIONS",
        "promoted_object": json.dumps({"product_set_id": products["id"], "custom_event_type": "PURCHASE"}),
    }  # fmt: skip
    assert call("POST", "/act_1001/adsets", **adset)[0] == 200
    assert platform.violations == []


def test_a_lookalike_fills_with_each_read(call):
    _, seed = call("POST", "/act_1001/customaudiences", name="n", subtype="CUSTOM")
    call("POST", f"/{seed['id']}/users", schema='["EMAIL"]', data=json.dumps([["0" * 64]] * 100))
    spec = json.dumps({"type": "similarity", "country": "DE", "ratio": 0.05})
    ask = {"name": "l", "subtype": "LOOKALIKE", "origin_audience_id": seed["id"], "lookalike_spec": spec}
    _, made = call("POST", "/act_1001/customaudiences", **ask)
    codes = [
        call("GET", f"/{made['id']}", fields="delivery_status")[1]["delivery_status"]["code"]
        for _ in range(3)
    ]
    assert codes == [300, 300, 200]


@pytest.mark.parametrize(
    ("method", "path", "fields", "has"),
    [
        ("GET", "/search", {"type": "adinterest", "q": "lamp"}, "data"),
        ("GET", "/501/ads_posts", {"fields": "id,message"}, "data"),
        ("GET", "/501/posts", {"fields": "id,permalink_url", "limit": "1"}, "paging"),
        ("GET", "/9001", {"fields": "id,collaborative_ads_suggested_partners"}, "id"),
        (
            "GET",
            "/collaborative_ads_directory",
            {"fields": "collaborative_ads_merchants"},
            "collaborative_ads_merchants",
        ),
        ("POST", "/9001/collaborative_ads_collaboration_requests", {"receiver_business": "77"}, "id"),
        ("GET", "/2001/adsets", {"fields": "id,daily_budget"}, "data"),
        ("GET", "/3001/ads", {"fields": "id"}, "data"),
    ],
)
def test_the_double_answers_the_smaller_calls_of_the_guide(platform, call, method, path, fields, has):
    status, body = call(method, path, **fields)
    assert status == 200 and has in body and platform.violations == []


def test_creatives_videos_feeds_and_users_can_be_read_and_changed(platform, call, files_url):
    _, video = call("POST", "/act_1001/advideos", file_url=f"{files_url}/video.mp4")
    (still,) = call("GET", f"/{video['id']}/thumbnails", fields="id,uri,is_preferred")[1]["data"]
    assert urllib.request.urlopen(still["uri"], timeout=10).read() == ONE_PIXEL_PNG
    _, creative = call("POST", "/act_1001/adcreatives", object_story_id="501_9")
    assert call("GET", f"/{creative['id']}", fields="object_story_id")[1]["object_story_id"] == "501_9"
    _, catalog = call("POST", "/9001/owned_product_catalogs", name="All")
    assert (
        call("POST", f"/{catalog['id']}/product_feeds", name="Feed", schedule='{"interval":"DAILY"}')[0]
        == 200
    )
    _, audience = call("POST", "/act_1001/customaudiences", name="n", subtype="CUSTOM")
    for method, members in (("POST", 2), ("DELETE", 0)):
        users = {"schema": '["EMAIL"]', "data": json.dumps([["0" * 64]] * 2)}
        assert call(method, f"/{audience['id']}/users", **users)[0] == 200
        assert platform.state.audiences[audience["id"]]["members"] == members
    assert platform.violations == []


def test_a_token_is_exchanged_without_a_token(platform):
    ask = {
        "grant_type": "fb_exchange_token",
        "client_id": "1",
        "client_secret": "s",
        "fb_exchange_token": "short",
    }
    assert (
        send_form("GET", f"{platform.graph_url}/v25.0/oauth/access_token", ask)[1]["access_token"]
        == platform.token
    )


@pytest.mark.parametrize(
    ("code", "status", "transient"),
    [
        (17, 400, True),
        (80004, 400, True),
        (613, 400, True),
        (2, 500, True),
        (190, 401, False),
        (200, 403, False),
    ],
)
def test_a_simulated_fault_repeats_as_requested_and_is_no_violation(platform, call, code, status, transient):
    platform.fail_next(code, 2)
    for _ in range(2):
        answered, body = call("GET", "/2001", fields="id")
        assert (answered, body["error"]["code"], body["error"]["is_transient"]) == (status, code, transient)
    assert call("GET", "/2001", fields="id")[0] == 200
    assert platform.violations == []


def test_a_fault_can_target_a_call_and_can_follow_a_completed_write(platform, call):
    platform.fail_next(2, method="POST", path="/4001", applied=True)
    assert call("GET", "/4001", fields="status")[0] == 200
    assert call("POST", "/4001", status="PAUSED")[0] == 500
    assert call("GET", "/4001", fields="status")[1]["status"] == "PAUSED"


def test_every_answer_reports_usage_and_a_throttled_one_the_waiting_time(platform):
    def usage() -> dict:
        url = f"{platform.graph_url}/v25.0/4001/insights?fields=spend&access_token={platform.token}"
        try:
            answer = urllib.request.urlopen(url, timeout=10)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            return json.loads(answer.headers["X-Business-Use-Case-Usage"])["9001"][0]

    assert usage()["type"] == "ads_insights"
    platform.usage_percent = 82
    assert usage()["call_count"] == 82
    platform.fail_next(80000)
    throttled = usage()
    assert (throttled["call_count"], throttled["estimated_time_to_regain_access"]) == (100, 1)


def test_recorded_calls_do_not_contain_the_token(platform, call):
    call("POST", "/4001", status="PAUSED")
    assert platform.calls[-1] == {
        "method": "POST", "path": "/v25.0/4001", "params": {"status": "PAUSED"}, "status": 200, "error": None
    }  # fmt: skip
