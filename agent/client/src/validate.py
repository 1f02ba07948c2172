"""Whether an answer is the service's own. What stands in between may answer too, and is never believed."""

from __future__ import annotations

import re

from shapes import is_complete
from wire import Answer, NoAnswer

CHARGED = ("none", "refunded", "unknown")


def validate_answer(shape: dict, outcome: Answer | NoAnswer) -> Answer | NoAnswer:
    """As it is, or as lost, or without the words of a stranger."""
    if isinstance(outcome, NoAnswer):
        return outcome
    if outcome.status < 300:
        complete = is_complete(shape, outcome.data)
        return outcome if complete else NoAnswer("bad_answer", "The answer is not one of the service.")
    return outcome if _is_refusal(outcome.data) else Answer(outcome.status, outcome.headers)


def _is_refusal(data: dict) -> bool:
    """A code that this client does not know yet is one all the same."""
    code, texts = data.get("code"), (data.get("error"), data.get("requestId"))
    return (
        isinstance(code, str)
        and bool(re.fullmatch(r"[a-z_]{3,40}", code))
        and all(isinstance(one, str) for one in texts)
        and data.get("charged") in CHARGED
    )
