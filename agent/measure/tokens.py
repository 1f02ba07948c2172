"""Measures how many tokens (o200k_base) the client, the guide, the skills and the memory cost a model.

`pnpm measure:tokens` starts its own service and runs the production loop through the real host twice:
with our client, and with a naive one that returns every answer unchanged. It fails when a limit is exceeded.
"""

from __future__ import annotations

import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tokenizer import count_tokens

sys.path.append(str(Path(__file__).resolve().parents[1] / "test"))

from api_client import ServiceApi
from host_server import HostedServer, ToolResult, close, recall_block
from measured_job import SLOW_SECONDS
from production_loop import Loop, run_client, run_naive
from python_environments import find_python
from repo_paths import CLIENT_FILE, SKILLS
from start_system import Service, StartedService, User
from stdio_client import StdioClient

LIST_TOKENS, REPORTING_LIST_TOKENS, POLL_TOKENS, LOOP_TOKENS = 4_500, 4_800, 250, 2_000
# What the model reads has the limit of a loop; what it writes comes on top, and ids differ in their tokens.
LOOP_AND_CALLS_TOKENS = 2_200
NAIVE = Path(__file__).with_name("naive_client.py")
QUESTION = "Which angle should the next ad for the steel mug use?"

# One entry for each limited figure: what is wrong with it, or an empty text.
limit_results: list[str] = []


def print_row(name: str, ours: int, naive: int | None = None, limit: int | None = None) -> None:
    comparison = "" if naive is None else f"{naive:9,}   {naive / ours:5.1f} x"
    bound = "" if limit is None else f"   limit {limit:,}"
    print(f"  {name:<52}{ours:7,}{comparison:<22}{bound}".rstrip())
    if limit is not None:
        limit_results.append("" if ours <= limit else f"{name}: {ours:,} tokens, the limit is {limit:,}")


def print_lists(ours: HostedServer, naive: HostedServer, key: dict[str, str]) -> None:
    def listed(file: Path, **more: str) -> dict:
        client = StdioClient([find_python("mcp-2.3"), str(file)], {**os.environ, **key, **more})
        try:
            return client.list_tools()
        finally:
            client.close()

    raw = listed(CLIENT_FILE)
    print("tools/list                                              ours    naive")
    print_row("as JSON on the wire", count_tokens(raw), count_tokens(listed(NAIVE)), LIST_TOKENS)
    print_row(
        "as the host writes it",
        count_tokens(ours.definitions()),
        count_tokens(naive.definitions()),
        LIST_TOKENS,
    )
    reporting = listed(CLIENT_FILE, SVC_EXTRA_TOOLS="report_results")
    print_row("on the wire with report_results", count_tokens(reporting), None, REPORTING_LIST_TOKENS)
    print_row("on the wire with SVC_EXTRA_TOOLS=1", count_tokens(listed(CLIENT_FILE, SVC_EXTRA_TOOLS="1")))
    for tool in raw["tools"]:
        print_row(f"  {tool['name']}", count_tokens(tool))


def print_loop(ours: Loop, naive: Loop) -> None:
    def total(loop: Loop, part) -> int:
        return sum(count_tokens(part(seen)) for seen in loop.results)

    def largest(loop: Loop, part) -> int:
        return max(count_tokens(part(seen)) for seen in loop.polls)

    parts = {
        "the text of the result": lambda seen: seen.text,
        "as the host passes it on": lambda seen: seen.host_text,
        "in the host's warning, as the model reads it": lambda seen: seen.wrapped,
    }
    print("one poll, the largest of six                            ours    naive")
    for name, part in parts.items():
        print_row(name, largest(ours, part), largest(naive, part), POLL_TOKENS)
    print("one production loop: submit, 6 polls, download address  ours    naive")
    for name, part in parts.items():
        print_row(name, total(ours, part), total(naive, part), LOOP_TOKENS)

    def both(seen: ToolResult) -> str:
        return seen.call + seen.wrapped

    print_row(
        "and the calls that the model writes", total(ours, both), total(naive, both), LOOP_AND_CALLS_TOKENS
    )
    for seen in (ours.results[0], ours.polls[0], ours.polls[-1], ours.results[-1]):
        print_row(f"  {json.loads(seen.call)['name']}", count_tokens(seen.text))


def print_texts(ours: HostedServer) -> None:
    print("texts")
    for section in ("", "A", "B", "C", "D", "C4", "D2"):
        seen = ours.call("get_platform_marketing_guide", **({"section": section} if section else {}))
        print_row(f"guide, {f'section {section}' if section else 'full'}", count_tokens(seen.text))
    for file in sorted(SKILLS.glob("*/SKILL.md")):
        print_row(f"skill {file.parent.name}", count_tokens(file.read_text(encoding="utf-8")))


def print_recall(service: Service, user: User) -> None:
    """Fills the memory with more than fits into the block."""
    api = ServiceApi(service.base_url, user.api_key)
    made = api.post("/api/gen/products", {"name": "Steel mug"})
    for angle in ("warm for hours", "no spills", "a gift", "one hand", "no plastic", "fits the car"):
        text = f"The next ad for the steel mug should use the angle {angle}: " + f"{angle}, said twice, " * 6
        body = {"cepText": text, "productId": made["product"]["id"], "angle": angle}
        api.post("/api/agent/ceps", body)
    block = recall_block(service.base_url, user.api_key, QUESTION)
    print_row(
        f"recall block of {block.count(chr(10) + '- ')} lines, with the host's fence", count_tokens(block)
    )


def measure(service: Service) -> None:
    user = service.users[-1]
    api_key = user.api_key
    python = find_python("mcp-2.3")
    ours = HostedServer("svc", python, CLIENT_FILE, service.base_url, api_key)
    naive = HostedServer("naive", python, NAIVE, service.base_url, api_key)
    print_lists(ours, naive, {"SVC_BASE_URL": service.base_url, "SVC_API_KEY": api_key})
    with ThreadPoolExecutor() as executor:
        naive_loop = executor.submit(run_naive, naive)
        print_loop(run_client(ours), naive_loop.result())
    print_texts(ours)
    print_recall(service, user)


def main() -> int:
    started = StartedService({"SIMULATOR_SLOW_MS": str(SLOW_SECONDS * 1_000)})
    try:
        measure(started.service)
    finally:
        close()
        started.stop()
    missed = [sentence for sentence in limit_results if sentence]
    for sentence in missed:
        print(f"FAIL {sentence}")
    print(f"{len(limit_results) - len(missed)} passed, {len(missed)} failed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
