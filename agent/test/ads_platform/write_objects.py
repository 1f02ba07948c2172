"""Creates and updates objects, with the rules that the guide states in its text (not in its tables)."""

from __future__ import annotations

import re

from .graph_error import invalid
from .platform_state import BUDGETS

MAX_USERS_PER_CALL = 10_000
MIN_SEED_MEMBERS = 100
MIN_RATIO, MAX_RATIO = 0.01, 0.20
# A new audience is filling for this many reads.
READS_UNTIL_FILLED = 2


def create_campaign(platform, account_id: str, params: dict) -> dict:
    return store_object(platform, "campaign", {"account_id": account_id, **params})


def create_adset(platform, account_id: str, params: dict) -> dict:
    campaign = platform.state.campaigns.get(str(params["campaign_id"]))
    if campaign is None:
        raise invalid("campaign_id: there is no campaign with this id", blame="campaign_id")
    check_budget_level(campaign, "adset", params, creating=True)
    check_targeting(platform, params)
    return store_object(platform, "adset", {"account_id": account_id, **params})


def create_ad(platform, account_id: str, params: dict) -> dict:
    adset = platform.state.adsets.get(str(params["adset_id"]))
    if adset is None:
        raise invalid("adset_id: there is no ad set with this id", blame="adset_id")
    creative_id = resolve_creative(platform, params.pop("creative"))
    platform.disapprovals, disapproved = max(0, platform.disapprovals - 1), platform.disapprovals > 0
    stored = {
        "account_id": account_id,
        "campaign_id": adset["campaign_id"],
        "creative_id": creative_id,
        **params,
    }
    stored |= {"created_time": f"{platform.today}T00:00:00+0000", "review_reads": platform.review_reads}
    return store_object(platform, "ad", {"name": "Ad", **stored, "disapproved": disapproved})


def store_object(platform, kind: str, stored: dict) -> dict:
    object_id = platform.state.new_id()
    platform.state.objects_of(kind)[object_id] = {"id": object_id, **stored}
    if "status" in stored:
        platform.reads.record_write(object_id, {"status"}, f"create {kind} {object_id}")
    return {"id": object_id}


def update_object(platform, kind: str, object_id: str, params: dict) -> dict:
    obj = platform.state.objects_of(kind)[object_id]
    if kind != "ad":
        campaign = obj if kind == "campaign" else platform.state.campaigns[obj["campaign_id"]]
        check_budget_level(campaign, kind, params, creating=False)
    check_targeting(platform, params)
    if platform.reads.is_blind_write(object_id, params):
        platform.record_violation(
            f"POST /{object_id} writes a budget without reading it first: never write blindly"
        )
    if "creative" in params:
        params = {**params, "creative_id": resolve_creative(platform, params.pop("creative"))}
        obj["review_reads"] = platform.review_reads
    obj.update(params)
    platform.reads.record_write(object_id, params, f"POST /{object_id}")
    return {"success": True}


def check_budget_level(campaign: dict, kind: str, params: dict, creating: bool) -> None:
    """Checks that the budget is set on the campaign or on its ad sets, never on both."""
    sets_budget = any(name in params for name in BUDGETS)
    on_campaign = any(campaign.get(name) for name in BUDGETS)
    if kind == "adset" and on_campaign and sets_budget:
        raise invalid("The campaign has the budget: its ad sets must not have one", blame=BUDGETS[0])
    if kind == "adset" and creating and not on_campaign and not sets_budget:
        raise invalid("The campaign has no budget: the ad set needs one", blame=BUDGETS[0])
    if kind == "campaign" and sets_budget and not on_campaign:
        raise invalid("The budget is on the ad sets: the campaign must not have one", blame=BUDGETS[0])


def check_targeting(platform, params: dict) -> None:
    for name in ("targeting", "targeting_spec"):
        genders = params.get(name, {}).get("genders", [])
        if any(gender not in (1, 2) for gender in genders):
            raise invalid("genders must be 1 or 2", blame=name)


def resolve_creative(platform, creative: dict) -> str:
    if "creative_id" not in creative:
        return create_creative(platform, "", creative)["id"]
    if str(creative["creative_id"]) not in platform.state.creatives:
        raise invalid("creative_id: there is no creative with this id", blame="creative")
    return str(creative["creative_id"])


def create_creative(platform, account_id: str, params: dict) -> dict:
    state = platform.state
    if story := params.get("object_story_id"):
        if not re.fullmatch(r"\d+_\d+", story) or story.split("_")[0] not in state.pages:
            raise invalid("object_story_id must be {page_id}_{post_id}", blame="object_story_id")
        existing = next((c for c in state.creatives.values() if c.get("object_story_id") == story), None)
        if existing:
            return {"id": existing["id"]}
    else:
        check_story(platform, params["object_story_spec"])
    creative_id = state.new_id()
    page = story.split("_")[0] if story else params["object_story_spec"]["page_id"]
    state.creatives[creative_id] = {"id": creative_id, "post": story or f"{page}_{creative_id}", **params}
    return {"id": creative_id}


def check_story(platform, spec: dict) -> None:
    state = platform.state
    if str(spec["page_id"]) not in state.pages:
        raise invalid("page_id: this business has no page with this id", blame="page_id")
    for data in (spec.get(name, {}) for name in ("link_data", "video_data", "photo_data")):
        if "image_hash" in data and data["image_hash"] not in state.images:
            raise invalid(
                "image_hash: this account has no such picture: send it to adimages first", blame="image_hash"
            )
        for name in ("picture", "image_url"):
            if name in data:
                platform.fetch_picture(data[name], name)
    if "video_data" in spec:
        video = state.videos.get(str(spec["video_data"]["video_id"]))
        if video is None:
            raise invalid(
                "video_id: there is no video with this id: send it to advideos first", blame="video_id"
            )
        if video.get("encoding_reads"):
            raise invalid("The video is not ready: wait until video_status is ready", blame="video_id")


def create_audience(platform, account_id: str, params: dict) -> dict:
    if params["subtype"] == "LOOKALIKE":
        seed = platform.state.audiences.get(str(params.get("origin_audience_id")))
        if seed is None or "lookalike_spec" not in params:
            raise invalid(
                "A lookalike needs origin_audience_id and lookalike_spec", blame="origin_audience_id"
            )
        if seed.get("members", 0) < MIN_SEED_MEMBERS:
            raise invalid(
                f"The seed audience needs at least {MIN_SEED_MEMBERS} members", blame="origin_audience_id"
            )
        if not MIN_RATIO <= float(params["lookalike_spec"]["ratio"]) <= MAX_RATIO:
            raise invalid(f"ratio must be {MIN_RATIO} to {MAX_RATIO}", blame="lookalike_spec")
    audience_id = platform.state.new_id()
    stored = {"id": audience_id, "members": 0, "filling_reads": READS_UNTIL_FILLED, **params}
    platform.state.audiences[audience_id] = stored
    return {"id": audience_id}


def change_users(platform, method: str, audience_id: str, params: dict) -> dict:
    rows = params["data"]
    if len(rows) > MAX_USERS_PER_CALL:
        raise invalid(f"At most {MAX_USERS_PER_CALL} records per request", blame="data")
    for row in rows:
        if not all(
            re.fullmatch(r"[0-9a-f]{64}", str(cell)) for cell in (row if isinstance(row, list) else [row])
        ):
            raise invalid("Identifiers must be SHA-256 hashes", blame="data")
    audience = platform.state.audiences[audience_id]
    audience["members"] = max(0, audience["members"] + (len(rows) if method == "POST" else -len(rows)))
    return {"audience_id": audience_id, "num_received": len(rows), "num_invalid_entries": 0}
