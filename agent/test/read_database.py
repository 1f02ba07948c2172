"""Reads the database of the service, to compare the results of the tools with the stored rows."""

from __future__ import annotations

import psycopg
from psycopg.rows import dict_row


class ServiceDatabase:
    def __init__(self, database_url: str) -> None:
        self._connection = psycopg.connect(database_url, autocommit=True, row_factory=dict_row)

    def __enter__(self) -> ServiceDatabase:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def all(self, query: str, *values: object) -> list[dict]:
        return self._connection.execute(query, values).fetchall()

    def one(self, query: str, *values: object) -> dict:
        (row,) = self.all(query, *values)
        return row
