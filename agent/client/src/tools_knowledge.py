"""Defines the tools for past results and for customer entry points (CEPs)."""

from __future__ import annotations

from calls import Call, ask_page
from failures import fail
from retry import RetryPolicy
from shapes import WHOLE_TEXT_CHARACTERS, compact
from tool_builders import CREATES, DELETES, page_params, path_id, string, strings, tool
from wire import Answer

METRICS = ("roas", "cpa", "ctr")
TIERS = ("loser", "unproven", "promising", "fatigued", "winner")
VERDICTS = ("unverified", "not_comparable", "stale", "inconclusive", "overstated", "understated", "confirmed")
TARGET = (string("product_id"), string("topic_id"))


def run_delete_cep(call: Call) -> dict:
    sent = call.send()
    if isinstance(sent.outcome, Answer) and sent.outcome.code == "not_found" and sent.is_unconfirmed:
        # An earlier try deleted it, but its response was lost.
        done = {"id": call.arguments["cep_id"], "status": "deleted"}
        return {"ok": True, "cep": done, "message": "The CEP is deleted."}
    return call.to_result(sent)


def run_list_ceps(call: Call) -> dict:
    """Lists all CEPs with shortened texts, or returns one of them whole."""
    cep_id = call.arguments.pop("cep_id", None)
    if cep_id is None:
        result = call.ask()
        for row in result.get("ceps", []):
            row.pop("notes", None)
        return result
    sent = call.send()
    if sent.answer is None:
        return call.to_failure(sent)
    rows = [row for row in sent.answer.data["ceps"] if row.get("id") == cep_id]
    if not rows:
        return fail(
            "not_found",
            "cep_id: no active CEP of this product or topic has this id.",
            hint="Call list_ceps without cep_id to see the ids.",
            field="cep_id",
        )
    return {"ok": True, **compact(call.tool.shape, {"ceps": rows}, row_characters=WHOLE_TEXT_CHARACTERS)}


KNOWLEDGE_TOOLS = [
    tool(
        "search_knowledge",
        "Search knowledge",
        "Search stored campaign knowledge by free text. evidence separates observed results from claims;"
        " age in days.",
        "GET /api/agent/knowledge/search",
        [
            string("q", required=True, maximum=500),
            strings(
                "also",
                "q in other words: words are compared, not meanings",
                maximum=3,
                place="again",
                http_name="q",
            ),
            string("product_id"),
            *page_params(10),
        ],
        "hits[id kind text evidence age:int score:num relevance:num refs{}] nextCursor message",
        run=ask_page,
    ),
    tool(
        "get_campaign_history",
        "Read campaign history",
        "Read results of campaigns that ran. Rows have observed and claimed values and the drift verdict"
        " between them; trust the observed values.",
        "GET /api/agent/knowledge/history",
        [
            string("product_id"),
            string("since", "YYYY-MM-DD"),
            string("until", "YYYY-MM-DD"),
            string("status", "evidence", choices=("claimed", "observed", "corroborated")),
            string("verdict", choices=VERDICTS),
            *page_params(10),
        ],
        "history[id campaignName platformCampaignId platformAdId generatedMediaId productId productName cepId"
        " hook characterName mediaType orientation tier tierReason evidence"
        " observed{metric value:num low:num high:num baseline:num lift:num lastDay}"
        " claimed{metric value:num source claimedAt}"
        " drift{verdict driftPct:num confidence:num} objective conversionType attribution currency"
        " windowStart windowEnd spend:num impressions:num clicks:num conversions:num revenue:num"
        " ctr:num cpa:num roas:num profit{margin:num profit:num poas:num breakEvenRoas:num}"
        " frequency{value:num lastDay} funnel{steps[step rate:num usual:num] leak{step lift:num chance:num}}"
        " liftTest{windowStart windowEnd liftPct:num lowPct:num highPct:num probability:num incremental:num"
        " incrementalCpa:num incrementalRoas:num} source] nextCursor message",
        run=ask_page,
    ),
    tool(
        "get_winning_patterns",
        "Read winning patterns",
        "Read proven ad patterns ranked by real results. Scale on tier winner with freshness fresh; why"
        " gives the reason.",
        "GET /api/agent/knowledge/patterns",
        [
            string("product_id"),
            string("metric", choices=METRICS),
            string("min_tier", "default unproven", choices=TIERS),
            *page_params(10),
        ],
        "patterns[id title why tier productName"
        " ingredients{cepId angle characterId noCharacter:bool mediaType orientation hook} characterName"
        " metric estimate:num lowerBound:num baseline:num lift:num probabilityBetter:num score:int"
        " sample{ads:int campaigns:int spend:num conversions:num days:int}"
        " profit{poas:num breakEvenRoas:num} liftTest{tests:int liftPct:num lowPct:num probability:num}"
        " funnel{leak{step lift:num chance:num}} evidence freshness"
        " lastObservedAt] baseline{objective currency conversionType attribution scope ctr:num cpa:num"
        " aov:num roas:num spend:num conversions:num days:int} nextCursor message",
        run=ask_page,
    ),
    tool(
        "create_cep",
        "Store an entry point",
        "Store a customer entry point: a pain point and angle. Give exactly one of product_id, topic_id; at"
        " most 30 each. Call list_ceps first to avoid near-duplicates.",
        "POST /api/agent/ceps",
        [
            string("cep_text", required=True, maximum=2000),
            *TARGET,
            string("pain_point", maximum=200),
            string("angle", maximum=200),
            string("notes", maximum=2000),
            strings("keywords", "other words for it, in any language", maximum=10),
        ],
        "cep{id cepText angle status} similar[id cepText similarity:num] message",
        RetryPolicy.ONCE,
        CREATES,
        exactly_one=("product_id", "topic_id"),
        check_with="list_ceps",
    ),
    tool(
        "list_ceps",
        "List entry points",
        "List the active CEPs of a product or topic. Give exactly one of product_id, topic_id. A text that"
        " ends with … is cut.",
        "GET /api/agent/ceps",
        [*TARGET, string("cep_id", "only this one: its whole text and notes", place="local")],
        "ceps[id cepText painPoint angle notes]",
        exactly_one=("product_id", "topic_id"),
        run=run_list_ceps,
    ),
    tool(
        "delete_cep",
        "Delete an entry point",
        "Delete one of your CEPs permanently. Frees one of the 30 places.",
        "DELETE /api/agent/ceps/{cep_id}",
        [path_id("cep_id")],
        "cep{id status} message",
        RetryPolicy.REPEAT,
        DELETES,
        run=run_delete_cep,
    ),
]
