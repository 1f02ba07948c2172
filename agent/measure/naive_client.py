"""A naive client, only for comparison.

One tool for each endpoint, with its OpenAPI schema; the answer is returned as pretty-printed JSON.
"""

from __future__ import annotations

import json
import os
import sys
import urllib.error
import urllib.request
from pathlib import Path
from urllib.parse import urlencode

import anyio
import anyio.to_thread
from mcp import types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

DOCUMENT = json.loads(
    (Path(__file__).resolve().parents[2] / "contract/openapi.json").read_text(encoding="utf-8")
)
# The operations behind the 22 tools. ping also reads the credits; the guide needs no operation.
OPERATIONS = {
    *("readCredits", "createProduct", "listProducts", "readProduct", "renameProduct", "addProductReference"),
    *("listProductReferences", "listCharacters", "submitImage", "submitVideo", "pollMedia", "listMedia"),
    *(
        "downloadMedia",
        "attachMedia",
        "searchKnowledge",
        "readHistory",
        "readPatterns",
        "createCep",
        "listCeps",
    ),
    "deleteCep",
}


def resolve(schema: object) -> object:
    """The schema with its references resolved, because a tool's schema must be self-contained."""
    if isinstance(schema, list):
        return [resolve(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        target: object = DOCUMENT
        for step in schema["$ref"].removeprefix("#/").split("/"):
            target = target[step]  # type: ignore[index]
        return resolve(target)
    return {name: resolve(value) for name, value in schema.items()}


def json_schema(holder: dict) -> dict:
    content = holder.get("content", {}).get("application/json", {})
    return resolve(content.get("schema", {"type": "object"}))  # type: ignore[return-value]


def read_operations() -> dict[str, tuple[str, str, list[dict], types.Tool]]:
    found = {}
    for path, methods in DOCUMENT["paths"].items():
        for method, operation in methods.items():
            name = operation["operationId"]
            if name not in OPERATIONS:
                continue
            parameters = [resolve(one) for one in operation.get("parameters", [])]
            body = json_schema(operation["requestBody"]) if "requestBody" in operation else {}
            properties = {one["name"]: one["schema"] for one in parameters} | body.get("properties", {})
            required = [one["name"] for one in parameters if one.get("required")] + body.get("required", [])
            tool = types.Tool.model_validate(
                {
                    "name": name,
                    "description": operation.get("description") or operation.get("summary", name),
                    "inputSchema": {"type": "object", "properties": properties, "required": required},
                }
            )
            found[name] = (method.upper(), path, parameters, tool)
    return found


TOOLS = read_operations()


def ask(name: str, arguments: dict) -> str:
    method, path, parameters, _ = TOOLS[name]
    query = {}
    for one in parameters:
        if one["name"] not in arguments:
            continue
        value = arguments.pop(one["name"])
        if one["in"] == "path":
            path = path.replace("{" + one["name"] + "}", str(value))
        elif one["in"] == "query":
            query[one["name"]] = value
    request = urllib.request.Request(
        os.environ["SVC_BASE_URL"] + path + ("?" + urlencode(query) if query else ""),
        method=method,
        headers={"x-api-key": os.environ["SVC_API_KEY"], "content-type": "application/json"},
        data=json.dumps(arguments).encode() if method in ("POST", "PATCH") else None,
    )
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            return json.dumps(json.load(response), indent=2)
    except urllib.error.HTTPError as error:
        return json.dumps(json.load(error), indent=2)


async def list_tools(*_: object) -> types.ListToolsResult:
    return types.ListToolsResult(tools=[tool for *_, tool in TOOLS.values()])


async def call(name: str, arguments: dict) -> types.CallToolResult:
    text = await anyio.to_thread.run_sync(ask, name, dict(arguments))
    return types.CallToolResult(content=[types.TextContent(type="text", text=text)])


async def call_by_params(_context: object, params: types.CallToolRequestParams) -> types.CallToolResult:
    return await call(params.name, params.arguments or {})


def open_server() -> Server:
    if not hasattr(Server, "call_tool"):  # mcp 2.x
        return Server("naive", on_list_tools=list_tools, on_call_tool=call_by_params)
    server = Server("naive")
    server.list_tools()(list_tools)
    server.call_tool(validate_input=False)(call)
    return server


async def main() -> None:
    server = open_server()
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


if __name__ == "__main__":
    sys.stderr.write(f"{len(TOOLS)} tools\n")
    anyio.run(main)
