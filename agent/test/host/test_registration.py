"""Registration by the host's own commands. They always exit with 0, so the tests read their output."""

from __future__ import annotations

from hermes_home import HermesHome
from repo_paths import CLIENT_FILE
from seed_campaign import SeededCampaign
from tool_names import TOOL_NAMES

FROM_ENVIRONMENT = ("SVC_API_KEY=${SVC_API_KEY}", "SVC_BASE_URL=${SVC_BASE_URL}")


def add(home: HermesHome, python: str, stdin: str) -> str:
    command = ("--connect-timeout", "60", "--command", python, "--args", str(CLIENT_FILE))
    return home.run("mcp", "add", "svc", "--env", *FROM_ENVIRONMENT, *command, stdin=stdin)


def test_end_of_input_cancels(home: HermesHome, client_python: str) -> None:
    add(home, client_python, stdin="")
    assert "mcp_servers" not in home.config


def test_the_server_is_registered_by_the_hosts_commands(home: HermesHome, mcp_python: str) -> None:
    add(home, mcp_python, stdin="y\n")
    server = home.config["mcp_servers"]["svc"]
    assert server["enabled"] is True
    # The key is only in .env, not in the configuration.
    assert set(server["env"].values()) == {"${SVC_API_KEY}", "${SVC_BASE_URL}"}
    tested = home.run("mcp", "test", "svc")
    assert "Connected" in tested and "Tools discovered: 22" in tested
    assert all(name in tested for name in TOOL_NAMES)
    listed = next(line for line in home.run("mcp", "list").splitlines() if line.strip().startswith("svc "))
    assert "all" in listed and "enabled" in listed


def test_the_memory_is_set_up_at_a_terminal(
    home: HermesHome, settings, seeded_campaign: SeededCampaign
) -> None:
    wanted = settings(seeded_campaign.user)
    (home.path / ".env").unlink()
    up, enter = "k", "\r"
    seen = home.run_in_terminal(
        "memory",
        "setup",
        dialog=[
            # Our provider is the last one, directly above "Built-in only".
            ("Built-in only", up + enter),
            ("API key of the svc service", wanted["SVC_API_KEY"] + enter),
            ("Address of the svc deployment", wanted["SVC_BASE_URL"] + enter),
        ],
    )
    assert wanted["SVC_API_KEY"] not in seen, "the terminal does not show the key"
    assert home.config["memory"]["provider"] == "svc_memory"
    lines = (home.path / ".env").read_text(encoding="utf-8").splitlines()
    assert sorted(lines) == sorted(f"{name}={value}" for name, value in wanted.items())
    assert "available ✓" in home.run("memory", "status")


def test_the_status_names_what_is_missing(home: HermesHome) -> None:
    assert "Memory provider: svc_memory" in home.run("memory", "setup", "svc_memory")
    (home.path / ".env").write_text("SVC_BASE_URL=http://127.0.0.1:1\n", encoding="utf-8")
    status = home.run("memory", "status")
    assert "not available" in status and "✗ SVC_API_KEY" in status and "✓ SVC_BASE_URL" in status
