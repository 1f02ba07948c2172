"""Short constructors for tool definitions, and the MCP annotations they use."""

from __future__ import annotations

from calls import Tool
from params import Param
from retry import Policy
from shapes import parse_shape

READS = {"readOnlyHint": True, "openWorldHint": False}
ADDS = {"readOnlyHint": False, "destructiveHint": False, "openWorldHint": False}
SETS = {**ADDS, "idempotentHint": True}
SUBMITS = {"readOnlyHint": False, "destructiveHint": False, "idempotentHint": True, "openWorldHint": True}
DELETES = {"readOnlyHint": False, "destructiveHint": True, "idempotentHint": True, "openWorldHint": False}


def tool(name, about, endpoint, params, shape, policy=Policy.READ, annotations=None, **more) -> Tool:
    annotations = READS if annotations is None else annotations
    return Tool(
        name,
        about,
        endpoint,
        {one.name: one for one in params},
        parse_shape(shape),
        policy,
        annotations,
        **more,
    )


def string(name, about="", **more) -> Param:
    return Param(name, "string", about, **more)


def strings(name, about="", **more) -> Param:
    return Param(name, "strings", about, **more)


def integer(name, about="", **more) -> Param:
    return Param(name, "integer", about, **more)


def path_id(name, about="") -> Param:
    return Param(name, "string", about, required=True, place="path")


def page_params(limit: int = 20) -> tuple[Param, Param]:
    rows = integer("limit", f"1-100, default {limit}", least=1, most=100, default=limit)
    return rows, string("cursor", "nextCursor of the previous page")
