"""The toolset `svc` without our memory provider: for owners who keep another one, and for cron jobs."""

from __future__ import annotations

import contextlib
import json
import re

from .recall import find_recall, missing_settings

TOOL = "svc_status"
SCHEMA = {
    "name": TOOL,
    "description": "Say whether svc is connected, configured and able to recall.",
    "parameters": {"type": "object", "properties": {}},
}


class IsConnected:
    """Whether the MCP server `svc` is connected.

    The host keeps the answer of a check for 30 s, by its hash; a first turn in that time would go without the
    skills. With another answer this is another check.
    """

    def __call__(self) -> bool:
        return bool(_server_tools())

    def __hash__(self) -> int:
        return hash((IsConnected, self()))

    def __eq__(self, other: object) -> bool:
        return self is other


def _server_tools() -> list[str]:
    from tools.registry import registry

    return registry.get_tool_names_for_toolset("mcp-svc")


def answer_status(args: object = None, **context: object) -> str:
    missing, tools = missing_settings(), len(_server_tools())
    recall = find_recall()
    paused = recall.pause() if recall else None
    status = {"ok": True, "connected": tools > 0, "tools": tools, "missing": missing}
    if missing:
        status["hint"] = f"Ask the owner to set {' and '.join(missing)} in the host's environment file."
    elif not tools:
        status["hint"] = "Ask the owner to run: hermes mcp test svc"
    if paused:
        status["recall"] = {"pausedSeconds": paused["retryAfterSeconds"], "message": paused["message"]}
    return json.dumps(status)


def recall_before_turn(user_message: object = "", platform: str = "", **context: object) -> dict | None:
    """The same lines at the same place as the provider's; the host sets no time limit here, ours holds."""
    if _memory_provider() == "svc_memory" and platform != "cron":
        # It has recalled already. A cron job has no provider.
        return None
    recall = find_recall()
    block = recall.block(_user_text(user_message)) if recall else ""
    return {"context": block} if block else None


def _memory_provider() -> str:
    from hermes_cli.config import load_config

    memory = (load_config() or {}).get("memory")
    return str(memory.get("provider") or "") if isinstance(memory, dict) else ""


def _user_text(message: object) -> str:
    """What the user wrote. The host puts a skill's text around it, and a notice to cron jobs before it."""
    with contextlib.suppress(ImportError):
        from agent.skill_commands import extract_user_instruction_from_skill_message

        message = extract_user_instruction_from_skill_message(message)
    text = message if isinstance(message, str) else ""
    return re.sub(r"\A\[IMPORTANT: .*?\]\n\n", "", text, flags=re.DOTALL)


def register(ctx) -> None:
    import toolsets

    # A real toolset hides the server's alias of the same name, and with it all its tools.
    toolsets.create_custom_toolset("svc", "The svc service", tools=[], includes=["mcp-svc"])
    ctx.register_tool(TOOL, "svc", SCHEMA, answer_status, check_fn=IsConnected())
    # What stands in this list is never deferred by Tool Search. The name is the host's own and may go.
    core = getattr(toolsets, "_HERMES_CORE_TOOLS", None)
    if isinstance(core, list) and TOOL not in core:
        core.append(TOOL)
    ctx.register_hook("pre_llm_call", recall_before_turn)
