"""The tools as data, for the remote MCP server of the deployment, so that both offer the same tools.

What a tool does beyond one request is a function. Here it is only named; the server has one of the same name.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

SOURCE = Path(__file__).resolve().parent / "src"


def write_tool_table() -> str:
    """Returns the JSON text of the table."""
    sys.path.insert(0, str(SOURCE))
    sys.dont_write_bytecode = True
    import calls
    import failures
    import params
    import serve
    import settings
    import shapes
    import toolbox
    import tools_generate
    import tools_system

    import guide

    table = {
        "version": settings.VERSION,
        "instructions": serve.INSTRUCTIONS,
        "tools": [_describe(tool, toolbox.EXTRA_NAMES) for tool in toolbox.TOOLS.values()],
        "hints": failures.HINTS,
        "defaultHint": failures.DEFAULT_HINT,
        "defaultHintValues": failures.DEFAULT_HINT_VALUES,
        "retryable": sorted(failures.RETRYABLE),
        "toolTerms": params.TOOL_TERMS,
        "listTools": calls.LIST_TOOLS,
        "reservedFields": sorted(calls.RESERVED_FIELDS),
        "existingShape": calls.EXISTING,
        "mediaShape": tools_generate.MEDIA_SHAPE,
        "detailsShape": tools_generate.DETAILS_SHAPE,
        "filesShape": tools_generate.FILES,
        "failureAdvice": tools_generate.FAILURE_ADVICE,
        "notWithFile": tools_generate.NOT_WITH_FILE,
        "scopes": tools_system.SCOPES,
        "limits": {
            "messageCharacters": failures.MAX_MESSAGE_CHARACTERS,
            "rowTextCharacters": shapes.ROW_TEXT_CHARACTERS,
            "textCharacters": shapes.TEXT_CHARACTERS,
            "wholeTextCharacters": shapes.WHOLE_TEXT_CHARACTERS,
            "urlCharacters": shapes.URL_CHARACTERS,
            "resultCharacters": calls.RESULT_CHARACTERS,
        },
        "guideVersion": guide.GUIDE_VERSION,
        "guide": guide.GUIDE,
    }
    return "{\n" + ",\n".join(_write_line(name, value) for name, value in table.items()) + "\n}\n"


def _write_line(name: str, value: object) -> str:
    """One line for each tool and for everything else, so that a change shows where it is."""
    if name != "tools":
        return f"{json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}"
    lines = ",\n".join(json.dumps(tool, ensure_ascii=False) for tool in value)
    return f'"tools": [\n{lines}\n]'


def _describe(tool, extra_names: set[str]) -> dict:
    import serve

    return {
        **serve.describe_tool(tool),
        "isExtra": tool.name in extra_names,
        "endpoint": tool.endpoint,
        "params": [_describe_param(param) for param in tool.params.values()],
        "exactlyOne": tool.exactly_one,
        "shape": tool.shape,
        "policy": tool.policy.name,
        "run": tool.run.__name__ if tool.run else "ask",
        "checkWith": tool.check_with,
    }


def _describe_param(param) -> dict:
    described = {
        "name": param.name,
        "kind": param.kind,
        "place": param.place,
        "field": param.field,
        "required": param.required,
        "choices": param.choices,
        "minimum": param.minimum,
        "maximum": param.maximum,
        "default": param.default,
    }
    # A minimum of 0 is no absent one, so the values are not compared with False.
    return {
        name: value for name, value in described.items() if value not in (None, ()) and value is not False
    }
