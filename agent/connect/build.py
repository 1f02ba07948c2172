#!/usr/bin/env python3
"""Joins src/*.py into connect.py, which users download and read. `--check` fails if it is stale."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from join_modules import join_modules, write_or_check

HERE = Path(__file__).resolve().parent
TARGET = HERE / "connect.py"
# In dependency order: a module may import only those listed before it.
MODULES = [
    *("output", "files", "deployment", "local_client", "host", "server", "extras"),
    *("json_text", "toml_text", "receipt", "hermes_state", "hosts", "file_host", "main"),
]

HEAD = '''\
#!/usr/bin/env -S uv run --script
# /// script
# requires-python = ">=3.10"
# dependencies = []
# ///
"""Connects an agent host to a deployment of Atelier, and reports each step.

    uv run --script connect.py https://svc.example
    uv run --script connect.py https://svc.example --host claude-code
    uv run --script connect.py --host claude-code --remove

You can run it again at any time: it changes only what is out of date, and nothing is charged twice.
Generated from small modules by build.py; edit those.
"""

from __future__ import annotations

'''
TAIL = '\n\nif __name__ == "__main__":\n    sys.exit(main())\n'


if __name__ == "__main__":
    sys.exit(write_or_check(TARGET, HEAD + join_modules(HERE / "src", MODULES) + TAIL))
