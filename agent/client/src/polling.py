"""Records when each job should be polled again. A poll that is too early waits before it is sent."""

from __future__ import annotations

import threading
import time

MAX_SLEEP_SECONDS = 10.0
MAX_JOBS = 1_000


class PollClock:
    def __init__(self) -> None:
        self._due: dict[str, float] = {}
        self._lock = threading.Lock()

    def record(self, media_id: str, seconds: int | None) -> None:
        """Stores the seconds until the next poll that the service asked for; None if the job has ended."""
        with self._lock:
            self._due.pop(media_id, None)
            if seconds:
                self._due[media_id] = time.monotonic() + seconds
            while len(self._due) > MAX_JOBS:
                self._due.pop(next(iter(self._due)))

    def wait_until_due(self, media_ids: list[str]) -> None:
        """Sleeps until the first job is due, at most `MAX_SLEEP_SECONDS`. An unknown job is due now."""
        now = time.monotonic()
        with self._lock:
            seconds_early = min((self._due.get(media_id, now) - now for media_id in media_ids), default=0.0)
        if seconds_early > 0:
            time.sleep(min(seconds_early, MAX_SLEEP_SECONDS))


POLL_CLOCK = PollClock()
