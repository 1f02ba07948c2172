"""Expected failures as normal results: what happened, what it cost, and which tool to call next."""

from __future__ import annotations

from shapes import truncate

MESSAGE_CHARACTERS = 300
TELL_OWNER = "Stop and tell the owner"

# One for every refusal of the service, in the words of the tools. {names} come from the refusal and the call.
HINTS = {
    "invalid_request": "Mend the argument {field} and call {tool} again; the same call will not pass.",
    "invalid_json": "Call {tool} again with plain text arguments; if it stays, tell the owner.",
    "body_too_large": "Call {tool} again with less: shorter texts, fewer rows, or a picture below 10 MB.",
    "unknown_field": "Only name can be changed: call rename_product with product_id and name.",
    "wrong_id_kind": "Call {tool} again with the id of a {expected} as {field}, not of a {given}; the prefix"
    " of an id tells its kind.",
    "too_many_references": "Call {tool} again with at most {limit} in image_urls, photo_reference_ids and"
    " product_photo_reference_ids together.",
    "unauthorized": f"{TELL_OWNER}: SVC_API_KEY is not a key of this deployment. No call will pass until it"
    " is replaced.",
    "insufficient_credits": "Order something cheaper (an image costs 400 x n, a video 1,000 to 3,900), or ask"
    " the owner for credits; check_credits shows the balance.",
    "key_inactive": f"{TELL_OWNER}: the key is revoked or expired. No call will pass until SVC_API_KEY is"
    " replaced.",
    "scope_missing": f"{TELL_OWNER}: the key needs the scope {{scope}} for {{tool}}.",
    "not_owner": "Use an id of your own: list_products, list_characters, list_product_photos and list_ceps"
    " show them.",
    "budget_exceeded": "Order something cheaper, wait until {resetsAt}, or ask the owner to raise the limit"
    " of this key; ping shows what is left.",
    "not_found": "Check the id: list_products, list_media, list_characters, list_product_photos and list_ceps"
    " show yours.",
    "client_ref_conflict": "This client_ref already made {existingId} from other arguments: call get_media"
    " with media_id={existingId}, or call {tool} with a new client_ref for a new creative.",
    "client_ref_in_progress": "Call {tool} again with the same arguments and client_ref={clientRef}; it is"
    " never charged twice.",
    "cep_limit_reached": "Choose the weakest of existing, call delete_cep with its id, then create_cep"
    " again.",
    "idempotency_conflict": "Call {tool} again: with the same idempotency_key when inFlight is true, else"
    " with a new one.",
    "media_not_completed": "Call get_media with media_id={mediaId} until it is completed, then {tool} again.",
    "not_cancellable": "Let it finish: get_media tells how it ends, and a job that fails is refunded by"
    " itself.",
    "key_limit_reached": f"{TELL_OWNER}: there are too many keys; one must be revoked in the dashboard.",
    "file_removed": "The file is gone: make it again with generate_image or generate_video, and attach_media"
    " what must stay.",
    "rate_limited": "Wait {retryAfterSeconds} s, then call {tool} again with the same arguments.",
    "internal_error": "Call {tool} once more with the same arguments; if it stays, tell the owner the"
    " requestId {requestId}.",
    "provider_unavailable": "The credits are back. Wait {retryAfterSeconds} s, then call {tool} again; the"
    " same client_ref may be used.",
    "provider_rejected": "The credits are back. Change the prompt or the references, then call {tool} again.",
    "service_unavailable": "Wait {retryAfterSeconds} s, then call {tool} again with the same arguments.",
    # The client's own.
    "bad_arguments": "Mend the arguments and call {tool} again; nothing was sent.",
    "file_unusable": "Give file_path the absolute path of a JPEG, PNG or WebP picture up to 10 MB; nothing"
    " was sent.",
    "unreachable": "Call {tool} again in a while. If it stays, ask the owner whether SVC_BASE_URL is right"
    " and the service is up.",
    "timeout": "Call {tool} again in a while. If it stays, tell the owner that the service does not answer.",
    "bad_answer": "Call {tool} once more. If it stays, stop and tell the owner: SVC_BASE_URL does not lead"
    " straight to the service.",
    "internal": "This is a fault of the client: tell the owner. Other tools may still work; list_media shows"
    " what was ordered.",
}

RETRYABLE = {
    *("budget_exceeded", "client_ref_in_progress", "idempotency_conflict", "media_not_completed"),
    *("rate_limited", "internal_error", "provider_unavailable", "service_unavailable"),
    *("unreachable", "timeout"),
}


class _HintValues(dict):
    """What a hint may name; what the refusal did not tell gets a plain word."""

    def __missing__(self, name: str) -> str:
        return {"retryAfterSeconds": "30", "resetsAt": "the next day (UTC)", "limit": "5"}.get(
            name, f"<{name}>"
        )


def fail(
    code: str,
    message: str,
    *,
    hint_values: dict | None = None,
    hint: str = "",
    charged: str = "none",
    **more: object,
) -> dict:
    """`hint_values` is for the hint alone; `more` is for the hint and the result."""
    details = {name: value for name, value in more.items() if value not in (None, "", [], {})}
    template = HINTS.get(code, "Act on the message; if that does not help, tell the owner.")
    return {
        "ok": False,
        "code": code,
        "message": truncate(message, MESSAGE_CHARACTERS),
        "hint": hint or template.format_map(_HintValues(details, **(hint_values or {}))),
        "retryable": code in RETRYABLE,
        "charged": charged,
        **details,
    }
