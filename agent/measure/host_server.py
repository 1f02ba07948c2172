"""What a model sees of an MCP server: results from the real host's registry, wrapped as by the host."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from pathlib import Path

from repo_paths import PLUGINS

HOME = Path(tempfile.mkdtemp(prefix="atelier-hermes-"))
# The host reads its home while it is imported.
os.environ["HERMES_HOME"] = str(HOME)
shutil.copytree(PLUGINS, HOME / "plugins")

from agent.memory_manager import MemoryManager, build_memory_context_block  # noqa: E402
from agent.tool_dispatch_helpers import _maybe_wrap_untrusted  # noqa: E402
from plugins.memory import load_memory_provider  # noqa: E402
from tools.mcp_tool import register_mcp_servers, shutdown_mcp_servers  # noqa: E402
from tools.registry import registry  # noqa: E402


class ToolResult:
    """One result: the server's text, the host's text, and the wrapped text for the model."""

    def __init__(self, tool: str, arguments: dict, host_text: str) -> None:
        self.data = json.loads(host_text)
        self.call = json.dumps({"name": tool, "arguments": arguments})
        self.text = self.data.get("result", host_text)
        self.host_text = host_text
        self.wrapped = str(_maybe_wrap_untrusted(tool, host_text))


class HostedServer:
    """One server that the host runs, by the name that the owner gave it."""

    def __init__(self, name: str, python: str, file: Path, base_url: str, api_key: str) -> None:
        self._name = name
        env = {"SVC_BASE_URL": base_url, "SVC_API_KEY": api_key}
        self.names = register_mcp_servers({name: {"command": python, "args": [str(file)], "env": env}})

    def call(self, tool: str, **arguments: object) -> ToolResult:
        name = f"mcp__{self._name}__{tool}"
        return ToolResult(name, arguments, registry.get_entry(name).handler(arguments))

    def definitions(self) -> list[dict]:
        """The tools as every request to the model contains them."""
        prefix = f"mcp__{self._name}__"
        return registry.get_definitions({name for name in self.names if name.startswith(prefix)})


def recall_block(base_url: str, api_key: str, question: str) -> str:
    """The block that the memory plugin adds to a turn, inside the host's fence."""
    os.environ.update(SVC_BASE_URL=base_url, SVC_API_KEY=api_key)
    manager = MemoryManager()
    manager.add_provider(load_memory_provider("svc_memory"))
    manager.initialize_all(session_id="s", platform="cli", hermes_home=str(HOME), agent_context="primary")
    try:
        return build_memory_context_block(manager.prefetch_all(question))
    finally:
        manager.shutdown_all()


def close() -> None:
    shutdown_mcp_servers()
    shutil.rmtree(HOME, ignore_errors=True)
