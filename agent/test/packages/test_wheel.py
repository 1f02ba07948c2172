"""The package of the deployment, run by uvx in an empty home."""

from __future__ import annotations

import asyncio
import json
import subprocess

import pytest
from fresh_host import FreshHost, download
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from repo_paths import README, ROOT
from start_system import Service

START_SECONDS = 120


@pytest.fixture
def fresh(tmp_path) -> FreshHost:
    return FreshHost(tmp_path)


def wheel_address(service: Service) -> str:
    version = json.loads(download(service, "/api/version"))["clientVersion"]
    return f"{service.base_url}/api/mcp/wheels/svc_mcp-{version}-py3-none-any.whl"


def uvx(fresh: FreshHost, address: str, *args: str) -> list[str]:
    return [str(fresh.folder / "programs" / "uv"), "tool", "run", "--from", address, "svc-mcp", *args]


def test_uvx_runs_the_package_from_its_address(fresh: FreshHost, service: Service) -> None:
    env = {**fresh.env, "SVC_API_KEY": service.take_user().api_key, "SVC_BASE_URL": service.base_url}
    command, *args = uvx(fresh, wheel_address(service))

    async def run() -> tuple[list[str], str]:
        server = StdioServerParameters(command=command, args=args, env=env)
        async with stdio_client(server) as (reader, writer), ClientSession(reader, writer) as session:
            await session.initialize()
            tools = [tool.name for tool in (await session.list_tools()).tools]
            return tools, str(await session.call_tool("ping", {}))

    tools, ping = asyncio.run(asyncio.wait_for(run(), START_SECONDS))
    assert len(tools) == 22 and "generate_image" in tools and "balance" in ping
    assert wheel_address(service).rsplit("/", 1)[1] in README.read_text(encoding="utf-8")


def test_uvx_runs_a_package_from_a_file(fresh: FreshHost, service: Service) -> None:
    address = wheel_address(service)
    path = fresh.folder / address.rsplit("/", 1)[1]
    path.write_bytes(download(service, address.removeprefix(service.base_url)))
    env = {**fresh.env, "SVC_API_KEY": service.take_user().api_key, "SVC_BASE_URL": service.base_url}
    called = subprocess.run(
        uvx(fresh, str(path), "call", "ping"), env=env, capture_output=True, text=True, timeout=START_SECONDS
    )
    assert called.returncode == 0 and json.loads(called.stdout)["ok"] is True, called.stderr


def test_the_requirements_of_the_package_are_those_of_the_file(service: Service, tmp_path) -> None:
    import io
    import zipfile

    archive = zipfile.ZipFile(
        io.BytesIO(download(service, wheel_address(service).removeprefix(service.base_url)))
    )
    (metadata,) = [name for name in archive.namelist() if name.endswith("/METADATA")]
    lines = archive.read(metadata).decode().splitlines()
    assert "Requires-Python: >=3.10" in lines and "Requires-Dist: mcp>=1.26,<3" in lines
    client = (ROOT / "agent" / "client" / "svc_mcp.py").read_bytes()
    assert archive.read("svc_mcp.py") == client
