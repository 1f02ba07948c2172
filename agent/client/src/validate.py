"""Checks that an answer comes from the service, not from a proxy or another server in between."""

from __future__ import annotations

import re

from shapes import is_complete
from wire import Answer, RequestFailed

CHARGED_VALUES = ("none", "refunded", "unknown")


def validate_answer(shape: dict, outcome: Answer | RequestFailed) -> Answer | RequestFailed:
    """The outcome unchanged, or `RequestFailed`, or the bare status if the body is not from the service."""
    if isinstance(outcome, RequestFailed):
        return outcome
    if outcome.status < 300:
        is_valid = is_complete(shape, outcome.data)
        return (
            outcome if is_valid else RequestFailed("bad_answer", "The answer does not come from the service.")
        )
    return outcome if _is_refusal(outcome.data) else Answer(outcome.status, outcome.headers)


def _is_refusal(data: dict) -> bool:
    """Unknown codes count too: the service may be newer than this client."""
    code, texts = data.get("code"), (data.get("error"), data.get("requestId"))
    return (
        isinstance(code, str)
        and bool(re.fullmatch(r"[a-z_]{3,40}", code))
        and all(isinstance(text, str) for text in texts)
        and data.get("charged") in CHARGED_VALUES
    )
