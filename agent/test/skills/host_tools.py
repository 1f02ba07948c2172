"""Provides the svc tools as the real host offers them, with an empty home directory."""

from __future__ import annotations

import contextlib
import os
import tempfile
from types import TracebackType


class HostTools:
    """The server is registered with `extra_tools`, by default as connect.py does it.

    With `connected=False` the host does not have our server, as before the owner connects it.
    """

    def __init__(
        self,
        python: str,
        base_url: str,
        api_key: str,
        connected: bool = True,
        extra_tools: str = "report_results",
    ) -> None:
        self._python = python
        self._settings = {
            "SVC_API_KEY": api_key,
            "SVC_BASE_URL": base_url,
            "SVC_EXTRA_TOOLS": extra_tools,
        }
        self._connected = connected
        self._home = tempfile.TemporaryDirectory(prefix="atelier-host-")
        self._server = contextlib.ExitStack()

    def __enter__(self) -> HostTools:
        self._before = os.environ.get("HERMES_HOME")
        # The host reads its home while it is imported.
        os.environ["HERMES_HOME"] = self._home.name
        from host_registry import connected_server

        if self._connected:
            self._server.enter_context(connected_server(self._python, self._settings))
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._server.close()
        self._home.cleanup()
        if self._before is None:
            del os.environ["HERMES_HOME"]
        else:
            os.environ["HERMES_HOME"] = self._before

    def call(self, name: str, arguments: dict) -> dict | None:
        """Returns the fields of the result, or None if the host does not have the tool."""
        from host_registry import call_tool, has_tool

        return call_tool(name, **arguments) if has_tool(name) else None
