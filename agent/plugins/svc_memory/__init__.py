"""Memory provider for Hermes Agent: recalls what the svc service knows about ads and their results.

Before each turn it adds at most five relevant lines to the user's message. It also provides the tool
`svc_recall`, and the toolset `svc` that our skills require. It only reads: of a conversation it sends only
the question, and it stores nothing.
"""

from __future__ import annotations

import json
import logging

from agent.memory_provider import MemoryProvider

from .recall import KEY_VARIABLE, URL_VARIABLE, Recall, answer_recall_tool, find_recall, missing_settings

log = logging.getLogger(__name__)

RECALL_TOOL = "svc_recall"
RECALL_SCHEMA = {
    "name": RECALL_TOOL,
    "description": (
        "Recall what worked: past ads, results, patterns, angles. "
        "Returns up to 5 close hits, each with its source (kind, refs), evidence and age in days."
    ),
    "parameters": {
        "type": "object",
        "properties": {
            "query": {"type": "string", "description": "Words to search for, at most 500 characters."},
            "product_id": {"type": "string", "description": "Only results of this product."},
        },
        "required": ["query"],
    },
}


class SvcMemory(MemoryProvider):
    """Implements the provider interface of the host; the host calls each method."""

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
                "env_var": KEY_VARIABLE,
            },
            {
                "key": "base_url",
                "description": "Address of the svc deployment",
                "required": True,
                "env_var": URL_VARIABLE,
            },
        ]

    def is_available(self) -> bool:
        return not missing_settings()

    def initialize(self, session_id: str, **context: object) -> None:
        # The key belongs to a profile, and the host calls `prefetch` in a thread without one: read it here.
        self._recall = find_recall()
        sync_toolset()

    def prefetch(self, query: str, *, session_id: str = "", **context: object) -> str:
        return self._recall.context_for(query) if self._recall else ""

    def get_tool_schemas(self) -> list[dict]:
        # The host calls this again when an MCP server connects or disconnects, so update the toolset here.
        sync_toolset()
        return [RECALL_SCHEMA]

    def handle_tool_call(self, tool_name: str, args: dict, **context: object) -> str:
        return _write(answer_recall_tool(self._recall or find_recall(), args))


def sync_toolset() -> None:
    """Registers `svc_recall` in the toolset `svc` while the MCP server `svc` is connected, and only then.

    The host shows our skills while this toolset has a tool. It names the server's own toolset `mcp-svc`.
    """
    try:
        import toolsets
        from tools.registry import registry

        is_connected = bool(registry.get_tool_names_for_toolset("mcp-svc"))
        entry = registry.get_entry(RECALL_TOOL)
        if is_connected and entry is None:
            # The host also uses `svc` as an alias of `mcp-svc`. A toolset takes precedence over an alias with
            # the same name, so ours must include the tools of the server.
            toolsets.create_custom_toolset("svc", "The svc service", tools=[], includes=["mcp-svc"])
            registry.register(
                name=RECALL_TOOL, toolset="svc", schema=RECALL_SCHEMA, handler=_answer_in_context
            )
        elif not is_connected and entry is not None and entry.toolset == "svc":
            registry.deregister(RECALL_TOOL)
    except Exception:
        log.warning(
            "The toolset svc could not be updated; the skills that require it may stay hidden.", exc_info=True
        )


def _answer_in_context(args: dict, **context: object) -> str:
    """Handles `svc_recall` in sessions without a memory provider.

    The registry entry outlives the session that registered it, so the key is read for each call.
    """
    return _write(answer_recall_tool(find_recall(), args))


def _write(result: dict) -> str:
    """Returns compact JSON, like the tools of the server."""
    return json.dumps(result, ensure_ascii=False, separators=(",", ":"))


def register(ctx) -> None:
    ctx.register_memory_provider(SvcMemory())
