"""When something is missing or wrong, the message says what to do, and nothing is left half installed."""

from __future__ import annotations

import subprocess
import sys

import pytest
from fresh_host import FreshHost
from repo_paths import CONNECT_FILE
from skill_runner import SkillRunner
from start_system import Service, free_port


def test_the_committed_script_is_up_to_date() -> None:
    build = CONNECT_FILE.with_name("build.py")
    subprocess.run([sys.executable, str(build), "--check"], check=True)


def test_a_wrong_key_is_not_stored(fresh: FreshHost, service: Service) -> None:
    ended = fresh.connect(service.base_url, "--yes", key="hsk_mistyped")
    assert ended.code == 1 and "does not accept this key" in ended.text and "→ Make one" in ended.text
    assert "hsk_mistyped" not in ended.text
    assert not (fresh.home / ".env").exists() or "SVC_" not in (fresh.home / ".env").read_text(
        encoding="utf-8"
    )
    assert "mcp_servers" not in fresh.config


def test_a_key_with_fewer_scopes_is_connected_with_a_warning(
    fresh: FreshHost, service: Service, client_python: str
) -> None:
    with SkillRunner(service, client_python, set()) as runner:
        runner.use_key(scopes=["read", "generate"])
        ended = fresh.connect(service.base_url, "--yes", "--no-plugins", "--no-skills", key=runner.api_key)
    assert ended.code == 0, ended.text
    assert "lacks the scopes cep, knowledge" in ended.text and "The skills need all four" in ended.text


@pytest.mark.parametrize(
    ("address", "problem", "advice"),
    [
        ("http://127.0.0.1:{free}", "cannot be reached", "Check the address"),
        ("http://nowhere.invalid", "cannot be reached", "Check the address"),
        ("{base}/docs", "answered 404", "Check the address"),
        ("svc.example", "is not a valid URL", "https://svc.example"),
        ("ftp://svc.example", "is not a valid URL", "https://svc.example"),
    ],
)
def test_a_wrong_address_is_reported(
    fresh: FreshHost, service: Service, address: str, problem: str, advice: str
) -> None:
    given = address.format(free=free_port(), base=service.base_url)
    ended = fresh.connect(given, "--yes", key="hsk_any")
    assert ended.code == 1, ended.text
    assert problem in ended.text and advice in ended.text.split("→")[1]
    assert "Traceback" not in ended.text and not (fresh.home / "svc").exists()


@pytest.mark.parametrize("program", ["hermes", "uv"])
def test_a_missing_program_is_named(fresh: FreshHost, service: Service, program: str) -> None:
    fresh.uninstall(program)
    ended = fresh.connect(service.base_url, "--yes", key="hsk_any")
    assert ended.code == 1 and f"✗ {program} is not on PATH" in ended.text and "→ Install" in ended.text


def test_without_a_key_and_a_terminal_the_message_names_the_variable(
    fresh: FreshHost, service: Service
) -> None:
    ended = fresh.connect(service.base_url, "--yes")
    assert ended.code == 1 and "There is no key" in ended.text and "SVC_API_KEY" in ended.text


def test_without_an_address_the_usage_is_shown(fresh: FreshHost) -> None:
    ended = fresh.connect()
    assert ended.code == 2 and "connect.py https://svc.example" in ended.text


def test_another_deployment_is_replaced_only_after_confirmation(fresh: FreshHost, service: Service) -> None:
    fresh.home.mkdir()
    text = "SVC_BASE_URL=https://other.example\nSVC_API_KEY=hsk_other\n"
    (fresh.home / ".env").write_text(text, encoding="utf-8")
    ended = fresh.connect(service.base_url, key=service.take_user().api_key)
    assert ended.code == 1 and "connected to another deployment" in ended.text and "--yes" in ended.text
    assert (fresh.home / ".env").read_text(encoding="utf-8") == text


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such terminal")
def test_a_typed_key_is_not_shown(fresh: FreshHost, service: Service) -> None:
    import pty

    ours, theirs = pty.openpty()
    args = [sys.executable, str(CONNECT_FILE), service.base_url]
    with open(ours, "r+b", buffering=0) as terminal:  # noqa: PTH123
        process = subprocess.Popen(
            args, stdin=theirs, stdout=theirs, stderr=theirs, env=fresh.env, start_new_session=True
        )
        shown = b""
        while b"not shown" not in shown:
            shown += terminal.read(1024)
        terminal.write(b"hsk_typed_by_hand\n")
        while b"\xe2\x86\x92" not in shown:
            shown += terminal.read(1024)
        assert process.wait(60) == 1
    assert b"does not accept this key" in shown and b"hsk_typed" not in shown
