"""Dispatches one call to the function that answers it.

This package is a test double of the ads platform's Graph API. Its rules come from our marketing guide
(`agent/guide`): `route_call` has already matched the call to an endpoint of the guide, and `check_fields`
has checked its parameters.
"""

from __future__ import annotations

from . import read_insights as insights
from . import read_objects as reads
from . import receive_files as files
from . import write_objects as writes
from .graph_error import GraphError, invalid
from .route_call import Route

CREATE_BY_EDGE = {
    "campaigns": writes.create_campaign,
    "adsets": writes.create_adset,
    "ads": writes.create_ad,
    "adcreatives": writes.create_creative,
    "customaudiences": writes.create_audience,
    "adimages": files.receive_image,
    "advideos": files.receive_video,
}
# Edges whose create calls have no rules of their own: the double stores the parameters and returns a new id.
STORED_ONLY_EDGES = ("product_sets", "product_feeds", "collaborative_ads_collaboration_requests")
# An asynchronous report is completed from this status poll on.
POLLS_UNTIL_COMPLETE = 2
LONG_LIVED_TOKEN_SECONDS = 60 * 24 * 3600
# Any id will do: the tests only need a search result to have one.
INTEREST_ID = "6003139266461"


def answer_call(platform, route: Route, params: dict, request_url: str) -> dict:
    """Applies the rules that depend on the state, and returns the body of the response."""
    method, segments = route.endpoint.method, route.endpoint.segments
    kind, object_id = route.ids[0] if route.ids else ("", "")
    # The edge is the last segment of the path, as in `/<id>/<edge>` and `/search`. An object itself, `/<id>`,
    # has none.
    edge = segments[-1] if len(segments) > 1 or not route.ids else ""
    if method == "GET":
        return answer_read(platform, kind, object_id, edge, params, request_url)
    # The rest are POST calls, except for one DELETE, on the edge `users`.
    if edge == "insights":
        return start_report_run(platform, kind, object_id, params)
    if edge == "users":
        return writes.change_users(platform, method, object_id, params)
    if edge in CREATE_BY_EDGE:
        return CREATE_BY_EDGE[edge](platform, object_id, params)
    if edge == "owned_product_catalogs":
        return create_catalog(platform, params)
    if edge == "agencies":
        return share_segment(platform, object_id, params)
    if edge in STORED_ONLY_EDGES:
        new_id = platform.state.new_id()
        platform.state.stored_only[new_id] = {"id": new_id, "edge": edge, "parent_id": object_id, **params}
        return {"id": new_id}
    if edge == "":
        return writes.update_object(platform, kind, object_id, params)
    raise GraphError(1, f"The test double does not implement {method} {route.endpoint.path}")


def answer_read(platform, kind: str, object_id: str, edge: str, params: dict, request_url: str) -> dict:
    if edge in reads.KIND_BY_EDGE:
        return reads.read_list(platform, (kind, object_id), edge, params, request_url)
    if edge in ("ads_posts", "posts"):
        return reads.read_posts(platform, object_id, params, request_url)
    if edge == "insights":
        return read_insights_page(platform, kind, object_id, params, request_url)
    if edge == "thumbnails":
        return files.read_thumbnails(platform, object_id)
    if edge == "search":
        return {"data": [{"id": INTEREST_ID, "name": params["q"]}]}
    if edge == "delivery_estimate":
        writes.check_targeting(platform, params)
        return {"data": [{"estimate_ready": True, "estimate_dau": 120_000}]}
    if edge == "access_token":
        return {"access_token": platform.token, "expires_in": LONG_LIVED_TOKEN_SECONDS}
    if edge == "collaborative_ads_directory":
        return {"collaborative_ads_merchants": {"data": []}}
    if kind == "report_run":
        return read_report_status(platform, object_id)
    return reads.read_object(platform, kind, object_id, params["fields"])


def read_insights_page(platform, kind: str, object_id: str, params: dict, request_url: str) -> dict:
    if kind != "report_run":
        rows = insights.read_insights(platform, kind, object_id, params)
    elif platform.state.report_runs[object_id]["polls_left"]:
        raise invalid("The report is not ready: poll it until async_status is Job Completed")
    else:
        rows = platform.state.report_runs[object_id]["rows"]
    page, paging = reads.paginate(platform, rows, params, request_url)
    return {"data": page, "paging": paging}


def start_report_run(platform, kind: str, object_id: str, params: dict) -> dict:
    run_id = platform.state.new_id()
    rows = insights.read_insights(platform, kind, object_id, params)
    platform.state.report_runs[run_id] = {"id": run_id, "polls_left": POLLS_UNTIL_COMPLETE, "rows": rows}
    return {"report_run_id": run_id}


def read_report_status(platform, run_id: str) -> dict:
    run = platform.state.report_runs[run_id]
    run["polls_left"] = max(0, run["polls_left"] - 1)
    return {"id": run_id, "async_status": "Job Running" if run["polls_left"] else "Job Completed"}


def create_catalog(platform, params: dict) -> dict:
    parent = params.get("parent_catalog_id")
    if parent and (str(parent) not in platform.state.catalogs or "catalog_segment_filter" not in params):
        raise invalid(
            "A segment needs a parent catalog and catalog_segment_filter", blame="parent_catalog_id"
        )
    catalog_id = platform.state.new_id()
    platform.state.catalogs[catalog_id] = {"id": catalog_id, "is_catalog_segment": bool(parent), **params}
    return {"id": catalog_id}


def share_segment(platform, catalog_id: str, params: dict) -> dict:
    segment = platform.state.catalogs[catalog_id]
    if not segment["is_catalog_segment"]:
        raise invalid("Only a catalog segment can be shared with /agencies")
    segment["shared_with"] = params["business"]
    return {"success": True}
