"""The smallest server that the mcp package allows: one tool, listed and never called.

The baseline of the start measurement: our client cannot start faster than this.
"""

from __future__ import annotations

import anyio
from mcp import types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

TOOL = types.Tool.model_validate({"name": "ping", "inputSchema": {"type": "object"}})


async def list_tools(*_: object) -> types.ListToolsResult:
    return types.ListToolsResult(tools=[TOOL])


if hasattr(Server, "list_tools"):  # mcp 1.x
    server = Server("bare")
    server.list_tools()(list_tools)
else:
    server = Server("bare", on_list_tools=list_tools)


async def main() -> None:
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


if __name__ == "__main__":
    anyio.run(main)
