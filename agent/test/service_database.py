"""What the service wrote down, read from its database: the judge of what the tools say."""

from __future__ import annotations

import psycopg
from psycopg.rows import dict_row


class Rows:
    def __init__(self, database_url: str) -> None:
        self._connection = psycopg.connect(database_url, autocommit=True, row_factory=dict_row)

    def all(self, query: str, *values: object) -> list[dict]:
        return self._connection.execute(query, values).fetchall()

    def one(self, query: str, *values: object) -> dict:
        (row,) = self.all(query, *values)
        return row

    def close(self) -> None:
        self._connection.close()
