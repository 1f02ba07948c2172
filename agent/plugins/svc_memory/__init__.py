"""Memory provider for Hermes Agent: what the svc service knows of ads and their results.

Before each turn it puts at most five relevant lines beside the user's message, and it answers the tool
`svc_recall`. It only reads: nothing of a conversation is sent but the question, and nothing is stored.
"""

from __future__ import annotations

import json
import logging

from agent.memory_provider import MemoryProvider

from .recall import ADDRESS, KEY, Recall, answer_tool, find_recall, missing_settings

log = logging.getLogger(__name__)

TOOL = "svc_recall"
SCHEMA = {
    "name": TOOL,
    "description": (
        "Recall what worked: past ads, results, patterns, angles. "
        "Answers up to 5 close hits, each with its source (kind, refs), evidence and age in days."
    ),
    "parameters": {
        "type": "object",
        "properties": {
            "query": {"type": "string", "description": "Words to look for, 500 characters at most."},
            "product_id": {"type": "string", "description": "Only this product's."},
        },
        "required": ["query"],
    },
}


class SvcMemory(MemoryProvider):
    _recall: Recall | None = None

    @property
    def name(self) -> str:
        return "svc_memory"

    def get_config_schema(self) -> list[dict]:
        return [
            {
                "key": "api_key",
                "description": "API key of the svc service",
                "secret": True,
                "required": True,
                "env_var": KEY,
            },
            {
                "key": "base_url",
                "description": "Address of the svc deployment",
                "required": True,
                "env_var": ADDRESS,
            },
        ]

    def is_available(self) -> bool:
        return not missing_settings()

    def initialize(self, session_id: str, **context: object) -> None:
        # The host recalls in a thread that does not know the profile: the key is read here.
        self._recall = find_recall()
        link_toolset()

    def prefetch(self, query: str, *, session_id: str = "", **context: object) -> str:
        return self._recall.block(query) if self._recall else ""

    def get_tool_schemas(self) -> list[dict]:
        # The host asks anew when servers come or go: the link follows them here.
        link_toolset()
        return [SCHEMA]

    def handle_tool_call(self, tool_name: str, args: dict, **context: object) -> str:
        return json.dumps(answer_tool(self._recall or find_recall(), args))


def link_toolset() -> None:
    """Holds `svc_recall` in a real toolset `svc` exactly while the MCP server `svc` is connected.

    Our skills ask for that toolset, and the host knows the server's own only as `mcp-svc`.
    """
    try:
        import toolsets
        from tools.registry import registry

        is_connected = bool(registry.get_tool_names_for_toolset("mcp-svc"))
        entry = registry.get_entry(TOOL)
        if is_connected and entry is None:
            # A real toolset hides the server's alias of the same name, and with it all its tools.
            toolsets.create_custom_toolset("svc", "The svc service", tools=[], includes=["mcp-svc"])
            registry.register(name=TOOL, toolset="svc", schema=SCHEMA, handler=_answer_in_context)
        elif not is_connected and entry is not None and entry.toolset == "svc":
            registry.deregister(TOOL)
    except Exception:
        log.warning(
            "The toolset svc could not be linked; the skills that need it stay hidden.", exc_info=True
        )


def _answer_in_context(args: dict, **context: object) -> str:
    """For sessions without memory. The entry outlives its session, so it must not keep anybody's key."""
    return json.dumps(answer_tool(find_recall(), args))


def register(ctx) -> None:
    ctx.register_memory_provider(SvcMemory())
