"""Defines the tools for the connection, the credits and the marketing guide."""

from __future__ import annotations

import re
import threading
import time

from calls import Call, ask_page
from failures import fail
from guide_sections import guide_markdown, guide_parts
from settings import VERSION
from tool_builders import page_params, string, tool
from wire import Answer, Request, exchange

from guide import GUIDE_VERSION

VERSION_SECONDS = 3.0
# A key has some of these. The tools need all four.
SCOPES = ("read", "generate", "cep", "knowledge")
BUDGET = "budget{dailyLimit:int dailySpent:int dailyRemaining:int perJobLimit:int resetsAt}"


class VersionNotice:
    """Tells the agent that the deployment serves a newer client. Checked once per process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._notice: str | None = None

    def read(self, base_url: str) -> str:
        with self._lock:
            if self._notice is None:
                self._notice = self._fetch(base_url)
            return self._notice

    def _fetch(self, base_url: str) -> str:
        answer = exchange(Request("GET", f"{base_url}/api/version", {}), VERSION_SECONDS)
        served = answer.data.get("clientVersion") if isinstance(answer, Answer) else None
        if not isinstance(served, str) or not re.fullmatch(r"\d+(\.\d+)*", served):
            return ""
        is_newer = _version_numbers(served) > _version_numbers(VERSION)
        url = f"{base_url}/api/mcp/svc_mcp.py"
        return (
            f"Client {served} is available, this is {VERSION}: the owner can download it at {url}."
            if is_newer
            else ""
        )


def _version_numbers(version: str) -> list[int]:
    return [int(part) for part in version.split(".")]


NOTICE = VersionNotice()


def run_ping(call: Call) -> dict:
    sent = call.send({"limit": 1})
    result = call.to_result(sent)
    if sent.answer is None:
        return result
    result.update(baseUrl=call.settings.base_url, clientVersion=VERSION)
    notices = []
    missing = _missing_scopes(sent.answer.data.get("scopes"))
    if missing:
        result["missingScopes"] = missing
        notices.append(
            f"This key lacks the scopes {', '.join(missing)}: tools that need them are refused. The owner can"
            " make a key with all four scopes."
        )
    if call.deadline - time.monotonic() > VERSION_SECONDS:
        notices.append(NOTICE.read(call.settings.base_url))
    notice = " ".join(filter(None, notices))
    return {**result, "notice": notice} if notice else result


def _missing_scopes(scopes: object) -> list[str]:
    """Returns the scopes that the key lacks. An older deployment does not name the scopes of a key."""
    return [scope for scope in SCOPES if scope not in scopes] if isinstance(scopes, list) else []


def run_guide(call: Call) -> dict:
    section = call.arguments.get("section", "").strip().rstrip(".").upper()
    markdown = guide_markdown("" if section == "ALL" else section)
    if not markdown:
        problem = f"section: must be one of {', '.join(guide_parts())}, or absent for the whole guide."
        return fail("bad_arguments", problem, hint_values={"tool": call.tool.name}, field="section")
    return {"ok": True, "guideVersion": GUIDE_VERSION, "section": section or "all", "markdown": markdown}


SYSTEM_TOOLS = [
    tool(
        "ping",
        "Check the connection",
        "Check key, deployment and credits; changes nothing. Call it first, and before paid calls.",
        "GET /api/gen/credits",
        [],
        f"balance:int {BUDGET} baseUrl clientVersion missingScopes:any notice",
        run=run_ping,
    ),
    tool(
        "check_credits",
        "Read credits",
        "Read the credit balance and the latest transactions.",
        "GET /api/gen/credits",
        page_params(5),
        f"balance:int {BUDGET} transactions[amount:int reason refId balanceAfter:int createdAt] nextCursor",
        run=ask_page,
    ),
    tool(
        "get_platform_marketing_guide",
        "Read the marketing guide",
        "Read the ad platform's marketing API guide as markdown. Long: request a section or a part of one."
        " A campaigns, budgets, ad sets, ads, insights; B collaborative ads; C tokens, batch, rate limits,"
        " errors, paging, versions; D cookbook with uploads. You call the platform yourself.",
        "",
        [string("section", "A to D, or a part such as C4 or D2; default all")],
        "guideVersion section markdown",
        run=run_guide,
    ),
]
