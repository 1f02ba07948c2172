"""Answers the reads: single objects, and lists with cursors. Each read advances a pending review."""

from __future__ import annotations

import base64
import json
from urllib.parse import urlencode

from .graph_error import invalid
from .platform_state import BUDGETS

PAGE_DEFAULT = 25
EDGES = {"campaigns": "campaign", "adsets": "adset", "ads": "ad"}
VIDEO_STEPS = ("processing", "ready")
AUDIENCE_READY, AUDIENCE_FILLING = 200, 300


def read_object(platform, kind: str, object_id: str, requested: dict[str, list[str]]) -> dict:
    one = platform.state.objects_of(kind)[object_id]
    platform.reads.record_read(object_id, requested)
    row = {name: field_of(platform, kind, one, name, inner) for name, inner in requested.items()}
    advance_review(one, kind, requested)
    return {name: value for name, value in row.items() if value is not None} | {"id": id_of(kind, one)}


def id_of(kind: str, one: dict) -> str:
    return f"act_{one['id']}" if kind == "ad_account" else one["id"]


def advance_review(one: dict, kind: str, requested) -> None:
    """Reviews, encodings and the filling of audiences advance with each read, not with time."""
    if "effective_status" in requested or kind in ("video", "custom_audience"):
        for waiting in ("review_reads", "encoding_reads", "filling_reads"):
            one[waiting] = max(0, one.get(waiting, 0) - 1)


def field_of(platform, kind: str, one: dict, name: str, inner: list[str]):
    state = platform.state
    if name == "id":
        return id_of(kind, one)
    if name == "effective_status":
        return state.effective_status(kind, one)
    if name in BUDGETS:
        return str(one[name]) if one.get(name) else None
    if kind == "ad" and name == "creative":
        creative = state.creatives[one["creative_id"]]
        parts = {part: field_of(platform, "creative", creative, part, []) for part in inner}
        return {"id": creative["id"], **parts}
    if kind == "creative" and name == "effective_object_story_id":
        return one["post"]
    if kind == "creative" and name == "effective_instagram_media_id":
        return f"18{one['id']}" if "instagram_user_id" in one.get("object_story_spec", {}) else None
    if kind == "video" and name == "status":
        return {"video_status": one.get("broken") or VIDEO_STEPS[not one.get("encoding_reads")]}
    if kind == "custom_audience" and name == "delivery_status":
        return {"code": AUDIENCE_FILLING if one.get("filling_reads") else AUDIENCE_READY}
    return one.get(name)


def read_list(platform, parent: tuple[str, str], edge: str, given: dict, address: str) -> dict:
    kind = EDGES[edge]
    rows = platform.state.children(kind, *parent)
    shown, paging = page_of(platform, rows, given, address)
    return {
        "data": [read_object(platform, kind, row["id"], given["fields"]) for row in shown],
        "paging": paging,
    }


def read_posts(platform, page_id: str, given: dict, address: str) -> dict:
    posts = [
        {"id": c["post"], "message": c.get("name"), "created_time": "2026-11-01T00:00:00+0000",
         "permalink_url": f"{platform.graph_url}/{c['post']}"}
        for c in platform.state.creatives.values()
        if c["post"].startswith(f"{page_id}_")
    ]  # fmt: skip
    shown, paging = page_of(platform, posts, given, address)
    return {"data": [{name: post[name] for name in given["fields"]} for post in shown], "paging": paging}


def page_of(platform, rows: list, given: dict, address: str) -> tuple[list, dict]:
    start = read_cursor(platform, given["after"]) if "after" in given else 0
    limit = given.get("limit") or PAGE_DEFAULT
    shown = rows[start : start + limit]
    paging: dict = {
        "cursors": {"before": cursor(platform, start), "after": cursor(platform, start + len(shown))}
    }
    if start + limit < len(rows):
        paging["next"] = f"{address}&{urlencode({'after': paging['cursors']['after']})}"
    return shown, paging


def cursor(platform, offset: int) -> str:
    return base64.urlsafe_b64encode(json.dumps([platform.session, offset]).encode()).decode().rstrip("=")


def read_cursor(platform, text: str) -> int:
    try:
        session, offset = json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    except ValueError:
        raise invalid("after is not a cursor of this API", blame="after") from None
    if session != platform.session:
        raise invalid(
            "after comes from another session: cursors are valid in one session only", blame="after"
        )
    return offset
