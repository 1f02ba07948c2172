"""The most frequent loop of an agent: submit a picture, poll six times, request the download address."""

from __future__ import annotations

import time
from dataclasses import dataclass

from host_server import HostedServer, ToolResult
from measured_job import MODEL, PROMPT
from read_result import read_result

POLLS = 6
FINISHED_SECONDS = 60


@dataclass
class Loop:
    """All results in the order in which a model reads them."""

    results: list[ToolResult]

    @property
    def polls(self) -> list[ToolResult]:
        return self.results[1 : 1 + POLLS]


def run_client(server: HostedServer) -> Loop:
    submitted = server.call("generate_image", prompt=PROMPT, model=MODEL)
    media_id = read_result(submitted.text)["id"]

    def poll() -> ToolResult:
        return server.call("get_media", media_id=media_id)

    def is_waiting(seen: ToolResult) -> bool:
        return read_result(seen.text)["waiting"]

    polls = _poll(poll, is_waiting, pause=0.0)  # The client itself waits until the poll is due.
    if read_result(polls[-1].text)["status"] != "completed":
        raise RuntimeError(f"the job has no file: {polls[-1].text}")
    return Loop([submitted, *polls, server.call("download_media", media_id=media_id)])


def run_naive(server: HostedServer) -> Loop:
    submitted = server.call("submitImage", prompt=PROMPT, model=MODEL)
    media_id = _field(submitted, "id")

    def poll() -> ToolResult:
        return server.call("pollMedia", id=media_id)

    def is_waiting(seen: ToolResult) -> bool:
        return '"waiting": true' in seen.data["result"]

    return Loop([submitted, *_poll(poll, is_waiting, pause=10.0), server.call("downloadMedia", id=media_id)])


def _poll(poll, is_waiting, pause: float) -> list[ToolResult]:
    """Five polls of a running job, and the one that finds it finished."""
    polls = []
    for _ in range(POLLS - 1):
        time.sleep(pause)
        polls.append(poll())
        if not is_waiting(polls[-1]):
            raise RuntimeError("the job was finished too early to be measured")
    until = time.monotonic() + FINISHED_SECONDS
    while time.monotonic() < until:
        time.sleep(1)
        last = poll()
        if not is_waiting(last):
            return [*polls, last]
    raise RuntimeError(f"the job was not finished within {FINISHED_SECONDS} s")


def _field(seen: ToolResult, name: str) -> str:
    return seen.data["result"].split(f'"{name}": "')[1].split('"')[0]
