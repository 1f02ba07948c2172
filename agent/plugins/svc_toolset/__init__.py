"""Plugin for Hermes Agent: the toolset `svc`, and recall where our memory provider does not run.

Recall adds lines from the memory of the service to the message of the user.

Our skills require the toolset `svc`, so that the host shows them only while the MCP server `svc` is
connected. The memory provider `svc_memory` registers that toolset too, but the host runs only one memory
provider, and none in cron jobs. This plugin serves owners with another provider, and cron jobs.
"""

from __future__ import annotations

import contextlib
import json
import re

from .recall import find_recall, missing_settings

STATUS_TOOL = "svc_status"
STATUS_SCHEMA = {
    "name": STATUS_TOOL,
    "description": "Show whether svc is connected, configured and able to recall.",
    "parameters": {"type": "object", "properties": {}},
}


class ConnectionCheck:
    """Reports whether the MCP server `svc` is connected. The host calls it before it shows the tool.

    The host caches the result of a check for 30 s, and uses the check itself as the cache key. If the server
    connects within these 30 s, a first turn would miss the skills. The hash therefore changes with the
    result, so that the host does not find the outdated entry.
    """

    def __call__(self) -> bool:
        return bool(_server_tools())

    def __hash__(self) -> int:
        return hash((ConnectionCheck, self()))

    def __eq__(self, other: object) -> bool:
        return self is other


def _server_tools() -> list[str]:
    """Returns the tools of the MCP server `svc`. The host names the server's own toolset `mcp-svc`."""
    from tools.registry import registry

    return registry.get_tool_names_for_toolset("mcp-svc")


def answer_status(args: object = None, **context: object) -> str:
    """Handles the tool `svc_status`. Returns JSON, as the host expects."""
    missing, tool_count = missing_settings(), len(_server_tools())
    recall = find_recall()
    pause = recall.find_pause() if recall else None
    status = {"ok": True, "connected": tool_count > 0, "tools": tool_count, "missing": missing}
    if missing:
        status["hint"] = f"Ask the owner to set {' and '.join(missing)} in the host's environment file."
    elif not tool_count:
        status["hint"] = "Ask the owner to run: hermes mcp test svc"
    if pause:
        status["recall"] = {"pausedSeconds": pause["retryAfterSeconds"], "message": pause["message"]}
    return json.dumps(status)


def recall_before_turn(user_message: object = "", platform: str = "", **context: object) -> dict | None:
    """Hook before each model call: adds the same lines to the user's message as the memory provider.

    The host sets no time limit for hooks, so recall applies its own (`CONTEXT_SECONDS`).
    """
    if _memory_provider() == "svc_memory" and platform != "cron":
        # The memory provider has already added the lines. In a cron job the host runs no provider.
        return None
    recall = find_recall()
    recalled = recall.context_for(_user_text(user_message)) if recall else ""
    return {"context": recalled} if recalled else None


def _memory_provider() -> str:
    from hermes_cli.config import load_config

    memory = (load_config() or {}).get("memory")
    return str(memory.get("provider") or "") if isinstance(memory, dict) else ""


def _user_text(message: object) -> str:
    """Returns the words of the user, without the skill text and the cron notice that the host adds."""
    with contextlib.suppress(ImportError):
        from agent.skill_commands import extract_user_instruction_from_skill_message

        message = extract_user_instruction_from_skill_message(message)
    text = message if isinstance(message, str) else ""
    return re.sub(r"\A\[IMPORTANT: .*?\]\n\n", "", text, flags=re.DOTALL)


def register(ctx) -> None:
    import toolsets

    # The host also uses `svc` as an alias of `mcp-svc`. A toolset takes precedence over an alias with the
    # same name, so ours must include the tools of the server.
    toolsets.create_custom_toolset("svc", "The svc service", tools=[], includes=["mcp-svc"])
    ctx.register_tool(STATUS_TOOL, "svc", STATUS_SCHEMA, answer_status, check_fn=ConnectionCheck())
    # With Tool Search, the host shows a tool only after a search for it, unless the tool is in this list. The
    # list is private to the host, so a later version may not have it.
    core_tools = getattr(toolsets, "_HERMES_CORE_TOOLS", None)
    if isinstance(core_tools, list) and STATUS_TOOL not in core_tools:
        core_tools.append(STATUS_TOOL)
    ctx.register_hook("pre_llm_call", recall_before_turn)
