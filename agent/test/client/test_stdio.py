"""Real sessions with the built file, on both versions of the mcp package."""

from __future__ import annotations

import json
import subprocess
import sys
import time

from checks import KEY
from faulty_server import answers, delays
from read_result import read_result
from repo_paths import CLIENT_FILE
from serve import describe_tool
from stdio_session import in_session
from tool_names import TOOL_NAMES
from toolbox import TOOLS


def start(python: str, *arguments: str, **env: str) -> subprocess.Popen:
    return subprocess.Popen(
        [python, "-B", str(CLIENT_FILE), *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=env,
    )


def test_the_tool_list_arrives_unchanged(mcp_python) -> None:
    async def work(session):
        return await session.list_tools()

    tools = in_session(mcp_python, {}, work).tools
    assert sorted(one.name for one in tools) == sorted(TOOL_NAMES)
    for one in tools:
        wire = one.model_dump(by_alias=True, exclude_none=True)
        assert wire == describe_tool(TOOLS[one.name])
        assert "outputSchema" not in wire, "a host that gets one expects a structured result"


def test_only_tools_are_offered(mcp_python) -> None:
    async def work(session):
        return session.get_server_capabilities()

    capabilities = in_session(mcp_python, {}, work)
    assert capabilities.tools is not None and capabilities.resources is None and capabilities.prompts is None


def test_no_failure_is_a_protocol_error(mcp_python, faulty) -> None:
    service = faulty(answers(500, {"error": "no", "code": "internal_error", "charged": "none"}))
    wrong = [
        ("ping", None),
        ("ping", {"extra": 1}),
        ("no_such_tool", {}),
        ("create_product", {}),
        ("generate_image", {"prompt": 5, "n": "many"}),
        ("generate_video", {"prompt": "x", "file_path": "/etc/hostname"}),
    ]

    async def work(session):
        return [await session.call_tool(name, arguments) for name, arguments in wrong]

    env = {"SVC_BASE_URL": service.base_url, "SVC_API_KEY": KEY}
    for (name, _), result in zip(wrong, in_session(mcp_python, env, work), strict=True):
        assert not result.isError, name
        assert result.structuredContent is None and len(result.content) == 1
        text = result.content[0].text
        assert json.loads(text)["ok"] is False and text.startswith('{"ok":false,"code":')
        assert KEY not in result.model_dump_json()


def test_the_guide_is_returned_as_text(mcp_python) -> None:
    async def work(session):
        return await session.call_tool("get_platform_marketing_guide", {"section": "D"})

    result = in_session(mcp_python, {}, work)
    (block,) = result.content
    assert block.text.startswith("---\nok: true\nguideVersion: v25.0\nsection: D\n---\n\n# ")
    assert result.structuredContent is None


def test_results_keep_every_character(mcp_python, faulty) -> None:
    name = "Tasse für kalte Hände ☕ 杯子"
    service = faulty(answers(201, {"product": {"id": "prd_1", "name": name}, "message": "ok"}))

    async def work(session):
        return await session.call_tool("create_product", {"name": name})

    env = {"SVC_BASE_URL": service.base_url, "SVC_API_KEY": KEY, "LC_ALL": "C", "PYTHONUTF8": "0"}
    result = in_session(mcp_python, env, work)
    assert (
        read_result(result.content[0].text)["product"]["name"] == name
        and service.received[0].json["name"] == name
    )


def test_the_client_ends_with_its_input(mcp_python) -> None:
    done = start(mcp_python)
    out, _ = done.communicate("", timeout=20)
    assert (done.returncode, out) == (0, "")


def test_the_client_ends_with_its_input_during_a_call(mcp_python, faulty) -> None:
    service = faulty(delays(3, answers(200, {"balance": 1})))
    client = start(mcp_python, SVC_BASE_URL=service.base_url, SVC_API_KEY=KEY)
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    lines = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "check_credits"}},
    ]
    client.stdin.write("".join(json.dumps(line) + "\n" for line in lines))
    client.stdin.flush()
    # A busy machine needs long to start the client.
    until = time.monotonic() + 60
    while not service.received and time.monotonic() < until:
        time.sleep(0.05)
    started = time.monotonic()
    out, _ = client.communicate(timeout=20)
    assert service.received and time.monotonic() - started < 6
    assert all(json.loads(line)["jsonrpc"] == "2.0" for line in out.splitlines())


def test_the_shell_can_call_a_tool(faulty) -> None:
    service = faulty(answers(200, {"balance": 900, "transactions": []}))
    env = {"SVC_BASE_URL": service.base_url, "SVC_API_KEY": KEY}
    done = start(sys.executable, "call", "check_credits", **env)
    out, err = done.communicate(timeout=20)
    assert (done.returncode, err) == (0, "") and json.loads(out)["balance"] == 900
    for arguments, code in [
        (("--version",), 0),
        (("call", "ping", "{"), 2),
        (("help",), 2),
        (("call", "x"), 1),
    ]:
        done = start(sys.executable, *arguments, **env)
        done.communicate(timeout=20)
        assert done.returncode == code, arguments
