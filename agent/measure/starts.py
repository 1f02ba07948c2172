"""Measures the client: the time from its start to its list of tools, cold and warm, and its file size.

`pnpm measure:starts [--times 7] [--cold 2]`. A cold start fetches the dependencies from the index
that uv is set to; `--cold 0` leaves it out.
"""

from __future__ import annotations

import argparse
import gzip
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from stdio_client import StdioClient

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "test"))
from python_environments import find_python
from repo_paths import CLIENT_FILE

BARE = Path(__file__).with_name("bare_server.py")
BARE_START = "a bare server with one tool"
# The client does not call the service at the start, so no service is needed.
SETTINGS = {"SVC_BASE_URL": "http://127.0.0.1:9", "SVC_API_KEY": "hsk_none"}


def start_seconds(command: list[str], env: dict[str, str]) -> float:
    began = time.monotonic()
    client = StdioClient(command, env)
    try:
        client.list_tools()
        return time.monotonic() - began
    finally:
        client.close()


def cold_start(env: dict[str, str]) -> float:
    """The first start on a new machine: the cache of uv is empty."""
    with tempfile.TemporaryDirectory(prefix="atelier-uv-") as cache:
        return start_seconds(["uv", "run", "--script", str(CLIENT_FILE)], {**env, "UV_CACHE_DIR": cache})


def run_seconds(command: list[str]) -> float:
    began = time.monotonic()
    subprocess.run(command, check=True)
    return time.monotonic() - began


def list_starts(env: dict[str, str]) -> dict[str, Callable[[], float]]:
    starts: dict[str, Callable[[], float]] = {}
    for environment in ("mcp-1.26", "mcp-2.3"):
        python = find_python(environment)
        importing = [python, "-c", "import mcp.server.lowlevel, mcp.server.stdio"]
        starts[f"{environment}, import the package and exit"] = partial(run_seconds, importing)
        starts[f"{environment}, {BARE_START}"] = partial(start_seconds, [python, str(BARE)], env)
        starts[f"{environment}, the client"] = partial(start_seconds, [python, str(CLIENT_FILE)], env)
    warm = ["uv", "run", "--script", str(CLIENT_FILE)]
    starts["uv run --script, warm"] = partial(start_seconds, warm, env)
    return starts


def print_row(name: str, seconds: list[float], ratio: str = "") -> None:
    median, best = statistics.median(seconds) * 1000, min(seconds) * 1000
    print(f"  {name:<44}{median:8.0f}{best:8.0f}   {ratio}".rstrip(), flush=True)


def main() -> None:
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=form)
    parser.add_argument("--times", type=int, default=7)
    parser.add_argument("--cold", type=int, default=2)
    wanted = parser.parse_args()
    env = {**os.environ, **SETTINGS}

    content = CLIENT_FILE.read_bytes()
    lines, packed = content.count(b"\n"), len(gzip.compress(content, mtime=0))
    print(f"svc_mcp.py: {len(content):,} bytes, {lines:,} lines, {packed:,} bytes with gzip")
    print("ms from the start of the process to the answer of tools/list    median    best")
    starts = list_starts(env)
    for start in starts.values():
        start()  # Warms up the file and module caches.
    # Every variant runs in each round, so that a busy minute of the machine affects all of them.
    rounds = [{name: start() for name, start in starts.items()} for _ in range(wanted.times)]
    for name in starts:
        bare = f"{name.split(',')[0]}, {BARE_START}"
        ratios = [one[name] / one[bare] for one in rounds if name.endswith("the client")]
        ratio = f"{statistics.median(ratios):.2f} x the bare server" if ratios else ""
        print_row(name, [one[name] for one in rounds], ratio)
    if wanted.cold > 0:
        print_row("uv run --script, empty cache", [cold_start(env) for _ in range(wanted.cold)])


if __name__ == "__main__":
    main()
