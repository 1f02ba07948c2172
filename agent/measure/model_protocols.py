"""How three model APIs carry tools, calls and results: only as much as their hosts need."""

from __future__ import annotations

import json
from itertools import count

# Hosts merge calls that have the same id.
_numbers = count(1)
USAGE = {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2}


class Protocol:
    path = ""

    def read_definitions(self, request: dict) -> list[dict]:
        """The tools of our server: the host puts its name in front of theirs, or of their namespace."""
        return [tool for tool in request["tools"] if "mcp__svc" in json.dumps(tool)[:200]]

    def list_tools(self, request: dict) -> list[str]:
        raise NotImplementedError

    def read_results(self, request: dict) -> list[str]:
        raise NotImplementedError

    def write_text(self, request: dict, text: str) -> tuple[str, str]:
        raise NotImplementedError

    def write_call(self, request: dict, name: str, arguments: dict) -> tuple[str, str]:
        raise NotImplementedError


class ChatCompletions(Protocol):
    """Hermes."""

    path = "/chat/completions"

    def list_tools(self, request: dict) -> list[str]:
        return [tool["function"]["name"] for tool in request.get("tools") or []]

    def read_results(self, request: dict) -> list[str]:
        return [_text(one["content"]) for one in request["messages"] if one["role"] == "tool"]

    def write_text(self, request: dict, text: str) -> tuple[str, str]:
        return self._write(request, {"role": "assistant", "content": text}, "stop")

    def write_call(self, request: dict, name: str, arguments: dict) -> tuple[str, str]:
        function = {"name": name, "arguments": json.dumps(arguments)}
        call = {"index": 0, "id": f"call_{next(_numbers)}", "type": "function", "function": function}
        message = {"role": "assistant", "content": None, "tool_calls": [call]}
        return self._write(request, message, "tool_calls")

    def _write(self, request: dict, message: dict, reason: str) -> tuple[str, str]:
        usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
        about = {"id": "x", "created": 1, "model": "scripted", "usage": usage}
        if not request.get("stream"):
            choice = {"index": 0, "message": message, "finish_reason": reason}
            return "application/json", json.dumps({**about, "object": "chat.completion", "choices": [choice]})
        choices = (
            {"index": 0, "delta": message, "finish_reason": None},
            {"index": 0, "delta": {}, "finish_reason": reason},
        )
        chunks = [{**about, "object": "chat.completion.chunk", "choices": [one]} for one in choices]
        lines = [f"data: {json.dumps(one)}\n\n" for one in chunks]
        return "text/event-stream", "".join([*lines, "data: [DONE]\n\n"])


class Messages(Protocol):
    """Claude Code."""

    path = "/v1/messages"

    def list_tools(self, request: dict) -> list[str]:
        return [tool["name"] for tool in request.get("tools") or []]

    def read_results(self, request: dict) -> list[str]:
        blocks = [block for one in request["messages"] for block in _blocks(one["content"])]
        return [_text(block.get("content")) for block in blocks if block["type"] == "tool_result"]

    def write_text(self, request: dict, text: str) -> tuple[str, str]:
        delta = {"type": "text_delta", "text": text}
        return self._write(request, {"type": "text", "text": ""}, {"text": text}, delta, "end_turn")

    def write_call(self, request: dict, name: str, arguments: dict) -> tuple[str, str]:
        block = {"type": "tool_use", "id": f"toolu_{next(_numbers)}", "name": name, "input": {}}
        delta = {"type": "input_json_delta", "partial_json": json.dumps(arguments)}
        return self._write(request, block, {"input": arguments}, delta, "tool_use")

    def _write(self, request: dict, block: dict, whole: dict, delta: dict, reason: str) -> tuple[str, str]:
        about = {
            **{"id": f"msg_{next(_numbers)}", "type": "message", "role": "assistant"},
            **{"model": request.get("model", ""), "stop_sequence": None},
            "usage": {"input_tokens": 1, "output_tokens": 1},
        }
        if not request.get("stream"):
            message = {**about, "content": [{**block, **whole}], "stop_reason": reason}
            return "application/json", json.dumps(message)
        start = {**about, "content": [], "stop_reason": None}
        ended = {"delta": {"stop_reason": reason, "stop_sequence": None}, "usage": {"output_tokens": 1}}
        return _events(
            {"type": "message_start", "message": start},
            {"type": "content_block_start", "index": 0, "content_block": block},
            {"type": "content_block_delta", "index": 0, "delta": delta},
            {"type": "content_block_stop", "index": 0},
            {"type": "message_delta", **ended},
            {"type": "message_stop"},
        )


class Responses(Protocol):
    """Codex."""

    path = "/responses"

    def list_tools(self, request: dict) -> list[str]:
        """Tools of a server may be listed in a namespace, which is the first part of their names."""
        names = []
        for tool in request.get("tools") or []:
            inner = tool.get("tools") if tool.get("type") == "namespace" else None
            names += [f"{tool['name']}/{one['name']}" for one in inner] if inner else [tool.get("name", "")]
        return names

    def read_results(self, request: dict) -> list[str]:
        items = [one for one in request["input"] if one.get("type") == "function_call_output"]
        return [_text(one["output"]) for one in items]

    def write_text(self, request: dict, text: str) -> tuple[str, str]:
        content = [{"type": "output_text", "text": text, "annotations": []}]
        return self._write({"type": "message", "role": "assistant", "content": content})

    def write_call(self, request: dict, name: str, arguments: dict) -> tuple[str, str]:
        namespace, _, bare = name.rpartition("/")
        item = {"type": "function_call", "call_id": f"call_{next(_numbers)}", "name": bare}
        space = {"namespace": namespace} if namespace else {}
        return self._write({**item, **space, "arguments": json.dumps(arguments)})

    def _write(self, item: dict) -> tuple[str, str]:
        item = {"id": f"item_{next(_numbers)}", "status": "completed", **item}
        response = {"id": f"resp_{next(_numbers)}", "object": "response", "status": "completed"}
        done = {**response, "output": [item], "usage": USAGE}
        return _events(
            {"type": "response.created", "response": {**response, "status": "in_progress", "output": []}},
            {"type": "response.output_item.done", "output_index": 0, "item": item},
            {"type": "response.completed", "response": done},
        )


PROTOCOLS = (ChatCompletions(), Messages(), Responses())


def _events(*events: dict) -> tuple[str, str]:
    lines = [f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events]
    return "text/event-stream", "".join(lines)


def _blocks(content: object) -> list[dict]:
    return [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []


def _text(content: object) -> str:
    """The text of a result, which is one string or a list of blocks."""
    if isinstance(content, str):
        return content
    return "\n".join(block.get("text", "") for block in _blocks(content))
