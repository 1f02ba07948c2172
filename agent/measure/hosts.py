"""Measures what the models behind real hosts receive of one production loop, in tokens (o200k_base).

`pnpm measure:hosts` starts its own service, runs Claude Code, Codex and Hermes with a scripted model, once
for each form of a result, and says which host was run and which could not be. `pnpm measure:hosts codex`
runs one of them.
"""

from __future__ import annotations

import re
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "test"))
sys.path.append(str(Path(__file__).resolve().parents[1] / "test/host"))

from measured_job import MODEL, PROMPT, SLOW_SECONDS
from model_double import ModelDouble
from real_hosts import HOSTS, Host, NotRunnable, Run
from result_forms import FORMS, OURS, write_client
from start_system import Service, StartedService, User
from tokenizer import count_tokens

LIST_TOKENS, LOOP_TOKENS = 4_800, 2_000
MAX_CALLS = 12


def decide(results: list[str]) -> tuple[str, dict] | None:
    """The loop of a model that reads nothing but the results: submit, poll until it is done, download."""
    if not results:
        return "generate_image", {"prompt": PROMPT, "model": MODEL}
    media_id = re.search(r"med_[0-9A-Za-z]{22}", results[0])
    if not media_id or len(results) > MAX_CALLS or "downloadUrl" in results[-1]:
        return None
    is_done = re.search(r'waiting\\*": ?false', results[-1])
    return ("download_media" if is_done else "get_media"), {"media_id": media_id[0]}


@dataclass
class Measured:
    """The tokens of one loop. `problem` says what the model could not do."""

    tools: int = 0
    results: tuple[int, ...] = ()
    problem: str = ""


def measure(host: Host, form: str, service: Service, user: User) -> Measured:
    model = ModelDouble(decide)
    with tempfile.TemporaryDirectory(prefix="atelier-host-") as folder:
        settings = {"SVC_BASE_URL": service.base_url, "SVC_API_KEY": user.api_key}
        settings["SVC_EXTRA_TOOLS"] = "report_results"
        home = Path(folder)
        try:
            host.start(Run(home, model.url, write_client(form, home), settings))
        except NotRunnable as error:
            return Measured(problem=str(error))
        finally:
            model.stop()
    results = model.results()
    counts = tuple(count_tokens(text) for text in results)
    tools = count_tokens(model.our_tools())
    if not results:
        return Measured(tools, counts, "the model got no result")
    if "downloadUrl" not in results[-1]:
        return Measured(tools, counts, f"the model could not go on after: {results[-1][:120]}")
    return Measured(tools, counts)


def print_row(host: str, form: str, seen: Measured) -> None:
    polls = seen.results[1:-1] or (0,)
    figures = f"{seen.tools:7,}{sum(seen.results):9,}{len(seen.results):7}{max(polls):9,}"
    print(f"  {host:<12}{form:<42}{figures}  {seen.problem}".rstrip(), flush=True)


def run_all(hosts: list[Host], service: Service) -> list[str]:
    """Prints one line for each host and form. Returns what exceeds a limit in our form."""
    missed = []
    users = iter(service.users)
    print("  host        form of a result                            list     loop  calls  largest poll")
    for form in FORMS:
        jobs = [(host, next(users)) for host in hosts]
        with ThreadPoolExecutor(len(jobs)) as pool:
            running = [pool.submit(measure, host, form, service, user) for host, user in jobs]
            seen = [one.result() for one in running]
        for (host, _), one in zip(jobs, seen, strict=True):
            print_row(host.name, form, one)
            if form == OURS and (one.problem or sum(one.results) > LOOP_TOKENS or one.tools > LIST_TOKENS):
                missed.append(f"{host.name}: {one.problem or 'more tokens than the limit'}")
    return missed


def find_hosts(names: list[str]) -> list[Host]:
    """Prints which hosts can be run, and returns them."""
    found = []
    for host in HOSTS:
        if names and host.name not in names:
            continue
        try:
            print(f"{host.name}: run, {host.prepare()}", flush=True)
            found.append(host)
        except NotRunnable as error:
            print(f"{host.name}: NOT run: {error}", flush=True)
    return found


def main(names: list[str]) -> int:
    hosts = find_hosts(names)
    if not hosts:
        return 1
    started = StartedService({"SIMULATOR_SLOW_MS": str(SLOW_SECONDS * 1_000)})
    try:
        missed = run_all(hosts, started.service)
    finally:
        started.stop()
    for sentence in missed:
        print(f"FAIL {sentence}")
    print(f"{len(hosts) - len(missed)} passed, {len(missed)} failed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
