#!/usr/bin/env python3
"""Joins src/*.py into connect.py, the one file that a person downloads and reads. `--check`: is it fresh?"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from join_modules import join_modules, write_or_check

HERE = Path(__file__).resolve().parent
TARGET = HERE / "connect.py"
# In this order: each stands on those before it.
MODULES = ["output", "files", "deployment", "host", "server", "extras", "main"]

HEAD = '''\
#!/usr/bin/env -S uv run --script
# /// script
# requires-python = ">=3.10"
# dependencies = []
# ///
"""Connects a Hermes Agent to a deployment of Atelier, and says each step.

    uv run --script connect.py https://svc.example
    uv run --script connect.py --remove

It may be run again at any time: what is right already stays, and nothing is paid twice.
Joined from small modules by build.py; change those.
"""

from __future__ import annotations

'''
TAIL = '\n\nif __name__ == "__main__":\n    sys.exit(main())\n'


if __name__ == "__main__":
    sys.exit(write_or_check(TARGET, HEAD + join_modules(HERE / "src", MODULES) + TAIL))
