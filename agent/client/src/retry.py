"""Decides which failed requests are sent again, by what happens if the service executes both."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from wire import Answer, NoAnswer, Request, exchange

MAX_TRIES = 3


class Policy(Enum):
    """What a second execution changes."""

    READ = "nothing"
    REPEAT = "nothing, the first execution did it all"
    SUBMIT = "nothing, the service recognises the request by its clientRef"
    ONCE = "it repeats the effect"


# The service waits up to 8 s for the generator, and up to 5 s for a submit with the same clientRef.
TRY_SECONDS = {Policy.READ: 8.0, Policy.REPEAT: 8.0, Policy.SUBMIT: 14.0, Policy.ONCE: 20.0}


@dataclass(frozen=True)
class Sent:
    """The last outcome, and whether any try may have been executed without our knowing."""

    outcome: Answer | NoAnswer
    doubtful: bool

    @property
    def answer(self) -> Answer | None:
        """The answer, if the request succeeded."""
        return self.outcome if isinstance(self.outcome, Answer) and self.outcome.status < 300 else None


Judge = Callable[[Answer | NoAnswer], Answer | NoAnswer]


def send(request: Request, policy: Policy, deadline: float, judge: Judge, try_seconds: float = 0) -> Sent:
    doubtful, waited = False, False
    for tries in range(1, MAX_TRIES + 1):
        left = max(0.1, deadline - time.monotonic())
        outcome = judge(exchange(request, min(try_seconds or TRY_SECONDS[policy], left)))
        doubtful = doubtful or _is_doubtful(outcome)
        limited = isinstance(outcome, Answer) and outcome.status == 429
        if tries == MAX_TRIES or (limited and waited) or not _may_repeat(outcome, policy):
            break
        pause = _pause(outcome, tries)
        # If the wait leaves no time for another try, the agent waits instead.
        if time.monotonic() + pause > deadline - 1:
            break
        waited = waited or limited
        time.sleep(pause)
    return Sent(outcome, doubtful)


def _is_doubtful(outcome: Answer | NoAnswer) -> bool:
    if isinstance(outcome, NoAnswer):
        return outcome.sent
    if outcome.code:
        return outcome.data.get("charged") == "unknown" or outcome.code == "client_ref_in_progress"
    # Something in between answered; the service may have executed the request all the same.
    return outcome.status >= 300


def _may_repeat(outcome: Answer | NoAnswer, policy: Policy) -> bool:
    if isinstance(outcome, NoAnswer):
        return not (outcome.sent and policy is Policy.ONCE)
    if outcome.code in ("provider_unavailable", "provider_rejected"):
        return False  # The job was created, failed and was refunded: a retry is the agent's decision.
    if outcome.status == 429:
        return True
    if outcome.code == "service_unavailable" and outcome.data.get("charged") != "unknown":
        return True
    if outcome.code == "client_ref_in_progress" or outcome.data.get("inFlight") is True:
        return policy is Policy.SUBMIT
    return outcome.status >= 500 and policy is not Policy.ONCE


def _pause(outcome: Answer | NoAnswer, tries: int) -> float:
    seconds = retry_after(outcome)
    if seconds is not None:
        return float(seconds)
    return 0.5 * 4 ** (tries - 1) * random.uniform(0.8, 1.2)


def retry_after(outcome: Answer | NoAnswer) -> int | None:
    if isinstance(outcome, NoAnswer):
        return None
    seconds = outcome.headers.get("retry-after", "") or str(outcome.data.get("retryAfterSeconds", ""))
    return int(seconds) if seconds.isdigit() else None
