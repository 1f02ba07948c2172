"""Answers reads of single objects, and of lists with cursors. Each read advances a pending review."""

from __future__ import annotations

import base64
import json
from urllib.parse import urlencode

from .graph_error import invalid
from .platform_state import BUDGETS

PAGE_DEFAULT = 25
KIND_BY_EDGE = {"campaigns": "campaign", "adsets": "adset", "ads": "ad"}
VIDEO_STATUSES = ("processing", "ready")
AUDIENCE_READY_CODE, AUDIENCE_FILLING_CODE = 200, 300


def read_object(platform, kind: str, object_id: str, requested: dict[str, list[str]]) -> dict:
    obj = platform.state.objects_of(kind)[object_id]
    platform.reads.record_read(object_id, requested)
    row = {name: field_value(platform, kind, obj, name, inner) for name, inner in requested.items()}
    advance_processing(obj, kind, requested)
    return {name: value for name, value in row.items() if value is not None} | {"id": public_id(kind, obj)}


def public_id(kind: str, obj: dict) -> str:
    return f"act_{obj['id']}" if kind == "ad_account" else obj["id"]


def advance_processing(obj: dict, kind: str, requested) -> None:
    """Advances reviews, video encodings and the filling of audiences: per read, not with time."""
    if "effective_status" in requested or kind in ("video", "custom_audience"):
        for counter in ("review_reads", "encoding_reads", "filling_reads"):
            obj[counter] = max(0, obj.get(counter, 0) - 1)


def field_value(platform, kind: str, obj: dict, name: str, inner: list[str]):
    state = platform.state
    if name == "id":
        return public_id(kind, obj)
    if name == "effective_status":
        return state.effective_status(kind, obj)
    if name in BUDGETS:
        return str(obj[name]) if obj.get(name) else None
    if kind == "ad" and name == "creative":
        creative = state.creatives[obj["creative_id"]]
        parts = {part: field_value(platform, "creative", creative, part, []) for part in inner}
        return {"id": creative["id"], **parts}
    if kind == "creative" and name == "effective_object_story_id":
        return obj["post"]
    if kind == "creative" and name == "effective_instagram_media_id":
        return f"18{obj['id']}" if "instagram_user_id" in obj.get("object_story_spec", {}) else None
    if kind == "video" and name == "status":
        return {"video_status": obj.get("broken") or VIDEO_STATUSES[not obj.get("encoding_reads")]}
    if kind == "custom_audience" and name == "delivery_status":
        return {"code": AUDIENCE_FILLING_CODE if obj.get("filling_reads") else AUDIENCE_READY_CODE}
    return obj.get(name)


def read_list(platform, parent: tuple[str, str], edge: str, params: dict, request_url: str) -> dict:
    kind = KIND_BY_EDGE[edge]
    rows = platform.state.children(kind, *parent)
    page, paging = paginate(platform, rows, params, request_url)
    return {
        "data": [read_object(platform, kind, row["id"], params["fields"]) for row in page],
        "paging": paging,
    }


def read_posts(platform, page_id: str, params: dict, request_url: str) -> dict:
    posts = [
        {"id": c["post"], "message": c.get("name"), "created_time": "2026-11-01T00:00:00+0000",
         "permalink_url": f"{platform.graph_url}/{c['post']}"}
        for c in platform.state.creatives.values()
        if c["post"].startswith(f"{page_id}_")
    ]  # fmt: skip
    page, paging = paginate(platform, posts, params, request_url)
    return {"data": [{name: post[name] for name in params["fields"]} for post in page], "paging": paging}


def paginate(platform, rows: list, params: dict, request_url: str) -> tuple[list, dict]:
    start = decode_cursor(platform, params["after"]) if "after" in params else 0
    limit = params.get("limit") or PAGE_DEFAULT
    page = rows[start : start + limit]
    paging: dict = {
        "cursors": {
            "before": encode_cursor(platform, start),
            "after": encode_cursor(platform, start + len(page)),
        }
    }
    if start + limit < len(rows):
        paging["next"] = f"{request_url}&{urlencode({'after': paging['cursors']['after']})}"
    return page, paging


def encode_cursor(platform, offset: int) -> str:
    return base64.urlsafe_b64encode(json.dumps([platform.session, offset]).encode()).decode().rstrip("=")


def decode_cursor(platform, text: str) -> int:
    try:
        session, offset = json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    except ValueError:
        raise invalid("after is not a cursor of this API", blame="after") from None
    if session != platform.session:
        raise invalid(
            "after comes from another session; a cursor is valid only in its own session", blame="after"
        )
    return offset
