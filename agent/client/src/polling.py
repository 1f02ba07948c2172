"""Records when each job may be polled again. A poll that comes too early waits instead of being sent."""

from __future__ import annotations

import threading
import time

MAX_SLEEP_SECONDS = 10.0
REMEMBERED = 1_000


class PollClock:
    def __init__(self) -> None:
        self._due: dict[str, float] = {}
        self._lock = threading.Lock()

    def note(self, media_id: str, seconds: int | None) -> None:
        """`seconds` until the next poll, as the service answered; None when the job is final."""
        with self._lock:
            self._due.pop(media_id, None)
            if seconds:
                self._due[media_id] = time.monotonic() + seconds
            while len(self._due) > REMEMBERED:
                self._due.pop(next(iter(self._due)))

    def sleep(self, media_ids: list[str]) -> None:
        """Sleeps until the first job is due. An unknown job is due now."""
        now = time.monotonic()
        with self._lock:
            early = min((self._due.get(one, now) - now for one in media_ids), default=0.0)
        if early > 0:
            time.sleep(min(early, MAX_SLEEP_SECONDS))


POLLS = PollClock()
