"""SIGTERM and SIGHUP interrupt as Ctrl-C does, and are told apart afterwards; whole programs end in `sources`."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Iterator

import pytest

from inspector.cli.signals import ending_in_order


@pytest.fixture(autouse=True)
def usual_handlers() -> Iterator[None]:
    """Whatever the tests are run by may ignore some of them."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize(
    ("number", "code", "word"),
    [(signal.SIGINT, 130, "interrupted"), (signal.SIGTERM, 143, "terminated"), (signal.SIGHUP, 129, "terminated")],
)
def test_a_signal_interrupts(number: signal.Signals, code: int, word: str) -> None:
    with ending_in_order() as ending, pytest.raises(KeyboardInterrupt):
        signal.raise_signal(number)
    assert (ending.exit_code, ending.word) == (code, word)
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


def test_what_is_awaited_is_cancelled() -> None:
    cleaned = []

    async def wait() -> None:
        try:
            signal.raise_signal(signal.SIGTERM)
            await asyncio.sleep(10)
        finally:
            await asyncio.sleep(0)
            cleaned.append(True)

    with ending_in_order() as ending, pytest.raises(KeyboardInterrupt):
        asyncio.run(wait())
    assert (cleaned, ending.exit_code) == ([True], 143)


def test_where_an_interrupt_is_ignored_the_others_still_end_the_program() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with ending_in_order(), pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGTERM)


def test_what_is_ignored_stays_ignored() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    with ending_in_order() as ending:
        signal.raise_signal(signal.SIGHUP)
    assert ending.number is None


def test_other_threads_change_nothing() -> None:
    seen = []

    def work() -> None:
        with ending_in_order():
            seen.append(signal.getsignal(signal.SIGTERM))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [signal.SIG_DFL]
