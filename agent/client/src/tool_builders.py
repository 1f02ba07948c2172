"""Short constructors for tool definitions and parameters, and the MCP annotations that they use."""

from __future__ import annotations

from calls import Tool
from params import Param
from retry import RetryPolicy
from shapes import parse_shape


def _hints(read_only=False, destructive=False, idempotent=False, open_world=False) -> dict[str, bool]:
    """Returns all four hints of MCP. A host assumes the worst of a missing one, and may ask the owner."""
    return {
        "readOnlyHint": read_only,
        "destructiveHint": destructive,
        "idempotentHint": idempotent,
        "openWorldHint": open_world,
    }


READ_ONLY = _hints(read_only=True, idempotent=True)
CREATES = _hints()
FETCHES = _hints(open_world=True)
UPDATES = _hints(idempotent=True)
# Not idempotent, because a host may repeat an idempotent call: without client_ref that is a second charge.
SUBMITS = _hints(open_world=True)
DELETES = _hints(destructive=True, idempotent=True)


def tool(
    name, title, description, endpoint, params, shape, policy=RetryPolicy.READ, annotations=None, **more
) -> Tool:
    annotations = READ_ONLY if annotations is None else annotations
    return Tool(
        name,
        title,
        description,
        endpoint,
        {param.name: param for param in params},
        parse_shape(shape),
        policy,
        annotations,
        **more,
    )


def string(name, description="", **more) -> Param:
    return Param(name, "string", description, **more)


def strings(name, description="", **more) -> Param:
    return Param(name, "strings", description, **more)


def integer(name, description="", **more) -> Param:
    return Param(name, "integer", description, **more)


def path_id(name, description="") -> Param:
    return Param(name, "string", description, required=True, place="path")


def page_params(limit: int = 20) -> tuple[Param, Param]:
    rows = integer("limit", f"1-100, default {limit}", minimum=1, maximum=100, default=limit)
    return rows, string("cursor", "nextCursor of the previous page")
