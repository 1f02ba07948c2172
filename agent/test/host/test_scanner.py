"""The scanner that decides in the host whether a skill may be installed."""

import pytest
from repo_paths import SKILL_NAMES, SKILLS
from tools.skills_guard import scan_skill, should_allow_install


@pytest.mark.parametrize("name", SKILL_NAMES)
def test_the_scanner_finds_nothing_in_our_skills(name: str) -> None:
    source = f"well-known:https://svc.example/.well-known/skills/{name}"
    result = scan_skill(SKILLS / name, source=source)
    assert (result.verdict, should_allow_install(result)[0], result.findings) == ("safe", True, [])
