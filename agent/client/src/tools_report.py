"""Defines the tool that writes results into the memory. Without it, the memory is never filled."""

from __future__ import annotations

import secrets

from calls import Call
from params import Param
from retry import RetryPolicy
from tool_builders import CREATES, string, strings, tool
from tools_knowledge import METRICS


def run_report(call: Call) -> dict:
    """Sends the same idempotency key with every try, so that the report counts once."""
    key = call.arguments.setdefault("idempotency_key", "agt_" + secrets.token_hex(8))
    result = {**call.ask(), "idempotencyKey": key}
    if result.get("retryable"):
        result["hint"] += f" Use idempotency_key={key}, so that the report counts once."
    return result


REPORT_TOOLS = [
    tool(
        "report_results",
        "Report ad results",
        "Report what an ad did, or a claim about it. kind observation: rows, one for each day, and currency,"
        " objective, conversion_type, attribution once for all of them, always with the same words. kind"
        " claim: metric, value, window_start, window_end. The first report of an ad names"
        " generated_media_id and platform_ad_id, later ones either.",
        "POST /api/agent/reports",
        [
            string("kind", required=True, choices=("observation", "claim")),
            string("generated_media_id", "med_..., the creative"),
            string("platform_ad_id", "id of the ad on the platform", maximum=100),
            string("product_id"),
            string("cep_id"),
            string("campaign_name", maximum=400),
            Param(
                "rows",
                "objects",
                "[{day, spend, impressions, clicks, conversions, revenue}], day as YYYY-MM-DD, figures as the"
                " platform gives them; optional: threeSecondPlays thruPlays outboundClicks landingPageViews"
                " addsToCart checkouts newCustomers margin (revenue less goods) reach7d liftTest{since"
                " testPeople controlPeople testConversions controlConversions} on its last day",
                maximum=500,
            ),
            string("currency", "such as EUR"),
            string("objective", "such as OUTCOME_SALES", maximum=100),
            string("conversion_type", "action type that conversions counts", maximum=100),
            string("attribution", "such as 7d_click", maximum=100),
            string("metric", choices=METRICS),
            Param("value", "number"),
            string("window_start", "YYYY-MM-DD"),
            string("window_end", "YYYY-MM-DD"),
            Param("conversions", "number", "behind the claim"),
            string("note", maximum=2000),
            strings("keywords", "other words for the note", maximum=10),
            string("idempotency_key", maximum=200),
        ],
        "report{id evidence accepted:int replaced:int ignored:int} idempotencyKey message",
        RetryPolicy.SUBMIT,
        CREATES,
        run=run_report,
    ),
]
