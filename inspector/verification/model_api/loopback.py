"""The HTTP server: it listens on 127.0.0.1 only, keeps every request, and plays a script of turns.

It is the client's proxy as well, and refuses to forward anything: what the client would fetch elsewhere is noted.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

from inspector.verification.model_api.dialect import NOT_FOUND, Counting, Dialect, Reply, Request, Turn

LONGEST_BODY = 256 << 20
"""Bytes of a request that are taken in; a conversation about thousands of tools has some tens of millions."""

_POLL_SECONDS = 0.02


class LoopbackApi:
    """Plays `turns` in `dialect` while its context is open.

    Which turn is next is told from the conversation itself, so that a request sent again gets the same answer.
    The first answer waits until `ready` says yes, `patience` seconds at most: servers connect meanwhile.
    """

    def __init__(
        self,
        dialect: Dialect,
        turns: Sequence[Turn],
        *,
        ready: Callable[[], bool] = lambda: True,
        patience: float = 20.0,
        count: Counting = len,
        on_turn: Callable[[int], None] = lambda number: None,
    ) -> None:
        self._dialect, self._turns, self._count = dialect, turns, count
        self._ready, self._patience, self._on_turn = ready, patience, on_turn
        self._lock = threading.Lock()
        self._answers = 0
        self.done = threading.Event()
        """Set once the answer that ends the conversation was given."""
        self.requests: list[Request] = []
        """Requests for turns, oldest first."""
        self.counts: list[tuple[Request, int]] = []
        """Requests for a token count, with the answer given."""
        self.refused: list[str] = []
        """Other addresses the client wanted to reach, in order."""
        self._server = _Server(self)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    @property
    def address(self) -> str:
        """``http://127.0.0.1:PORT``."""
        return f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> LoopbackApi:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def answer(self, request: Request) -> Reply:
        """Return the answer to `request`, and keep it."""
        kind = self._dialect.kind(request)
        if kind == "count":
            texts = [json.dumps(each, ensure_ascii=False) for each in self._dialect.counted(request)]
            tokens = sum(self._count(text) for text in texts)
            with self._lock:
                self.counts.append((request, tokens))
            return self._dialect.count(tokens)
        if kind == "other":
            return NOT_FOUND
        with self._lock:
            self._answers += 1
            number = self._answers
        if kind == "side":
            return self._dialect.turn(request, (), number)
        place = self._place(request)
        if place == 0:
            self._wait()
        with self._lock:
            self.requests.append(request)
        self._on_turn(place)
        ended = place >= len(self._turns)
        if ended:
            self.done.set()
        return self._dialect.turn(request, () if ended else self._turns[place], number)

    def note_refused(self, target: str) -> None:
        """Keep that the client wanted to reach `target`."""
        with self._lock:
            self.refused.append(target)

    def _place(self, request: Request) -> int:
        """Return how many turns were played: the last one any of whose calls stands in the conversation."""
        said = json.dumps([request.body.get(key) for key in ("messages", "input", "contents")])
        played = [place for place, calls in enumerate(self._turns) if calls and f'"{calls[0].id}"' in said]
        return played[-1] + 1 if played else 0

    def _wait(self) -> None:
        until = time.monotonic() + self._patience
        while not self._ready() and time.monotonic() < until:
            time.sleep(_POLL_SECONDS)


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, api: LoopbackApi) -> None:
        self.api = api
        super().__init__(("127.0.0.1", 0), _Handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that goes away in the middle of an answer is no event."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing is written: stderr is the person's."""

    def do_CONNECT(self) -> None:
        self._refuse()

    def do_HEAD(self) -> None:
        self._answer()

    def do_GET(self) -> None:
        self._answer()

    def do_POST(self) -> None:
        self._answer()

    def _answer(self) -> None:
        if "://" in self.path and not self.path.startswith(self.server.api.address):
            self._refuse()
            return
        request = self._request()
        self._send(NOT_FOUND if request is None else self.server.api.answer(request))

    def _request(self) -> Request | None:
        """Return the request, or None where its body is no JSON or too large."""
        try:
            size = int(self.headers.get("content-length") or 0)
            if size > LONGEST_BODY:
                self.close_connection = True
                return None
            body = json.loads(self.rfile.read(size) or b"{}")
        except (ValueError, RecursionError):
            return None
        return Request(self.command, self.path.partition("?")[0], body if isinstance(body, dict) else {})

    def _refuse(self) -> None:
        self.server.api.note_refused(self.path)
        self.close_connection = True
        self._send(Reply(403, "text/plain", b"only loopback is served here\n"))

    def _send(self, reply: Reply) -> None:
        self.send_response(reply.status)
        self.send_header("Content-Type", reply.content_type)
        self.send_header("Content-Length", str(len(reply.body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(reply.body)
