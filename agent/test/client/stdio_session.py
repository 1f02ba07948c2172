"""Opens a session with the built client, started as a host starts it, with the mcp package of the host."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from repo_paths import CLIENT_FILE

T = TypeVar("T")


def in_session(python: str, env: dict[str, str], work: Callable[[ClientSession], Awaitable[T]]) -> T:
    async def run() -> T:
        server = StdioServerParameters(
            command=python, args=[str(CLIENT_FILE)], env={**env, "PYTHONDONTWRITEBYTECODE": "1"}
        )
        async with stdio_client(server) as (reader, writer), ClientSession(reader, writer) as session:
            await session.initialize()
            return await work(session)

    return asyncio.run(asyncio.wait_for(run(), 60))
