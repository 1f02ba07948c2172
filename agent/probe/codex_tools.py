"""Asks Codex which tools it finds: `codex mcp list` shows the configuration only, its app server connects."""

from __future__ import annotations

import json
import subprocess
import threading

from host_programs import RUN_SECONDS, HostPrograms

CLIENT = {"name": "probe", "title": "probe", "version": "1"}
MESSAGES = [
    {"id": 1, "method": "initialize", "params": {"clientInfo": CLIENT}},
    {"method": "initialized"},
    {"id": 2, "method": "mcpServerStatus/list", "params": {}},
]


def list_codex_tools(programs: HostPrograms, server: str) -> list[str]:
    process = subprocess.Popen(
        [programs.path("codex"), "app-server"],
        env=programs.env,
        cwd=programs.home,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdin and process.stdout
    timer = threading.Timer(RUN_SECONDS, process.kill)
    timer.start()
    try:
        for message in MESSAGES:
            process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        process.stdin.flush()
        for line in process.stdout:
            answer = json.loads(line)
            if answer.get("id") == 2:
                found = {one["name"]: one["tools"] for one in answer["result"]["data"]}
                return sorted(found.get(server, {}))
    finally:
        timer.cancel()
        process.kill()
    return []
