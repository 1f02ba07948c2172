"""Runs our client as the host does: registers and calls it through the tool registry of the host."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Iterator

from read_result import read_result
from repo_paths import CLIENT_FILE
from tools import mcp_tool
from tools.mcp_tool import register_mcp_servers, shutdown_mcp_servers
from tools.registry import registry


@contextlib.contextmanager
def connected_server(python: str, settings: dict[str, str]) -> Iterator[list[str]]:
    """Connects the MCP server `svc`, and yields the names under which the host registers its tools."""
    server = {"command": python, "args": [str(CLIENT_FILE)], "env": settings}
    start_event_loop()
    names = register_mcp_servers({"svc": server})
    assert names, "the host did not connect to the client"
    try:
        yield names
    finally:
        shutdown_mcp_servers()


def start_event_loop() -> None:
    """The host starts the thread of its event loop and does not wait until the loop runs."""
    mcp_tool._ensure_mcp_loop()
    until = time.monotonic() + 10
    while not (mcp_tool._mcp_loop and mcp_tool._mcp_loop.is_running()):
        assert time.monotonic() < until, "the event loop of the host did not start"
        time.sleep(0.01)


def has_tool(tool: str) -> bool:
    return registry.get_entry(f"mcp__svc__{tool}") is not None


def call_raw(tool: str, /, **arguments: object) -> dict:
    """Returns what the host gives to the model."""
    entry = registry.get_entry(f"mcp__svc__{tool}")
    assert entry, f"the host has no tool {tool}"
    return json.loads(entry.handler(arguments))


def call_tool(tool: str, /, **arguments: object) -> dict:
    """Returns the fields of the result. Fails on a protocol error, which the host reports in another form."""
    answer = call_raw(tool, **arguments)
    assert list(answer) == ["result"], answer
    return read_result(answer["result"])
