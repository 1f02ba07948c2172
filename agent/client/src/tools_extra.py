"""Defines the extra tools besides report_results, offered only if SVC_EXTRA_TOOLS names them."""

from __future__ import annotations

from calls import ask_page
from params import Param
from retry import RetryPolicy
from tool_builders import DELETES, READ_ONLY, integer, page_params, path_id, string, tool
from tools_generate import GENERATE_TOOLS
from tools_knowledge import VERDICTS
from tools_report import REPORT_TOOLS

# The parameters of generate_video and generate_image, without descriptions and without client_ref.
JOB_PARAMS = {
    param.name: Param(param.name, param.kind, choices=param.choices, maximum=param.maximum)
    for submit in GENERATE_TOOLS[1::-1]
    for param in submit.params.values()
    if param.place == "field" and param.name != "client_ref"
}

EXTRA_TOOLS = [
    *REPORT_TOOLS,
    tool(
        "quote_job",
        "Price a job",
        "Price a job before you submit it; charges nothing. Takes kind and the arguments of that"
        " generate tool.",
        "POST /api/gen/quote",
        [string("kind", required=True, choices=("image", "video")), *JOB_PARAMS.values()],
        "quote{creditsCost:int balance:int balanceAfter:int affordable:bool withinBudget:bool"
        " references[photoReferenceId fileUrl label origin] droppedReferences[] ignoredFields[]"
        " warnings[code message refId]} message",
        RetryPolicy.READ,
        READ_ONLY,
    ),
    tool(
        "get_drift",
        "Compare claims with results",
        "Read how claims differ from observed results. Also how trustworthy each reporter is.",
        "GET /api/agent/knowledge/drift",
        [string("product_id"), string("verdict", choices=VERDICTS), *page_params(10)],
        "drift[subject{historyId platformAdId generatedMediaId productId campaignName windowStart"
        " windowEnd} metric claimed:num claimedAt observed:num observedLow:num observedHigh:num"
        " driftPct:num verdict driftScore:int confidence:num] reporters[source comparable:int"
        " confirmed:int trust:num biasPct:num] nextCursor",
        run=ask_page,
    ),
    tool(
        "plan_creatives",
        "Plan creatives",
        "Plan which creatives to make next for a product. Fills the places up to target: what wins"
        " again, some never tried, nothing that loses.",
        "GET /api/agent/knowledge/plan",
        [
            string("product_id", required=True),
            string("running", "ids of the ads running now, commas between; else taken from rows"),
            integer("active", "or their number", minimum=0, maximum=1000),
            integer("target", "default 5", minimum=0, maximum=50),
        ],
        "plan{need:int make[cepId cepText characterId mediaType orientation count:int hook newHooks:int"
        " reason lift{expected:num low:num high:num} creditsCost:int] creditsCost:int fewWinners"
        " running[platformAdId generatedMediaId fading:bool]} message",
    ),
    tool(
        "cancel_media",
        "Cancel a job",
        "Cancel a job that is still queued; refunds its credits.",
        "DELETE /api/gen/media/{media_id}",
        [path_id("media_id")],
        "media{id status charged creditsRefunded:int} message",
        RetryPolicy.REPEAT,
        DELETES,
    ),
]
