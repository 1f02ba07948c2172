"""Sends a request, and repeats it after a failure if a second execution does no harm."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from wire import Answer, Request, RequestFailed, exchange

MAX_TRIES = 3


class RetryPolicy(Enum):
    """What happens if the service executes a request a second time."""

    READ = "nothing"
    REPEAT = "nothing more: the first execution already had the full effect"
    SUBMIT = "nothing: the service recognizes the request by its clientRef"
    ONCE = "the effect occurs twice"


# Time limit of one try. For a submit, the service waits up to 8 s for the generator, and up to 5 s for
# another submit with the same clientRef.
TRY_SECONDS = {
    RetryPolicy.READ: 8.0,
    RetryPolicy.REPEAT: 8.0,
    RetryPolicy.SUBMIT: 14.0,
    RetryPolicy.ONCE: 20.0,
}


@dataclass(frozen=True)
class SendResult:
    """The outcome of the last try. `is_unconfirmed`: a try may have been executed without confirmation."""

    outcome: Answer | RequestFailed
    is_unconfirmed: bool

    @property
    def answer(self) -> Answer | None:
        """The answer if the request succeeded, otherwise None."""
        return self.outcome if isinstance(self.outcome, Answer) and self.outcome.status < 300 else None


Validate = Callable[[Answer | RequestFailed], Answer | RequestFailed]


def send(
    request: Request, policy: RetryPolicy, deadline: float, validate: Validate, try_seconds: float = 0
) -> SendResult:
    is_unconfirmed, has_waited = False, False
    for tries in range(1, MAX_TRIES + 1):
        seconds_left = max(0.1, deadline - time.monotonic())
        outcome = validate(exchange(request, min(try_seconds or TRY_SECONDS[policy], seconds_left)))
        is_unconfirmed = is_unconfirmed or _is_unconfirmed(outcome)
        is_rate_limited = isinstance(outcome, Answer) and outcome.status == 429
        if tries == MAX_TRIES or (is_rate_limited and has_waited) or not _may_repeat(outcome, policy):
            break
        pause = _pause_seconds(outcome, tries)
        # If the pause leaves no time for another try, return now: the result says how long to wait.
        if time.monotonic() + pause > deadline - 1:
            break
        has_waited = has_waited or is_rate_limited
        time.sleep(pause)
    return SendResult(outcome, is_unconfirmed)


def _is_unconfirmed(outcome: Answer | RequestFailed) -> bool:
    if isinstance(outcome, RequestFailed):
        return outcome.sent
    if outcome.code:
        return outcome.data.get("charged") == "unknown" or outcome.code == "client_ref_in_progress"
    # The response comes from an intermediary; the service may still have executed the request.
    return outcome.status >= 300


def _may_repeat(outcome: Answer | RequestFailed, policy: RetryPolicy) -> bool:
    if isinstance(outcome, RequestFailed):
        return not (outcome.sent and policy is RetryPolicy.ONCE)
    if outcome.code in ("provider_unavailable", "provider_rejected"):
        return False  # The job failed and was refunded: the agent decides whether to submit another one.
    if outcome.status == 429:
        return True
    if outcome.code == "service_unavailable" and outcome.data.get("charged") != "unknown":
        return True
    if outcome.code == "client_ref_in_progress" or outcome.data.get("inFlight") is True:
        return policy is RetryPolicy.SUBMIT
    return outcome.status >= 500 and policy is not RetryPolicy.ONCE


def _pause_seconds(outcome: Answer | RequestFailed, tries: int) -> float:
    seconds = retry_after(outcome)
    if seconds is not None:
        return float(seconds)
    return 0.5 * 4 ** (tries - 1) * random.uniform(0.8, 1.2)


def retry_after(outcome: Answer | RequestFailed) -> int | None:
    if isinstance(outcome, RequestFailed):
        return None
    seconds = outcome.headers.get("retry-after", "") or str(outcome.data.get("retryAfterSeconds", ""))
    return int(seconds) if seconds.isdigit() else None
