"""Defines the tools that submit and poll jobs. A job is charged at most once."""

from __future__ import annotations

import secrets

from calls import Call
from failures import fail
from files import read_picture
from params import Param, to_tool_terms
from polling import POLL_CLOCK, UNKNOWN_SECONDS
from retry import RetryPolicy, SendResult
from shapes import ROW_TEXT_CHARACTERS, TEXT_CHARACTERS, WHOLE_TEXT_CHARACTERS, compact, parse_shape
from tool_builders import SUBMITS, integer, string, strings, tool
from wire import Answer

MAX_POLLED = 20

# A video from a local file does not accept these arguments.
NOT_WITH_FILE = (
    "character_id",
    "product_id",
    "use_product_photo",
    "product_photo_reference_ids",
    "photo_reference_ids",
)

FAILURE_ADVICE = {
    "content_rejected": "Change the prompt or the references first.",
    "reference_unusable": "Replace the reference picture first.",
}


def run_submit(call: Call) -> dict:
    path = call.arguments.pop("file_path", None)
    if path is not None:
        conflicting = [name for name in NOT_WITH_FILE if name in call.arguments]
        if conflicting:
            problem = f"file_path cannot be combined with {', '.join(conflicting)}."
            return fail("bad_arguments", problem, hint_values={"tool": call.tool.name}, field="file_path")
        call.picture, why = read_picture(path)
        if call.picture is None:
            return fail("file_unusable", f"file_path: {why}")
    generated_ref = "client_ref" not in call.arguments
    ref = call.arguments.setdefault("client_ref", "agt_" + secrets.token_hex(8))
    sent = call.send()
    if sent.answer is None:
        return _describe_refused_submit(call, sent, ref)
    result = call.to_result(sent)
    POLL_CLOCK.record(result.get("id", ""), result.get("pollAfterSeconds"))
    result["clientRef"] = ref
    result["charged"] = "refunded" if result.get("status") in ("failed", "stalled") else "charged"
    if sent.answer.headers.get("idempotent-replayed") != "true":
        return result
    if not generated_ref:
        result["replayed"] = True
    elif result["charged"] == "charged":
        # An earlier try of this same call created the job, so to the agent it is a new job.
        charge = f"Charged {result.get('creditsCost')} credits once, {result.get('balanceAfter')} left."
        result["message"] = f"{charge} Poll get_media until status is completed, then read videoUrl."
    return result


def _describe_refused_submit(call: Call, sent: SendResult, ref: str) -> dict:
    outcome, tool = sent.outcome, call.tool.name
    failure = {**call.to_failure(sent), "clientRef": ref}
    # Only a refusal of the request itself also holds for earlier tries. A rate limit, missing credits, a
    # revoked key or a refund can stop a later try while the service still executes an earlier one.
    code = outcome.code if isinstance(outcome, Answer) else ""
    is_final = code and outcome.status in (400, 404, 409)
    if not sent.is_unconfirmed or (is_final and code != "client_ref_in_progress"):
        return _add_client_ref(failure, ref)
    again = f"Call {tool} again with the same arguments and client_ref={ref}: it is never charged twice."
    check = f" Or check whether the job exists: list_media(client_ref={ref})."
    return {**failure, "hint": again + check, "retryable": True, "charged": "unknown"}


def _add_client_ref(failure: dict, ref: str) -> dict:
    """Adds to the hint: reuse the client_ref, because an earlier call may already have paid for the job."""
    if not failure["retryable"] or ref in failure["hint"]:
        return failure
    return {**failure, "hint": f"{failure['hint']} Reuse client_ref={ref}."}


def run_get_media(call: Call) -> dict:
    if "media_ids" in call.arguments and call.arguments.get("details"):
        problem = "details: only with media_id, for one media at a time."
        return fail("bad_arguments", problem, hint_values={"tool": call.tool.name}, field="details")
    if "media_id" in call.arguments:
        return _poll_one(call, call.arguments["media_id"])
    ids = list(dict.fromkeys(call.arguments["media_ids"]))
    POLL_CLOCK.wait_until_due(ids)
    sent = call.send({"media_ids": ids}, "GET /api/gen/media", MEDIA_LIST)
    if sent.answer is None:
        return call.to_failure(sent)
    rows = {row["id"]: row for row in sent.answer.data["media"]}
    media = [_media_row(rows[media_id], alone=False) for media_id in ids if media_id in rows]
    for row in media:
        POLL_CLOCK.record(row["id"], row.get("pollAfterSeconds"))
    waiting = sum(row.get("waiting") is True for row in media)
    missing = [media_id for media_id in ids if media_id not in rows]
    for media_id in missing:
        POLL_CLOCK.record(media_id, UNKNOWN_SECONDS)
    result = {"ok": True, "media": media, "waiting": waiting, "message": _summary(media, waiting, missing)}
    return {**result, "missing": missing} if missing else result


def _poll_one(call: Call, media_id: str) -> dict:
    POLL_CLOCK.wait_until_due([media_id])
    sent = call.send()
    if sent.answer is None:
        if isinstance(sent.outcome, Answer) and sent.outcome.code == "not_found":
            POLL_CLOCK.record(media_id, UNKNOWN_SECONDS)
        return call.to_failure(sent)
    data = sent.answer.data
    row = _media_row(data, alone=True)
    POLL_CLOCK.record(media_id, row.get("pollAfterSeconds"))
    if call.arguments.get("details"):
        row.update(compact(DETAILS_SHAPE, data, WHOLE_TEXT_CHARACTERS))
    return {"ok": True, **row}


def _media_row(data: dict, alone: bool) -> dict:
    row = compact(MEDIA_SHAPE, data, TEXT_CHARACTERS if alone else ROW_TEXT_CHARACTERS)
    # The first file is in videoUrl. moreFiles lists the others; their URLs contain their ids.
    more = [file["videoUrl"] for file in compact(FILES, data).get("outputs", [])[1:] if "videoUrl" in file]
    if more:
        row["moreFiles"] = more
    if not row.get("creditsRefunded"):
        row.pop("creditsRefunded", None)
    if not row.get("waiting"):
        row.pop("progress", None)
    # While the job waits, nextAction and pollAfterSeconds are enough; a message would cost tokens per poll.
    if alone and not row.get("waiting"):
        row["message"] = _final_message(row, str(data.get("message") or ""))
    return row


def _final_message(row: dict, service_message: str) -> str:
    message = to_tool_terms(service_message)
    if row.get("status") == "completed":
        cost = f"{row.get('creditsCost', 0)} credits stay charged." if row.get("charged") == "charged" else ""
        return " ".join(
            filter(None, [message, cost, "download_media returns thumbnail, checksums and placements."])
        )
    return " ".join(filter(None, [message, FAILURE_ADVICE.get(row.get("errorCode", ""), "")]))


def _summary(media: list[dict], waiting: int, missing: list[str]) -> str:
    ended: dict[str, int] = {}
    for row in media:
        if not row.get("waiting"):
            ended[row.get("status", "")] = ended.get(row.get("status", ""), 0) + 1
    parts = [f"{count} {status}" for status, count in ended.items()]
    if waiting:
        soonest = min((row["pollAfterSeconds"] for row in media if row.get("pollAfterSeconds")), default=10)
        parts.append(f"{waiting} waiting: poll these again in {soonest} s")
    if missing:
        parts.append(f"{len(missing)} not among yours")
    return "; ".join(parts) + "."


CLIENT_REF = string(
    "client_ref", "your name for this creative; reuse it when repeating the call", maximum=200
)
HOOK = string("hook", "how the creative opens, in your words", maximum=100)
PRODUCT_ID = string("product_id", "its primary photo becomes a reference, the media is attached to it")
USE_PHOTO = Param("use_product_photo", "boolean", "false: attach only, use no photo")
PRODUCT_PHOTOS = strings("product_photo_reference_ids", "instead of the primary photo")
PHOTOS = strings("photo_reference_ids", "further photos (pho_)")
CHARACTER_ID = string("character_id", "its photos become references")
MODEL = string("model", "rarely needed")
CEP_ID = string("cep_id", "the CEP that the creative targets")

SUBMITTED = (
    "id status creditsCost:int balanceAfter:int waiting:bool pollAfterSeconds:int clientRef charged"
    " replayed:bool warnings[code refId] droppedReferences[photoReferenceId origin] ignoredFields[] message"
)

# With media_ids, `waiting` is the number of waiting jobs.
MEDIA = (
    "id status waiting:any pollAfterSeconds:int progress:int nextAction videoUrl moreFiles[] errorCode"
    " errorMessage creditsCost:int charged creditsRefunded:int refundedAt mediaType"
)
MEDIA_SHAPE = parse_shape(MEDIA)
# What a job was made from, to make another one like it.
DETAILS = (
    "prompt inputs[photoReferenceId label fileUrl] productId characterId cepId angle hook orientation"
    " resolution durationSeconds:int model clientRef createdAt"
)
DETAILS_SHAPE = parse_shape(DETAILS)
FILES = parse_shape("outputs[videoUrl]")
MEDIA_LIST = parse_shape("media[id status]")

GENERATE_TOOLS = [
    tool(
        "generate_image",
        "Order an image for credits",
        "Submit an image job; returns at once with its id. Costs 400 credits x n, refunded if it fails."
        " Then poll get_media. Same creative, same client_ref: never charged twice. At most 5"
        " references; with a reference, write 'the product from the reference photo' in the prompt and"
        " describe the scene.",
        "POST /api/gen/image",
        [
            string("prompt", required=True, maximum=1000),
            PRODUCT_ID,
            USE_PHOTO,
            PRODUCT_PHOTOS,
            string("size", "default 1:1", choices=("1:1", "2:3", "3:2")),
            integer("n", "files, default 1", choices=(1, 2, 4)),
            strings("image_urls", "HTTPS reference pictures"),
            PHOTOS,
            CHARACTER_ID,
            string("mask_url", "HTTPS mask: edit only there"),
            MODEL,
            CEP_ID,
            HOOK,
            CLIENT_REF,
        ],
        SUBMITTED,
        RetryPolicy.SUBMIT,
        SUBMITS,
        run=run_submit,
    ),
    tool(
        "generate_video",
        "Order a video for credits",
        "Submit a video job with a character and a product. Credits: SD 6 s 1,000, 10 s 1,300, 15 s 1,950;"
        " HD twice that; refunded if it fails. Otherwise like generate_image. file_path excludes"
        " character, product and photos.",
        "POST /api/gen/video",
        [
            string("prompt", required=True, maximum=2000),
            CHARACTER_ID,
            PRODUCT_ID,
            USE_PHOTO,
            PRODUCT_PHOTOS,
            PHOTOS,
            string("orientation", "default portrait", choices=("portrait", "landscape", "square")),
            integer("duration_seconds", "default 10", choices=(6, 10, 15)),
            string("resolution", "default SD", choices=("SD", "HD")),
            MODEL,
            CEP_ID,
            HOOK,
            CLIENT_REF,
            string("file_path", "local JPEG, PNG or WebP, up to 10 MB, as the only reference", place="local"),
        ],
        SUBMITTED,
        RetryPolicy.SUBMIT,
        SUBMITS,
        run=run_submit,
    ),
    tool(
        "get_media",
        "Poll jobs",
        "Poll jobs until they are completed; returns the file URL. Give media_id, or up to 20 media_ids."
        " A poll that is too early waits by itself. Final: completed (file at videoUrl, also for images),"
        " failed, stalled (both refunded). Give up after 15 min for an image, 30 for a video.",
        "GET /api/gen/media/{media_id}",
        [
            Param("media_id", "string", place="path"),
            Param("media_ids", "strings", maximum=MAX_POLLED, http_name="ids"),
            Param(
                "details",
                "boolean",
                "true: also prompt, inputs and settings, to make another one like it",
                place="local",
            ),
        ],
        f"{MEDIA} {DETAILS} message media[{MEDIA}] missing[]",
        exactly_one=("media_id", "media_ids"),
        run=run_get_media,
    ),
]
