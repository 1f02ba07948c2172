"""Records when each job should be polled again. A poll that is too early waits before it is sent."""

from __future__ import annotations

import math
import threading
import time

MAX_SLEEP_SECONDS = 10.0
# An id that the service does not know may be a mistake: asking again at once would not help.
UNKNOWN_SECONDS = 10
MAX_JOBS = 1_000


class PollClock:
    def __init__(self) -> None:
        self._due: dict[str, float] = {}
        self._lock = threading.Lock()

    def record(self, media_id: str, seconds: int | None) -> None:
        """Stores the seconds until the next poll that the service asked for; None if the job has ended."""
        with self._lock:
            self._due.pop(media_id, None)
            self._due[media_id] = time.monotonic() + seconds if seconds else math.inf
            while len(self._due) > MAX_JOBS:
                self._due.pop(next(iter(self._due)))

    def wait_until_due(self, media_ids: list[str]) -> None:
        """Sleeps until the first job is due, at most `MAX_SLEEP_SECONDS`.

        A job that was not polled before is due now. A job that has ended is never due: it must not hasten
        the poll of the others.
        """
        now = time.monotonic()
        with self._lock:
            due = [self._due.get(media_id, now) for media_id in media_ids]
        seconds_early = min((at - now for at in due if at != math.inf), default=0.0)
        if seconds_early > 0:
            time.sleep(min(seconds_early, MAX_SLEEP_SECONDS))


POLL_CLOCK = PollClock()
