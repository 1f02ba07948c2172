"""The daily recipe of the README: the host's scheduler starts it, and the results reach the memory."""

from __future__ import annotations

import re
import shlex
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from api_client import ServiceApi
from hermes_home import HermesHome
from repo_paths import README
from scripted_model import tool_call
from start_system import Service, User


def read_command() -> list[str]:
    """Returns the command of the recipe, as a shell reads it."""
    page = README.read_text(encoding="utf-8")
    (block,) = re.findall(r"<!-- recipe:daily-report -->\s*```sh\n(.*?)```", page, re.S)
    return shlex.split(block)


def read_prompt() -> str:
    command = read_command()
    return command[command.index("create") + 2]


@pytest.fixture
def user(service: Service) -> User:
    """A user whose memory is empty."""
    return service.take_user()


@pytest.fixture
def home(tmp_path: Path, settings, user: User, client_python: str) -> HermesHome:
    home = HermesHome(tmp_path, settings(user), client_python)
    home.extra_tools = "report_results"
    return home


def test_the_host_takes_the_command_of_the_recipe(home: HermesHome) -> None:
    command = read_command()
    assert command[0] == "hermes"
    home.run(*command[1:])
    listed = home.run("cron", "list")
    assert "svc-results" in listed and "0 6 * * *" in listed


def test_a_job_with_the_prompt_of_the_recipe_reports_results(
    home: HermesHome, service: Service, user: User
) -> None:
    days = [str(datetime.now(UTC).date() - timedelta(days=age)) for age in (2, 1)]
    figures = {"spend": "40.00", "impressions": "900", "clicks": "30", "conversions": "2", "revenue": "100"}
    shared = {"currency": "EUR", "objective": "OUTCOME_SALES", "conversion_type": "omni_purchase"}
    report = tool_call(
        "mcp__svc__report_results",
        kind="observation",
        platform_ad_id="4105",
        attribution="account_default",
        rows=[{"day": day, **figures} for day in days],
        **shared,
    )
    guide = tool_call("mcp__svc__get_platform_marketing_guide", section="D9")
    seen = home.cron(read_prompt(), guide, report)
    assert "mcp__svc__report_results" in seen.tools and "follow its block D9" in seen.user
    assert "## D9. Results for the service's memory" in seen.results[0]
    assert '\\"accepted\\":2' in seen.results[1], seen.results[1]
    api = ServiceApi(service.base_url, user.api_key)
    (row,) = api.get("/api/agent/knowledge/history")["history"]
    assert (row["platformAdId"], row["spend"], row["revenue"]) == ("4105", 80, 200)
