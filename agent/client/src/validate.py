"""Checks that a response has the service's format, to reject pages from proxies and other intermediaries."""

from __future__ import annotations

import re

from shapes import is_complete
from wire import Answer, RequestFailed

# What a refusal of the service can say about the credits of the call.
CHARGED_VALUES = ("none", "refunded", "unknown")


def validate_answer(shape: dict, outcome: Answer | RequestFailed) -> Answer | RequestFailed:
    """Returns the outcome unchanged if it has the format of the service.

    Otherwise a success becomes `RequestFailed`, and a refusal an `Answer` with the status but without data.
    """
    if isinstance(outcome, RequestFailed):
        return outcome
    if outcome.status < 300:
        is_valid = is_complete(shape, outcome.data)
        return (
            outcome
            if is_valid
            else RequestFailed("bad_answer", "The response does not come from the service.")
        )
    return outcome if _is_refusal(outcome.data) else Answer(outcome.status, outcome.headers)


def _is_refusal(data: dict) -> bool:
    """Reports whether a body has the format of the service's error responses.

    A code that this client does not know is accepted, because the service may be newer than the client.
    """
    code, texts = data.get("code"), (data.get("error"), data.get("requestId"))
    return (
        isinstance(code, str)
        and bool(re.fullmatch(r"[a-z_]{3,40}", code))
        and all(isinstance(text, str) for text in texts)
        and data.get("charged") in CHARGED_VALUES
    )
