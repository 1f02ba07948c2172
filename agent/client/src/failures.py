"""Builds the result of a failed call: what happened, what it cost, and which tool to call next.

An expected failure is a normal result with `ok: false`, not an MCP protocol error.
"""

from __future__ import annotations

from shapes import truncate

MAX_MESSAGE_CHARACTERS = 300
TELL_OWNER = "Stop and tell the owner"

# One hint per error code, in terms of the tools. {placeholders} are filled from the refusal and the call.
HINTS = {
    "invalid_request": "Fix the argument {field} and call {tool} again; the same call fails again.",
    "invalid_json": "Call {tool} again with plain text arguments; if it fails again, tell the owner.",
    "body_too_large": "Call {tool} again with less data: shorter texts, fewer rows or a picture below 10 MB.",
    "unknown_field": "Only name can be changed: call rename_product with product_id and name.",
    "wrong_id_kind": "Call {tool} again with the id of a {expected} as {field}, not of a {given}; the prefix"
    " of an id shows its kind.",
    "too_many_references": "Call {tool} again with at most {limit} in image_urls, photo_reference_ids and"
    " product_photo_reference_ids together.",
    "unauthorized": f"{TELL_OWNER}: SVC_API_KEY is not a key of this deployment. Every call fails until it"
    " is replaced.",
    "insufficient_credits": "Choose something cheaper (an image costs 400 x n, a video 1,000 to 3,900), or"
    " ask the owner for credits; check_credits shows the balance.",
    "key_inactive": f"{TELL_OWNER}: the key is revoked or expired. Every call fails until SVC_API_KEY is"
    " replaced.",
    "second_factor_missing": f"{TELL_OWNER}: this service demands a second factor of them, and only they can"
    " switch it on, in the dashboard.",
    "scope_missing": f"{TELL_OWNER}: the key needs the scope {{scope}} for {{tool}}.",
    "not_owner": "Use one of your own ids: list_products, list_characters, list_product_photos and list_ceps"
    " show them.",
    "budget_exceeded": "Choose something cheaper, wait until {resetsAt}, or ask the owner to raise the limit"
    " of this key; ping shows the remaining budget.",
    "quota_exceeded": f"{TELL_OWNER}: the quota {{quota}} is used up ({{used}} of {{limit}}). Something must"
    " be deleted, or the operator must raise the limit.",
    "not_found": "Check the id: list_products, list_media, list_characters, list_product_photos and list_ceps"
    " show yours.",
    "client_ref_conflict": "This client_ref already belongs to {existingId}, made from other arguments: call"
    " get_media with media_id={existingId}, or call {tool} with a new client_ref for a new creative.",
    "client_ref_in_progress": "Call {tool} again with the same arguments and client_ref={clientRef}; it is"
    " never charged twice.",
    "cep_limit_reached": "Choose the weakest CEP in existing, call delete_cep with its id, then create_cep"
    " again.",
    "idempotency_conflict": "Call {tool} again with the same idempotency_key: the report is in progress.",
    "media_not_completed": "Call get_media with media_id={mediaId} until it is completed, then {tool} again.",
    "not_cancellable": "Let it finish: get_media shows how it ends, and a failed job is refunded"
    " automatically.",
    "key_limit_reached": f"{TELL_OWNER}: there are too many keys; revoke one in the dashboard.",
    "file_removed": "The file was deleted: make it again with generate_image or generate_video, and use"
    " attach_media for files that must be retained.",
    "erased": "The owner erased it for good: do not ask for it again, and leave it out of your plans.",
    "rate_limited": "Wait {retryAfterSeconds} s, then call {tool} again with the same arguments.",
    "internal_error": "Call {tool} once more with the same arguments; if it fails again, tell the owner the"
    " requestId {requestId}.",
    "provider_unavailable": "The credits were refunded. Wait {retryAfterSeconds} s, then call {tool} again;"
    " you may use the same client_ref.",
    "provider_rejected": "The credits were refunded. Change the prompt or the references, then call"
    " {tool} again.",
    "service_unavailable": "Wait {retryAfterSeconds} s, then call {tool} again with the same arguments.",
    # Codes of this client; those above come from the service.
    "bad_arguments": "Fix the arguments and call {tool} again; nothing was sent.",
    "file_unusable": "Give file_path the absolute path of a JPEG, PNG or WebP picture up to 10 MB; nothing"
    " was sent.",
    "unreachable": "Call {tool} again later. If it still fails, ask the owner whether SVC_BASE_URL is"
    " correct and the service is running.",
    "timeout": "Call {tool} again later. If it still fails, tell the owner that the service does not answer.",
    "bad_answer": "Call {tool} once more. If it fails again, stop and tell the owner: SVC_BASE_URL does not"
    " lead directly to the service.",
    "internal": "This is a bug in the client: tell the owner. Other tools may still work; list_media shows"
    " which jobs were submitted.",
}

# Codes for which the same call can succeed later.
RETRYABLE = {
    *("budget_exceeded", "client_ref_in_progress", "idempotency_conflict", "media_not_completed"),
    *("rate_limited", "internal_error", "provider_unavailable", "service_unavailable"),
    *("unreachable", "timeout"),
}


DEFAULT_HINT = "Act on the message; if that does not help, tell the owner."
DEFAULT_HINT_VALUES = {"retryAfterSeconds": "30", "limit": "5"}


class _HintValues(dict):
    """Values for the placeholders of a hint, with defaults for those that the refusal does not give."""

    def __missing__(self, name: str) -> str:
        return DEFAULT_HINT_VALUES.get(name, f"<{name}>")


def fail(
    code: str,
    message: str,
    *,
    hint_values: dict | None = None,
    hint: str = "",
    charged: str = "none",
    **details: object,
) -> dict:
    """Builds a failure. `hint_values` fill only the hint; `details` also become fields of the result."""
    details = {name: value for name, value in details.items() if value not in (None, "", [], {})}
    template = HINTS.get(code, DEFAULT_HINT)
    return {
        "ok": False,
        "code": code,
        "message": truncate(message, MAX_MESSAGE_CHARACTERS),
        "hint": hint or template.format_map(_HintValues(details, **(hint_values or {}))),
        "retryable": code in RETRYABLE,
        "charged": charged,
        **details,
    }
