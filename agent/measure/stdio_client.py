"""A minimal MCP client over stdio, so that a measurement contains only the time of the server."""

from __future__ import annotations

import json
import subprocess

INITIALIZE = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "measure", "version": "1"},
}


class StdioClient:
    def __init__(self, command: list[str], env: dict[str, str]) -> None:
        self._process = subprocess.Popen(
            command,
            env=env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self._id = 0

    def list_tools(self) -> dict:
        """Initializes the session as a host does, and returns the answer to tools/list."""
        self.request("initialize", INITIALIZE)
        self._send({"method": "notifications/initialized"})
        return self.request("tools/list", {})

    def request(self, method: str, params: dict) -> dict:
        assert self._process.stdout
        self._id += 1
        self._send({"id": self._id, "method": method, "params": params})
        for line in self._process.stdout:
            message = json.loads(line)
            if message.get("id") == self._id:
                return message["result"]
        raise RuntimeError(f"the server exited before it answered {method}")

    def close(self) -> None:
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait(20)

    def _send(self, message: dict) -> None:
        assert self._process.stdin
        self._process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self._process.stdin.flush()
