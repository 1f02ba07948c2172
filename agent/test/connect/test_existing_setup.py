"""An existing setup stays unchanged: the lines of .env, the memory provider, the skills."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest
from fresh_host import FreshHost, download, load_connect
from start_system import Service

connect = load_connect()

LINES = [
    ("", "A=1\nB=2\n"),
    ("# mine\nOTHER=x", "# mine\nOTHER=x\nA=1\nB=2\n"),
    ("A=old\nOTHER=x\nB=old\n", "A=1\nOTHER=x\nB=2\n"),
    ("A=old\nOTHER=x\nA=older\nexport B=old\n", "A=1\nOTHER=x\nB=2\n"),
    ("OTHER=x\r\nA=old\r\n", "OTHER=x\r\nA=1\nB=2\n"),
    ("NOT_A=keep\n#A=keep\nA =keep\n", "NOT_A=keep\n#A=keep\nA =keep\nA=1\nB=2\n"),
    ("\ufeffA=old\nÜ='ß'\n", "A=1\nÜ='ß'\nB=2\n"),
]


@pytest.mark.parametrize(("before", "after"), LINES)
def test_own_lines_are_replaced_and_other_lines_stay(tmp_path: Path, before: str, after: str) -> None:
    path = tmp_path / ".env"
    path.write_bytes(before.encode())
    assert connect.write_env(path, {"A": "1", "B": "2"}) is True
    assert path.read_bytes().decode() == after
    assert path.stat().st_mode & 0o777 == 0o600
    assert connect.write_env(path, {"A": "1", "B": "2"}) is False
    assert connect.read_env(path)["A"] == "1"


def test_a_linked_env_file_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("OTHER=x\n", encoding="utf-8")
    (tmp_path / ".env").symlink_to(tmp_path / "real")
    connect.write_env(tmp_path / ".env", {"A": "1"})
    assert (tmp_path / ".env").is_symlink()
    assert (tmp_path / "real").read_text(encoding="utf-8") == "OTHER=x\nA=1\n"


def test_another_memory_provider_stays_and_the_reason_is_printed(fresh: FreshHost, service: Service) -> None:
    fresh.hermes("config", "set", "memory.provider", "holographic")
    ended = fresh.connect(service.base_url, "--yes", "--no-skills", key=service.take_user().api_key)
    assert ended.code == 0, ended.text
    assert "holographic stays" in ended.text
    assert fresh.config["memory"]["provider"] == "holographic"
    assert [path.name for path in (fresh.home / "plugins").glob("svc_*")] == ["svc_toolset"]
    assert fresh.config["plugins"]["enabled"] == ["svc_toolset"]
    assert not (fresh.home / "skills" / "svc").exists()


def test_remove_in_a_home_that_was_never_connected_says_so(fresh: FreshHost) -> None:
    ended = fresh.connect("--remove")
    assert ended.code == 0, ended.text
    assert "Nothing of svc is installed" in ended.text and "Removed" not in ended.text


def test_a_name_that_escapes_its_folder_is_rejected(service: Service) -> None:
    deployment = connect.Deployment(service.base_url)
    for name in ("..", "../x", "a/b", "", ".env", "a\\b"):
        with pytest.raises(connect.StepFailed):
            deployment.download_folder("/.well-known/skills", {"name": "top-up-creatives", "files": [name]})
        with pytest.raises(connect.StepFailed):
            deployment.download_folder("/.well-known/skills", {"name": name, "files": ["SKILL.md"]})


def test_the_host_installs_a_skill_when_private_addresses_are_allowed(
    fresh: FreshHost, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As from a public deployment. The host retries other registries first, which takes 45 s."""
    fresh.hermes("config", "set", "security.allow_private_urls", "true")
    # Another process can take a free port; nothing listens on port 9.
    no_network = {"HTTPS_PROXY": "http://127.0.0.1:9", "NO_PROXY": "127.0.0.1"}
    monkeypatch.delenv("HERMES_HOME", raising=False)
    for name, value in {**fresh.env, **no_network}.items():
        monkeypatch.setenv(name, value)
    name = "top-up-creatives"
    host = connect.Host(None)
    address = f"{service.base_url}/.well-known/skills/{name}"
    assert connect.install_by_host(host, address, name), host.run(
        "skills", "install", f"well-known:{address}"
    )
    installed = fresh.home / "skills" / "svc" / name / "SKILL.md"
    assert installed.read_bytes() == download(service, f"/.well-known/skills/{name}/SKILL.md")
    assert "well-known" in fresh.hermes("skills", "list")
    connect.remove(host)
    assert not installed.exists() and name not in fresh.hermes("skills", "list")


@pytest.mark.parametrize(
    ("address", "is_private", "is_unencrypted"),
    [
        ("http://127.0.0.1:4100", True, False),
        ("https://localhost", True, False),
        ("https://[fd00::1]", True, False),
        ("https://[2a00::1]", False, False),
        ("http://[2a00::1]", True, True),
    ],
)
def test_addresses_are_classified_as_private_and_unencrypted(
    address: str, is_private: bool, is_unencrypted: bool
) -> None:
    deployment = connect.Deployment(address)
    assert (deployment.is_private, deployment.is_unencrypted) == (is_private, is_unencrypted)


def test_the_yes_option_skips_the_question() -> None:
    assert connect.confirm("Sure?", argparse.Namespace(yes=True)) is True
