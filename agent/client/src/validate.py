"""Whether an answer is the service's own. What stands in between may answer too, and is never believed."""

from __future__ import annotations

import re

from shapes import is_whole
from wire import Answer, Lost

CHARGED = ("none", "refunded", "unknown")


def recognise(shape: dict, outcome: Answer | Lost) -> Answer | Lost:
    """As it is, or as lost, or without the words of a stranger."""
    if isinstance(outcome, Lost):
        return outcome
    if outcome.status < 300:
        known = is_whole(shape, outcome.data)
        return outcome if known else Lost("bad_answer", "The answer is not one of the service.")
    return outcome if _is_refusal(outcome.data) else Answer(outcome.status, outcome.headers)


def _is_refusal(data: dict) -> bool:
    """A code that this client does not know yet is one all the same."""
    code, told = data.get("code"), (data.get("error"), data.get("requestId"))
    return (
        isinstance(code, str)
        and bool(re.fullmatch(r"[a-z_]{3,40}", code))
        and all(isinstance(one, str) for one in told)
        and data.get("charged") in CHARGED
    )
