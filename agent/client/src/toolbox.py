"""Holds all tools by name, and runs a tool. `run_tool` never raises."""

from __future__ import annotations

import json
import os
import sys
import traceback

from calls import Call, Tool
from failures import fail
from params import check_arguments
from result_text import round_numbers
from settings import SETUP_HINT, Settings, read_settings
from shapes import shape_paths
from tools_content import CONTENT_TOOLS
from tools_extra import EXTRA_TOOLS
from tools_generate import GENERATE_TOOLS
from tools_knowledge import KNOWLEDGE_TOOLS
from tools_system import SYSTEM_TOOLS

TOOLS: dict[str, Tool] = {
    tool.name: tool
    for tool in [*SYSTEM_TOOLS, *CONTENT_TOOLS, *GENERATE_TOOLS, *KNOWLEDGE_TOOLS, *EXTRA_TOOLS]
}
# A shorter key is not removed from results: it could be part of an ordinary word.
MIN_KEY_CHARACTERS = 8
EXTRA_NAMES = {tool.name for tool in EXTRA_TOOLS}


# Added to a message that asks for a report while the tool for it is not listed.
NO_REPORT_TOOL = "This client does not offer report_results: the owner can run connect.py again to add it."


def listed_tools() -> list[Tool]:
    """Returns the tools that are offered to the agent."""
    setting = os.environ.get("SVC_EXTRA_TOOLS", "").strip()
    wanted = EXTRA_NAMES if setting == "1" else {name.strip() for name in setting.split(",")}
    return [tool for tool in TOOLS.values() if tool.name not in EXTRA_NAMES or tool.name in wanted]


def result_fields(name: str) -> set[str]:
    """Returns every field path that a result of this tool may have, such as `history[].drift.verdict`."""
    return {"ok"} | shape_paths(TOOLS[name].shape)


def run_tool(name: str, arguments: object) -> dict:
    """Returns the result. An expected failure is a result with `ok: false`."""
    try:
        result = _run(name, arguments)
    except Exception as error:  # A bug in this client: report it as such, not as a failure of the service.
        frame = traceback.extract_tb(error.__traceback__)[-1]
        print(f"svc: {name}: {type(error).__name__} at {frame.name}:{frame.lineno}", file=sys.stderr)
        # The submit may already have been executed.
        charged = "unknown" if name in ("generate_image", "generate_video") else "none"
        message = f"{name} failed inside the client ({type(error).__name__})."
        result = fail("internal", message, charged=charged)
    return _sanitize(round_numbers(result))


def _run(name: str, raw_arguments: object) -> dict:
    listed = {tool.name: tool for tool in listed_tools()}
    tool = listed.get(name)
    if tool is None:
        return fail("unknown_tool", f"There is no tool {name}.", hint=f"The tools are: {', '.join(listed)}.")
    settings, problem = read_settings()
    if settings is None and tool.endpoint:
        return fail("not_configured", problem, hint=SETUP_HINT)
    arguments, problem, field = check_arguments(
        tool.params, tool.exactly_one, {} if raw_arguments is None else raw_arguments
    )
    if problem:
        return fail("bad_arguments", problem, hint_values={"tool": name}, field=field)
    call = Call(tool, arguments, settings or Settings("", ""))
    result = tool.run(call) if tool.run else call.ask()
    if "report_results" in result.get("message", "") and "report_results" not in listed:
        result["message"] += f" {NO_REPORT_TOOL}"
    return result


def _sanitize(result: dict) -> dict:
    """Removes the API key, in case the service echoes it, and characters that UTF-8 cannot encode."""
    text = json.dumps(result, ensure_ascii=False)
    clean = text.encode("utf-8", "replace").decode("utf-8")
    key = os.environ.get("SVC_API_KEY", "").strip()
    if len(key) >= MIN_KEY_CHARACTERS:
        clean = clean.replace(key, "[key]")
    return json.loads(clean) if clean != text else result
