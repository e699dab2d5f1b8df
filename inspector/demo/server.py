"""A stdio MCP server in plain Python: JSON lines in, JSON lines out, one request at a time."""

from __future__ import annotations

import json
import os

from inspector.demo.schema import blank

TYPE_CHECKING = False  # the constant of `typing` would load that module, a fifth of the start-up time
if TYPE_CHECKING:
    from typing import BinaryIO, Protocol

    from inspector.demo.rows import Tool

    class Served(Protocol):
        """What a session serves: a server's name and words, its tools, and how many stand on a page (0: all)."""

        @property
        def name(self) -> str: ...
        @property
        def version(self) -> str: ...
        @property
        def instructions(self) -> str | None: ...
        @property
        def page_size(self) -> int: ...
        @property
        def tools(self) -> list[Tool]: ...


PROTOCOL_VERSIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
"""The protocol revisions a client may ask for and get."""

FALLBACK_VERSION = "2025-06-18"
"""The revision offered to a client that asks for any other."""

PARSE_ERROR, INVALID_REQUEST, NO_METHOD, INVALID_PARAMS = -32700, -32600, -32601, -32602

Message = dict[str, object]


class Refusal(Exception):
    """A request that is answered with a JSON-RPC error of this code."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def serve(session: Session, source: BinaryIO, sink: BinaryIO) -> int:
    """Answer the JSON lines of `source` on `sink` until either end closes; return the exit code."""
    try:
        for line in source:
            answer = session.answer_line(line) if line.strip() else None
            if answer is not None:
                sink.write(_encode(answer) + b"\n")
                sink.flush()
    except BrokenPipeError:
        # The client has gone. Python flushes stdout once more on exit, which must not fail in turn.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sink.fileno())
    return 0


class Session:
    """The answers of one server, without any input or output."""

    def __init__(self, catalog: Served) -> None:
        self.catalog = catalog
        self._methods = {
            "initialize": self._initialize,
            "ping": self._ping,
            "tools/list": self._list_tools,
            "tools/call": self._call_tool,
        }

    def answer_line(self, line: bytes) -> Message | None:
        """Return the response to one line of input, or None where JSON-RPC wants none."""
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            return _error(None, PARSE_ERROR, "the line is not valid JSON")
        if not isinstance(message, dict):
            return _error(None, INVALID_REQUEST, "a message must be a JSON object")
        return self.answer(message)

    def answer(self, message: Message) -> Message | None:
        """Return the response to `message`, or None for a notification or a client's own response."""
        if "id" not in message or ("method" not in message and ("result" in message or "error" in message)):
            return None
        identity, method = message["id"], message.get("method")
        if not isinstance(identity, str | int) or isinstance(identity, bool):
            return _error(None, INVALID_REQUEST, "id must be a string or an integer")
        if not isinstance(method, str):
            return _error(identity, INVALID_REQUEST, "method must be a string")
        parameters = message.get("params", {})
        try:
            if method not in self._methods:
                raise Refusal(NO_METHOD, f"unknown method: {method}")
            if not isinstance(parameters, dict):
                raise Refusal(INVALID_PARAMS, "params must be an object")
            result = self._methods[method](parameters)
        except Refusal as refusal:
            return _error(identity, refusal.code, refusal.message)
        return {"jsonrpc": "2.0", "id": identity, "result": result}

    def _initialize(self, parameters: Message) -> Message:
        asked = parameters.get("protocolVersion")
        result: Message = {
            "protocolVersion": asked if asked in PROTOCOL_VERSIONS else FALLBACK_VERSION,
            "capabilities": {"tools": {"listChanged": False}},
            "serverInfo": {"name": self.catalog.name, "version": self.catalog.version},
        }
        # Clients reject a null, and an empty text is not the same as none.
        if self.catalog.instructions is not None:
            result["instructions"] = self.catalog.instructions
        return result

    def _ping(self, parameters: Message) -> Message:
        return {}

    def _list_tools(self, parameters: Message) -> Message:
        tools = self.catalog.tools
        size = self.catalog.page_size or len(tools)
        # Only the cursors this server hands out are accepted, so the table of them is also the check.
        starts = {self._cursor(start): start for start in range(size, len(tools), size)}
        cursor, start = parameters.get("cursor"), 0
        if cursor is not None:
            if not isinstance(cursor, str) or cursor not in starts:
                raise Refusal(INVALID_PARAMS, f"unknown cursor: {cursor}")
            start = starts[cursor]
        page: Message = {"tools": tools[start : start + size]}
        if start + size < len(tools):
            page["nextCursor"] = self._cursor(start + size)
        return page

    def _cursor(self, start: int) -> str:
        return f"{self.catalog.name}:{start}".encode().hex()

    def _call_tool(self, parameters: Message) -> Message:
        name, arguments = parameters.get("name"), parameters.get("arguments", {})
        tool = next((tool for tool in self.catalog.tools if tool["name"] == name), None)
        if tool is None:
            raise Refusal(INVALID_PARAMS, f"unknown tool: {name}")
        said = (
            f"This is the demo server '{self.catalog.name}': nothing was executed and no data was fetched.\n"
            f"Tool: {name}\nArguments: {json.dumps(arguments, ensure_ascii=False)}"
        )
        result: Message = {"content": [{"type": "text", "text": said}], "isError": False}
        output = tool.get("outputSchema")
        if isinstance(output, dict):
            # A tool that promises structured output has to give some; clients reject the answer otherwise.
            result["structuredContent"] = blank(output)
        return result


def _error(identity: str | int | None, code: int, message: str) -> Message:
    return {"jsonrpc": "2.0", "id": identity, "error": {"code": code, "message": message}}


def _encode(message: Message) -> bytes:
    try:
        return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()
    except UnicodeEncodeError:
        # A client may send half of a surrogate pair, which only the escaped form can carry back.
        return json.dumps(message, separators=(",", ":")).encode()
