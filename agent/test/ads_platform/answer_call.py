"""Dispatches one call from its route in the guide to the function that answers it."""

from __future__ import annotations

from . import read_insights as insights
from . import read_objects as reads
from . import receive_files as files
from . import write_objects as writes
from .graph_error import GraphError, invalid
from .route_call import Route

CREATES = {
    "campaigns": writes.create_campaign,
    "adsets": writes.create_adset,
    "ads": writes.create_ad,
    "adcreatives": writes.create_creative,
    "customaudiences": writes.create_audience,
    "adimages": files.receive_image,
    "advideos": files.receive_video,
}
PLAIN_CREATES = ("product_sets", "product_feeds", "collaborative_ads_collaboration_requests")
RUN_READS = 2
EXCHANGED_SECONDS = 60 * 24 * 3600


def answer_call(platform, route: Route, given: dict, address: str) -> dict:
    """`given` is already checked; the remaining rules need the state."""
    method, segments = route.endpoint.method, route.endpoint.segments
    kind, object_id = route.ids[0] if route.ids else ("", "")
    edge = segments[-1] if len(segments) > 1 or not route.ids else ""
    if method == "GET":
        return answer_read(platform, kind, object_id, edge, given, address)
    if edge == "insights":
        return start_run(platform, kind, object_id, given)
    if edge == "users":
        return writes.change_users(platform, method, object_id, given)
    if edge in CREATES:
        return CREATES[edge](platform, object_id, given)
    if edge == "owned_product_catalogs":
        return create_catalog(platform, given)
    if edge == "agencies":
        return share_segment(platform, object_id, given)
    if edge in PLAIN_CREATES:
        new_id = platform.state.new_id()
        platform.state.others[new_id] = {"id": new_id, "edge": edge, "of": object_id, **given}
        return {"id": new_id}
    if edge == "":
        return writes.update(platform, kind, object_id, given)
    raise GraphError(1, f"The double does not implement {method} {route.endpoint.path} of the guide")


def answer_read(platform, kind: str, object_id: str, edge: str, given: dict, address: str) -> dict:
    if edge in reads.EDGES:
        return reads.read_list(platform, (kind, object_id), edge, given, address)
    if edge in ("ads_posts", "posts"):
        return reads.read_posts(platform, object_id, given, address)
    if edge == "insights":
        return read_insights_page(platform, kind, object_id, given, address)
    if edge == "thumbnails":
        return files.thumbnails(platform, object_id)
    if edge == "search":
        return {"data": [{"id": "6003139266461", "name": given["q"]}]}
    if edge == "delivery_estimate":
        writes.check_specs(platform, given)
        return {"data": [{"estimate_ready": True, "estimate_dau": 120_000}]}
    if edge == "access_token":
        return {"access_token": platform.token, "expires_in": EXCHANGED_SECONDS}
    if edge == "collaborative_ads_directory":
        return {"collaborative_ads_merchants": {"data": []}}
    if kind == "report_run":
        return read_run_status(platform, object_id)
    return reads.read_object(platform, kind, object_id, given["fields"])


def read_insights_page(platform, kind: str, object_id: str, given: dict, address: str) -> dict:
    if kind != "report_run":
        rows = insights.read_insights(platform, kind, object_id, given)
    elif platform.state.runs[object_id]["reads"]:
        raise invalid("The report is not ready: wait until async_status is Job Completed")
    else:
        rows = platform.state.runs[object_id]["rows"]
    shown, paging = reads.page_of(platform, rows, given, address)
    return {"data": shown, "paging": paging}


def start_run(platform, kind: str, object_id: str, given: dict) -> dict:
    run_id = platform.state.new_id()
    rows = insights.read_insights(platform, kind, object_id, given)
    platform.state.runs[run_id] = {"id": run_id, "reads": RUN_READS, "rows": rows}
    return {"report_run_id": run_id}


def read_run_status(platform, run_id: str) -> dict:
    run = platform.state.runs[run_id]
    run["reads"] = max(0, run["reads"] - 1)
    return {"id": run_id, "async_status": "Job Running" if run["reads"] else "Job Completed"}


def create_catalog(platform, given: dict) -> dict:
    parent = given.get("parent_catalog_id")
    if parent and (str(parent) not in platform.state.catalogs or "catalog_segment_filter" not in given):
        raise invalid(
            "A segment needs a parent catalog and catalog_segment_filter", blame="parent_catalog_id"
        )
    catalog_id = platform.state.new_id()
    platform.state.catalogs[catalog_id] = {"id": catalog_id, "is_catalog_segment": bool(parent), **given}
    return {"id": catalog_id}


def share_segment(platform, catalog_id: str, given: dict) -> dict:
    segment = platform.state.catalogs[catalog_id]
    if not segment["is_catalog_segment"]:
        raise invalid("Only a catalog segment is shared by /agencies")
    segment["shared_with"] = given["business"]
    return {"success": True}
