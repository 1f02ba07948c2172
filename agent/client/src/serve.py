"""Entry point: serves MCP over stdio, or runs one tool from a shell."""

from __future__ import annotations

import json
import os
import sys

from calls import Tool
from params import input_schema
from result_text import write_result
from settings import VERSION
from toolbox import listed_tools, run_tool

INSTRUCTIONS = (
    "Produces ad images and videos for credits and records what worked. Loop: ping, list_products,"
    " generate_image or generate_video, get_media until completed, then upload videoUrl to the ad platform"
    " yourself. If ok is false, hint says what to do."
)


def describe_tool(tool: Tool) -> dict:
    return {
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "inputSchema": input_schema(tool.params),
        "annotations": tool.annotations,
    }


def serve() -> None:
    # Imported here because the import is slow and a call from a shell does not need it.
    import anyio
    import anyio.to_thread
    from mcp import types
    from mcp.server.lowlevel import Server
    from mcp.server.stdio import stdio_server

    async def list_tools(*_):
        tools = [types.Tool.model_validate(describe_tool(tool)) for tool in listed_tools()]
        return types.ListToolsResult(tools=tools)

    async def call_tool(name, arguments):
        # Runs in a thread, because it waits for the network. At end of input the thread is abandoned.
        result = await anyio.to_thread.run_sync(run_tool, name, arguments, abandon_on_cancel=True)
        content = [{"type": "text", "text": write_result(result)}]
        return types.CallToolResult.model_validate({"content": content, "isError": False})

    if hasattr(Server, "call_tool"):  # mcp 1.x
        server = Server("svc", version=VERSION, instructions=INSTRUCTIONS)
        server.list_tools()(list_tools)
        server.call_tool(validate_input=False)(call_tool)
    else:

        async def on_call_tool(_context, params):
            return await call_tool(params.name, params.arguments)

        server = Server(
            "svc",
            version=VERSION,
            instructions=INSTRUCTIONS,
            on_list_tools=list_tools,
            on_call_tool=on_call_tool,
        )

    async def main():
        async with stdio_server() as (reader, writer):
            await server.run(reader, writer, server.create_initialization_options())

    anyio.run(main)
    # The host is gone, so a call that still waits for the service must not keep the process alive.
    os._exit(0)


def call_from_shell(name: str, arguments: str) -> int:
    try:
        parsed = json.loads(arguments)
    except ValueError:
        print("The arguments must be one JSON object.", file=sys.stderr)
        return 2
    result = run_tool(name, parsed)
    sys.stdout.reconfigure(encoding="utf-8")
    is_guide = "markdown" in result
    print(write_result(result) if is_guide else json.dumps(result, ensure_ascii=False, indent=2))
    return 0 if result["ok"] else 1


def main(arguments: list[str]) -> int:
    if not arguments:
        serve()
        return 0
    if arguments == ["--version"]:
        print(VERSION)
        return 0
    if arguments[0] == "call" and len(arguments) in (2, 3):
        return call_from_shell(arguments[1], arguments[2] if len(arguments) == 3 else "{}")
    print('usage: svc_mcp.py [--version | call TOOL [\'{"argument": "value"}\']]', file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
