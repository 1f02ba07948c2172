"""Provides the svc tools as the deployment offers them at /mcp, through the client of the official SDK."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from types import TracebackType

from anyio.from_thread import start_blocking_portal
from mcp import ClientSession
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client
from read_result import read_result


class RemoteTools:
    """One connection with a key as the bearer token. It replaces HostTools in a runner."""

    def __init__(self, base_url: str, api_key: str) -> None:
        self._address, self._headers = f"{base_url}/mcp", {"authorization": f"Bearer {api_key}"}
        self._open = contextlib.ExitStack()

    def __enter__(self) -> RemoteTools:
        self._portal = self._open.enter_context(start_blocking_portal())
        connected = self._portal.wrap_async_context_manager(self._connect())
        self._session = self._open.enter_context(connected)
        listed = self._portal.call(self._session.list_tools)
        self._names = {tool.name for tool in listed.tools}
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._open.close()

    @contextlib.asynccontextmanager
    async def _connect(self) -> AsyncIterator[ClientSession]:
        async with (
            create_mcp_http_client(headers=self._headers) as http,
            streamable_http_client(self._address, http_client=http) as (reader, writer, _),
            ClientSession(reader, writer) as session,
        ):
            await session.initialize()
            yield session

    def call(self, name: str, arguments: dict) -> dict | None:
        """Returns the fields of the result, or None if the deployment does not offer the tool."""
        if name not in self._names:
            return None
        result = self._portal.call(self._session.call_tool, name, arguments)
        assert not result.isError and result.structuredContent is None, result
        (content,) = result.content
        return read_result(content.text)
