"""The writes, with the rules that the guide states in its text."""

from __future__ import annotations

import re

from .graph_error import invalid
from .platform_state import BUDGETS

USERS_MAX, SEED_MIN = 10_000, 100
RATIO_LOW, RATIO_HIGH = 0.01, 0.20
AUDIENCE_READS = 2


def create_campaign(platform, account_id: str, given: dict) -> dict:
    return store(platform, "campaign", {"account_id": account_id, **given})


def create_adset(platform, account_id: str, given: dict) -> dict:
    campaign = platform.state.campaigns.get(str(given["campaign_id"]))
    if campaign is None:
        raise invalid("campaign_id names no campaign", blame="campaign_id")
    check_mode(campaign, "adset", given, creating=True)
    check_specs(platform, given)
    return store(platform, "adset", {"account_id": account_id, **given})


def create_ad(platform, account_id: str, given: dict) -> dict:
    adset = platform.state.adsets.get(str(given["adset_id"]))
    if adset is None:
        raise invalid("adset_id names no ad set", blame="adset_id")
    creative_id = creative_of(platform, given.pop("creative"))
    platform.disapprovals, disapproved = max(0, platform.disapprovals - 1), platform.disapprovals > 0
    stored = {
        "account_id": account_id,
        "campaign_id": adset["campaign_id"],
        "creative_id": creative_id,
        **given,
    }
    stored |= {"created_time": f"{platform.today}T00:00:00+0000", "review_reads": platform.review_reads}
    return store(platform, "ad", {"name": "Ad", **stored, "disapproved": disapproved})


def store(platform, kind: str, stored: dict) -> dict:
    object_id = platform.state.new_id()
    platform.state.objects_of(kind)[object_id] = {"id": object_id, **stored}
    if "status" in stored:
        platform.reads.record_write(object_id, {"status"}, f"create {kind} {object_id}")
    return {"id": object_id}


def update(platform, kind: str, object_id: str, given: dict) -> dict:
    one = platform.state.objects_of(kind)[object_id]
    if kind != "ad":
        campaign = one if kind == "campaign" else platform.state.campaigns[one["campaign_id"]]
        check_mode(campaign, kind, given, creating=False)
    check_specs(platform, given)
    if platform.reads.is_blind(object_id, given):
        platform.record_violation(
            f"POST /{object_id} writes a budget that was not read before: never write blindly"
        )
    if "creative" in given:
        given = {**given, "creative_id": creative_of(platform, given.pop("creative"))}
        one["review_reads"] = platform.review_reads
    one.update(given)
    platform.reads.record_write(object_id, given, f"POST /{object_id}")
    return {"success": True}


def check_mode(campaign: dict, kind: str, given: dict, creating: bool) -> None:
    """A budget is set on the campaign or on its ad sets, never on both."""
    asks = any(name in given for name in BUDGETS)
    on_campaign = any(campaign.get(name) for name in BUDGETS)
    if kind == "adset" and on_campaign and asks:
        raise invalid("The campaign carries the budget: its ad sets must not", blame=BUDGETS[0])
    if kind == "adset" and creating and not on_campaign and not asks:
        raise invalid("The campaign carries no budget: the ad set needs one", blame=BUDGETS[0])
    if kind == "campaign" and asks and not on_campaign:
        raise invalid("The budget lives on the ad sets: the campaign must not carry one", blame=BUDGETS[0])


def check_specs(platform, given: dict) -> None:
    for name in ("targeting", "targeting_spec"):
        genders = given.get(name, {}).get("genders", [])
        if any(gender not in (1, 2) for gender in genders):
            raise invalid("genders holds 1 or 2", blame=name)


def creative_of(platform, creative: dict) -> str:
    if "creative_id" not in creative:
        return create_creative(platform, "", creative)["id"]
    if str(creative["creative_id"]) not in platform.state.creatives:
        raise invalid("creative_id names no creative", blame="creative")
    return str(creative["creative_id"])


def create_creative(platform, account_id: str, given: dict) -> dict:
    state = platform.state
    if story := given.get("object_story_id"):
        if not re.fullmatch(r"\d+_\d+", story) or story.split("_")[0] not in state.pages:
            raise invalid("object_story_id is not {page_id}_{post_id}", blame="object_story_id")
        known = next((c for c in state.creatives.values() if c.get("object_story_id") == story), None)
        if known:
            return {"id": known["id"]}
    else:
        check_story(platform, given["object_story_spec"])
    creative_id = state.new_id()
    page = story.split("_")[0] if story else given["object_story_spec"]["page_id"]
    state.creatives[creative_id] = {"id": creative_id, "post": story or f"{page}_{creative_id}", **given}
    return {"id": creative_id}


def check_story(platform, spec: dict) -> None:
    state = platform.state
    if str(spec["page_id"]) not in state.pages:
        raise invalid("page_id names no page of this business", blame="page_id")
    for data in (spec.get(name, {}) for name in ("link_data", "video_data", "photo_data")):
        if "image_hash" in data and data["image_hash"] not in state.images:
            raise invalid(
                "image_hash is not a picture of this account: send it to adimages first", blame="image_hash"
            )
        for name in ("picture", "image_url"):
            if name in data:
                platform.fetch_picture(data[name], name)
    if "video_data" in spec:
        video = state.videos.get(str(spec["video_data"]["video_id"]))
        if video is None:
            raise invalid("video_id names no video: send it to advideos first", blame="video_id")
        if video.get("encoding_reads"):
            raise invalid("The video is not ready: wait until video_status is ready", blame="video_id")


def create_audience(platform, account_id: str, given: dict) -> dict:
    if given["subtype"] == "LOOKALIKE":
        seed = platform.state.audiences.get(str(given.get("origin_audience_id")))
        if seed is None or "lookalike_spec" not in given:
            raise invalid(
                "A lookalike needs origin_audience_id and lookalike_spec", blame="origin_audience_id"
            )
        if seed.get("members", 0) < SEED_MIN:
            raise invalid(f"The seed audience needs at least {SEED_MIN} members", blame="origin_audience_id")
        if not RATIO_LOW <= float(given["lookalike_spec"]["ratio"]) <= RATIO_HIGH:
            raise invalid(f"ratio is {RATIO_LOW} to {RATIO_HIGH}", blame="lookalike_spec")
    audience_id = platform.state.new_id()
    stored = {"id": audience_id, "members": 0, "filling_reads": AUDIENCE_READS, **given}
    platform.state.audiences[audience_id] = stored
    return {"id": audience_id}


def change_users(platform, method: str, audience_id: str, given: dict) -> dict:
    rows = given["data"]
    if len(rows) > USERS_MAX:
        raise invalid(f"At most {USERS_MAX} records per request", blame="data")
    for row in rows:
        if not all(
            re.fullmatch(r"[0-9a-f]{64}", str(cell)) for cell in (row if isinstance(row, list) else [row])
        ):
            raise invalid("Identifiers must be SHA-256 hashes", blame="data")
    one = platform.state.audiences[audience_id]
    one["members"] = max(0, one["members"] + (len(rows) if method == "POST" else -len(rows)))
    return {"audience_id": audience_id, "num_received": len(rows), "num_invalid_entries": 0}
