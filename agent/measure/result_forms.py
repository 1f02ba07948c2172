"""The client with other forms of a result, for comparison: each is the built file with one line changed."""

from __future__ import annotations

from pathlib import Path

from repo_paths import CLIENT_FILE

WRITTEN = 'types.CallToolResult.model_validate({"content": content, "isError": False})'
WITH_STRUCTURE = WRITTEN.replace("content,", 'content, "structuredContent": result,')
ONE_LINE = 'content = [{"type": "text", "text": str(result.get("status", "ok"))}]'

# What is put in place of the line that writes a result.
FORMS = {
    "one JSON text": WRITTEN,
    "the same in both": WITH_STRUCTURE,
    "one line of text, data in the structure": WITH_STRUCTURE,
}
OURS = "one JSON text"


def write_client(form: str, folder: Path) -> Path:
    """Writes the client with this form into the folder, and returns its path."""
    text = CLIENT_FILE.read_text(encoding="utf-8")
    line = 'content = [{"type": "text", "text": write_result(result)}]'
    if text.count(WRITTEN) != 1 or text.count(line) != 1:
        raise RuntimeError("the client writes its results in another way: adapt result_forms.py")
    text = text.replace(WRITTEN, FORMS[form])
    if form.startswith("one line"):
        text = text.replace(line, ONE_LINE)
    path = folder / "svc_mcp.py"
    path.write_text(text, encoding="utf-8")
    return path
