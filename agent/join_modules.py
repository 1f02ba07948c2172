"""Joins small modules into one file that a user can download and read. Nothing is renamed or reordered."""

from __future__ import annotations

import ast
import sys
from pathlib import Path


class JoinError(Exception):
    pass


def join_modules(source: Path, modules: list[str], data: str = "") -> str:
    """Imports first, then the modules in dependency order. `data` may be imported but is not joined."""
    known = {*modules, data} - {""}
    found = {path.stem for path in source.glob("*.py")}
    if found != known:
        raise JoinError(f"the list does not name what is in {source.name}: {sorted(found ^ known)}")
    imports: set[str] = set()
    defined_in: dict[str, str] = {}
    bodies = []
    for name in [*filter(None, [data]), *modules]:
        text = (source / f"{name}.py").read_text(encoding="utf-8")
        tree = ast.parse(text)
        for defined in _defined(tree):
            if defined in defined_in:
                raise JoinError(f"{defined} is defined in {defined_in[defined]} and in {name}")
            defined_in[defined] = name
        if name != data:
            imports |= _external_imports(tree, name, known, defined_in)
            bodies.append(_body(text, tree, name))
    clash = {line.split()[-1] for line in imports} & set(defined_in)
    if clash:
        raise JoinError(f"both imported and defined: {sorted(clash)}")
    plain = sorted(line for line in imports if line.startswith("import "))
    return "\n".join([*plain, *sorted(imports - set(plain))]) + "\n" + "".join(bodies)


def write_or_check(target: Path, fresh: str) -> int:
    """Writes the file, or with `--check` only compares it. Returns the exit code."""
    if target.suffix == ".py":
        compile(fresh, target.name, "exec")
    if sys.argv[1:] == ["--check"]:
        if target.exists() and target.read_text(encoding="utf-8") == fresh:
            return 0
        print(f"{target.name} is stale: run pnpm agent:write", file=sys.stderr)
        return 1
    target.write_text(fresh, encoding="utf-8", newline="\n")
    print(f"{target.name}: {len(fresh.encode())} bytes, {len(fresh.splitlines())} lines")
    return 0


def _defined(tree: ast.Module) -> list[str]:
    names: list[str] = []
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.append(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names += [one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)]
    return names


def _external_imports(tree: ast.Module, module: str, known: set[str], defined_in: dict[str, str]) -> set[str]:
    """One name per line, so that duplicates merge. Imports between our modules are checked, then dropped."""
    lines = set()
    for node in tree.body:
        if isinstance(node, ast.Import):
            for one in node.names:
                if one.asname or one.name in known:
                    raise JoinError(f"{module}: import {one.name} must be plain and not of ours")
                lines.add(f"import {one.name}")
        elif isinstance(node, ast.ImportFrom) and node.module != "__future__":
            for one in node.names:
                if one.asname:
                    raise JoinError(f"{module}: {one.name} must keep its name")
                if node.module not in known:
                    lines.add(f"from {node.module} import {one.name}")
                elif defined_in.get(one.name) != node.module:
                    raise JoinError(f"{module}: {one.name} does not come from {node.module} before it")
    return lines


def _body(text: str, tree: ast.Module, name: str) -> str:
    """The module without docstring, imports and main guard; the docstring becomes its heading comment."""
    lines: list[str | None] = [*text.splitlines()]
    for node in tree.body:
        is_main_guard = isinstance(node, ast.If) and "__name__" in ast.unparse(node.test)
        is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if is_main_guard or is_docstring or isinstance(node, ast.Import | ast.ImportFrom):
            for number in range(node.lineno - 1, node.end_lineno or node.lineno):
                lines[number] = None
    body = "\n".join(line for line in lines if line is not None).strip("\n")
    about = (ast.get_docstring(tree) or "").replace("\n", "\n# ").replace("# \n", "#\n")
    return f"\n\n# ---- {name} ----\n# {about}\n\n{body}\n"
