"""Signing in, staying signed in, and being told when it is over: against a local authorization server."""

from __future__ import annotations

import asyncio
import socket
import stat
import threading
import urllib.request
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import pytest

from inspector.config import ServerSpec
from inspector.config.model import SignInClient
from inspector.errors import ServerError, UsageError
from inspector.sources import ServerReport, connect
from inspector.sources.oauth import sign_in
from inspector.sources.oauth_revocation import SignedOut, sign_out
from inspector.sources.token_files import TokenFile
from tests.sources.oauth_server import OAuthServer, oauth_server


@pytest.fixture
def server() -> Iterator[OAuthServer]:
    with oauth_server() as running:
        yield running


class Browser:
    """Follows the address to its end, as a browser with a signed-in person would."""

    def __init__(self, *, delay: float = 0.0) -> None:
        self.opened: list[str] = []
        self.pages: list[str] = []
        self._delay = delay

    def __call__(self, url: str) -> None:
        self.opened.append(url)
        threading.Timer(self._delay, self._follow, [url]).start()

    def _follow(self, url: str) -> None:
        try:
            with urllib.request.urlopen(url, timeout=5) as page:
                self.pages.append(page.read().decode())
        except HTTPError as error:
            with error:
                self.pages.append(error.read().decode())


def spec_of(server: OAuthServer, suffix: str = "") -> ServerSpec:
    return ServerSpec(name="box", transport="http", url=server.url + suffix)


async def reach(spec: ServerSpec) -> ServerReport:
    return await connect(spec, environment={}, connect_timeout=10)


async def signed_in(server: OAuthServer) -> tuple[ServerSpec, Browser]:
    spec, browser = spec_of(server), Browser()
    await sign_in(spec, environment={}, open_url=browser, timeout=15)
    return spec, browser


async def test_without_a_sign_in_it_is_asked_for_and_no_browser_opens(server: OAuthServer) -> None:
    report = await reach(spec_of(server))
    assert report.state == "failed"
    assert "needs sign-in (HTTP 401)" in report.problem
    assert "tsi servers login box" in report.hint
    # Looking is no reason to be registered anywhere.
    assert {line.split()[1] for line in server.seen} == {"/mcp"}


async def test_after_the_sign_in_the_listing_works(server: OAuthServer, own_data: Path) -> None:
    spec, browser = await signed_in(server)
    assert len(browser.opened) == 1
    assert "Signed in" in browser.pages[0]
    for _ in range(2):
        report = await reach(spec)
        assert report.state == "ready", report.problem
        assert report.listing is not None
        assert [tool["name"] for tool in report.listing.tools] == ["secret_tool"]
    assert len(browser.opened) == 1
    (file,) = (own_data / "tokens").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert "127.0.0.1" not in file.name


async def test_a_person_may_take_longer_than_requests_may(server: OAuthServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mcp.client.session.DISCOVER_TIMEOUT_SECONDS", 0.3)
    browser = Browser(delay=1.0)
    await sign_in(spec_of(server), environment={}, open_url=browser, timeout=15)
    assert len(browser.opened) == 1


@pytest.mark.parametrize("told", [True, False])
async def test_an_expired_token_is_renewed(server: OAuthServer, told: bool) -> None:
    # Less than the time we renew ahead.
    server.lifetime = 20 if told else None
    spec, browser = await signed_in(server)
    before = TokenFile(spec.url).read()
    server.expire()
    server.lifetime = 3600
    assert (await reach(spec)).state == "ready"
    after = TokenFile(spec.url).read()
    assert before is not None
    assert after is not None
    assert after.access_token != before.access_token
    assert after.refresh_token != before.refresh_token
    assert stat.S_IMODE(TokenFile(spec.url).path.stat().st_mode) == 0o600
    assert (await reach(spec)).state == "ready"
    assert len(browser.opened) == 1


async def test_many_connections_renew_side_by_side(server: OAuthServer) -> None:
    server.lifetime = 20
    spec, _ = await signed_in(server)
    server.expire()
    server.lifetime = 3600
    reports = await asyncio.gather(*(reach(spec) for _ in range(4)))
    assert [report.state for report in reports] == ["ready"] * 4


async def test_revoked_tokens_need_another_sign_in(server: OAuthServer) -> None:
    spec, browser = await signed_in(server)
    server.revoke()
    report = await reach(spec)
    assert "needs sign-in (HTTP 401)" in report.problem
    assert "tsi servers login box" in report.hint
    assert len(browser.opened) == 1
    await sign_in(spec, environment={}, open_url=browser, timeout=15)
    assert (await reach(spec)).state == "ready"


async def test_an_answer_with_a_wrong_state_is_refused(server: OAuthServer, own_data: Path) -> None:
    server.state = "somebody-elses"
    browser = Browser()
    with pytest.raises(ServerError) as raised:
        await sign_in(spec_of(server), environment={}, open_url=browser, timeout=1.5)
    assert "no answer came from the browser within 1.5 s; 1 answer(s) did not belong" in raised.value.message
    assert "does not belong to the sign-in" in browser.pages[0]
    assert not (own_data / "tokens").exists()


async def test_a_wrong_answer_does_not_end_the_sign_in(server: OAuthServer) -> None:
    browser = Browser(delay=0.3)

    def open_url(url: str) -> None:
        redirect = server.clients[next(iter(server.clients))]["redirect_uris"][0]
        for attack in ("?code=x&state=guessed", "?code=x", "/../etc", "?error=access_denied"):
            threading.Timer(0, Browser()._follow, [redirect + attack]).start()
        browser(url)

    await sign_in(spec_of(server), environment={}, open_url=open_url, timeout=15)
    assert "Signed in" in browser.pages[0]


async def test_tokens_that_end_at_once_open_no_endless_pages(server: OAuthServer) -> None:
    server.lifetime = 0
    browser = Browser()
    with pytest.raises(ServerError, match="again and again"):
        await sign_in(spec_of(server), environment={}, open_url=browser, timeout=15)
    assert len(browser.opened) == 2


async def test_a_refusal_is_said(server: OAuthServer, own_data: Path) -> None:
    server.error = "access_denied"
    browser = Browser()
    with pytest.raises(ServerError, match="box: the sign-in was refused: access_denied"):
        await sign_in(spec_of(server), environment={}, open_url=browser, timeout=15)
    assert len(browser.opened) == 1
    assert not (own_data / "tokens").exists()


async def test_a_server_that_registers_nobody(server: OAuthServer) -> None:
    server.registers = False
    browser = Browser()
    with pytest.raises(ServerError, match="does not take new programs") as raised:
        await sign_in(spec_of(server), environment={}, open_url=browser, timeout=15)
    assert "Authorization header" in raised.value.hint
    assert browser.opened == []
    assert server.seen.count("POST /authority/register") == 1


async def test_signing_out_forgets(server: OAuthServer, own_data: Path) -> None:
    spec, _ = await signed_in(server)
    first = await sign_out(spec, environment={})
    assert first == SignedOut(True, None)
    assert "on this machine only" in first.told("box")
    assert await sign_out(spec, environment={}) == SignedOut(False)
    assert list((own_data / "tokens").iterdir()) == []
    assert (await reach(spec)).state == "failed"


async def test_signing_out_takes_the_tokens_back(server: OAuthServer) -> None:
    server.revokes = 200
    spec, _ = await signed_in(server)
    assert server.access
    out = await sign_out(spec, environment={})
    assert (out.revoked, out.told("box")) == (
        True,
        "signed out of box, and its authorization server took the tokens back",
    )
    assert server.taken_back == ["refresh_token", "access_token"]
    assert not server.access
    assert not server.refresh


@pytest.mark.parametrize(
    ("status", "reason"),
    [(503, "refused to take them back (HTTP 503)"), (302, "refused to take them back (HTTP 302)"), (0, "be reached")],
)
async def test_tokens_that_are_not_taken_back_are_forgotten_all_the_same(
    server: OAuthServer, own_data: Path, status: int, reason: str
) -> None:
    server.revokes = status or 200
    spec, _ = await signed_in(server)
    if not status:
        file = TokenFile(spec.url)
        kept = file.read()
        assert kept is not None
        file.write(replace(kept, revocation_endpoint="http://127.0.0.1:1/revoke"))
    out = await sign_out(spec, environment={})
    assert out.revoked is False
    assert reason in out.problem
    assert "canary" not in out.told("box")
    assert list((own_data / "tokens").iterdir()) == []


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
async def test_a_program_of_the_configuration_is_what_signs_in(server: OAuthServer, host: Any) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server.registers = False
    server.clients["known-here"] = {"redirect_uris": [f"http://{host}:{port}/callback"]}
    spec, browser = replace(spec_of(server), oauth=SignInClient("known-here", port, host)), Browser()
    await sign_in(spec, environment={}, open_url=browser, timeout=15)
    assert "client_id=known-here" in browser.opened[0]
    assert not any(line.endswith("/register") for line in server.seen)
    assert (await reach(spec)).state == "ready"
    server.expire()
    assert (await reach(spec)).state == "ready"  # renewed under the same id


async def test_a_callback_port_that_is_taken_is_named(server: OAuthServer) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        spec = replace(spec_of(server), oauth=SignInClient("known-here", port))
        with pytest.raises(UsageError, match=f"port {port} of this machine, which cannot be used"):
            await sign_in(spec, environment={}, open_url=Browser(), timeout=15)
    assert server.seen == []


async def test_servers_without_a_sign_in_are_named(server: OAuthServer) -> None:
    browser = Browser()
    program = ServerSpec(name="local", transport="stdio", command="x")
    with pytest.raises(UsageError, match="started as a program"):
        await sign_in(program, environment={}, open_url=browser)
    with_header = replace(spec_of(server), headers={"authorization": "Bearer mine"})
    with pytest.raises(UsageError, match="Authorization header already"):
        await sign_in(with_header, environment={}, open_url=browser)
    server.protects = False
    with pytest.raises(ServerError, match="without a sign-in"):
        await sign_in(spec_of(server), environment={}, open_url=browser, timeout=15)
    assert browser.opened == []


async def test_a_header_of_the_configuration_wins(server: OAuthServer) -> None:
    spec, _ = await signed_in(server)
    report = await reach(replace(spec, headers={"Authorization": "Bearer mine"}))
    assert report.state == "failed"
    assert "Authorization header" in report.hint


async def test_secrets_of_the_url_stay_out_of_the_printed_address(server: OAuthServer) -> None:
    secret = spec_of(server, "?key=canary-in-query#canary-in-fragment")
    secret = replace(secret, url=secret.url.replace("://", "://user:canary-password@"))
    browser = Browser()
    await sign_in(secret, environment={}, open_url=browser, timeout=15)
    assert "canary" not in browser.opened[0]
    assert server.resources == [server.url]
    assert (await reach(secret)).state == "ready"
    # Another query is another server as far as anyone can tell.
    assert (await reach(spec_of(server))).state == "failed"


async def test_tokens_appear_in_no_text(server: OAuthServer) -> None:
    spec, browser = await signed_in(server)
    report = await reach(spec)
    assert "canary" not in repr((report, TokenFile(spec.url).read(), browser.pages))


@pytest.mark.parametrize("content", ["", "{", "[]", '{"version": 1}', '{"version": 1, "access_token": 5}', "[" * 9999])
async def test_a_damaged_file_is_no_sign_in(server: OAuthServer, content: str) -> None:
    spec, _ = await signed_in(server)
    TokenFile(spec.url).path.write_text(content)
    report = await reach(spec)
    assert "needs sign-in" in report.problem


async def test_tokens_go_to_their_server_only(server: OAuthServer) -> None:
    import httpx2

    from inspector.sources.oauth_refresh import stored_sign_in

    spec, _ = await signed_in(server)
    auth = stored_sign_in(spec)
    assert auth is not None
    for url, expected in ((spec.url, True), ("http://127.0.0.1:1/mcp", False), ("https://elsewhere.test/", False)):
        request = await anext(auth.async_auth_flow(httpx2.Request("POST", url)))
        assert ("authorization" in request.headers) is expected


async def test_cancelling_leaves_nothing(server: OAuthServer, own_data: Path) -> None:
    opened = asyncio.Event()
    task = asyncio.create_task(sign_in(spec_of(server), environment={}, open_url=lambda url: opened.set()))
    await opened.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not (own_data / "tokens").exists()
    assert not own_data.exists()
