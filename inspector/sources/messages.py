"""From what a server sent to messages for the SDK's session, also where it is not quite one.

Servers print greetings, colours and warnings between their messages, or on the same line. What is a message
is used, the rest is returned as noise, so that the person learns of it: other clients may be stricter.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mcp.shared.message import SessionMessage

LONGEST_MESSAGE = 100 * 1024 * 1024
"""How many bytes one message may have; a line without an end must not take all memory."""


def parse(text: str) -> tuple[SessionMessage | None, str]:
    """Return the message `text` holds, or None, and the noise in it, which is `text` unless it is all message.

    An answer that is no valid one comes as the JSON-RPC error it amounts to: nobody has to wait for it.
    """
    message = _message(text)
    if message is not None:
        return message, ""
    begin, end = text.find("{"), text.rfind("}")
    if 0 <= begin < end:
        inner = text[begin : end + 1]
        message = None if len(inner) == len(text) else _message(inner)
        if message is not None:
            return message, text[:begin] + text[end + 1 :] or text
        return _unusable_answer(inner), text
    return None, text


def _message(text: str) -> SessionMessage | None:
    from mcp.shared.message import SessionMessage
    from mcp.types import jsonrpc_message_adapter

    try:
        return SessionMessage(jsonrpc_message_adapter.validate_json(text, by_name=False))
    except ValueError:
        return None


def _unusable_answer(text: str) -> SessionMessage | None:
    from mcp.shared.message import SessionMessage
    from mcp.types import PARSE_ERROR, ErrorData, JSONRPCError

    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return None
    identity = document.get("id") if isinstance(document, dict) else None
    if isinstance(identity, bool) or not isinstance(identity, int | str) or "method" in document:
        return None
    error = ErrorData(code=PARSE_ERROR, message="the answer is no JSON-RPC response")
    return SessionMessage(JSONRPCError(jsonrpc="2.0", id=identity, error=error))
