"""Tracks what the caller has read, to check two rules of the guide.

A budget must be read before it is written, and every write of a budget or a status must be read back.
"""

from __future__ import annotations

from .platform_state import BUDGETS

READ_BACK_FIELDS = (*BUDGETS, "status")


class ReadTracker:
    def __init__(self) -> None:
        self.known_budgets: set[str] = set()
        self.unread_writes: dict[tuple[str, str], str] = {}

    def record_read(self, object_id: str, fields) -> None:
        if any(budget in fields for budget in BUDGETS):
            self.known_budgets.add(object_id)
        for name in READ_BACK_FIELDS:
            seen = name in fields or (name == "status" and "effective_status" in fields)
            if seen:
                self.unread_writes.pop((object_id, name), None)

    def is_blind_write(self, object_id: str, fields) -> bool:
        return any(budget in fields for budget in BUDGETS) and object_id not in self.known_budgets

    def record_write(self, object_id: str, fields, call: str) -> None:
        # After a write the value counts as unknown until it is read: another client may write too.
        if any(budget in fields for budget in BUDGETS):
            self.known_budgets.discard(object_id)
        for name in READ_BACK_FIELDS:
            if name in fields:
                self.unread_writes[(object_id, name)] = f"{call}: {name} was not read back"
