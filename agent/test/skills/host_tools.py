"""The svc tools as the real host has them: our client on stdio, called through the host's own registry."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from types import TracebackType

CLIENT = Path(__file__).resolve().parents[2] / "client" / "svc_mcp.py"


class HostTools:
    """`connected=False` leaves the host without our server, as before somebody connects it."""

    def __init__(self, python: str, base_url: str, api_key: str, connected: bool = True) -> None:
        env = {"SVC_API_KEY": api_key, "SVC_BASE_URL": base_url}
        self._server = {"command": python, "args": [str(CLIENT)], "env": env}
        self._connected = connected
        self._home = tempfile.TemporaryDirectory(prefix="atelier-host-")

    def __enter__(self) -> HostTools:
        self._before = os.environ.get("HERMES_HOME")
        os.environ["HERMES_HOME"] = self._home.name
        from tools.mcp_tool import register_mcp_servers

        if self._connected:
            assert register_mcp_servers({"svc": self._server})
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        from tools.mcp_tool import shutdown_mcp_servers

        shutdown_mcp_servers()
        self._home.cleanup()
        if self._before is None:
            del os.environ["HERMES_HOME"]
        else:
            os.environ["HERMES_HOME"] = self._before

    def call(self, name: str, arguments: dict) -> dict | None:
        """The structured result; nothing when the host does not know the tool."""
        from tools.registry import registry

        entry = registry.get_entry(f"mcp__svc__{name}")
        if entry is None:
            return None
        answer = json.loads(entry.handler(arguments))
        assert "structuredContent" in answer, f"{name} did not answer as a tool should: {answer}"
        return answer["structuredContent"]
