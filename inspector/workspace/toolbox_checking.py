"""Asking a Foundry toolbox version what it lists, and comparing that with what is exported."""

from __future__ import annotations

import os
from collections.abc import Mapping

from inspector.config.model import ServerSpec
from inspector.errors import ServerError, UsageError
from inspector.export.foundry import toolbox_body
from inspector.export.foundry_listing import ListingCheck, check_listing, expected_names
from inspector.workspace.connecting import INCOMPLETE, Gathered, gather
from inspector.workspace.exporting import export_request
from inspector.workspace.opening import Opened

TOKEN_VARIABLE = "FOUNDRY_TOKEN"
"""The variable that holds the access token for the toolbox's endpoint."""


async def check_toolbox(
    url: str, opened: Opened, gathered: Gathered, *, connect_timeout: float = 30.0, list_timeout: float = 30.0
) -> ListingCheck:
    """Return what the toolbox at `url` lists against the export of `opened`; timeouts are in seconds.

    Raises `UsageError` for what is no web address, and `ServerError` when the toolbox cannot be listed whole.
    """
    if not url.startswith(("https://", "http://")):
        raise UsageError("the toolbox to verify is no web address", "give the address of its version's MCP endpoint")
    body, _ = toolbox_body(export_request(opened, gathered))
    asked = Opened(
        tuning=opened.tuning,
        saved_tuning=opened.saved_tuning,
        hosts=opened.hosts,
        specs=(_toolbox(url, {**os.environ, **opened.environment}),),
        listings=(),
        problems=(),
        environment=opened.environment,
    )
    answer = await gather(asked, connect_timeout=connect_timeout, list_timeout=list_timeout)
    (report,) = answer.reports
    if report.listing is None:
        raise ServerError(
            f"the toolbox could not be listed: {report.problem}", report.hint or f"give its token as {TOKEN_VARIABLE}"
        )
    if any(problem.code in INCOMPLETE for problem in report.listing.problems):
        raise ServerError("the toolbox was listed only in part, so nothing can be said of what is missing")
    names = [tool.name for tool in answer.catalog]
    return check_listing(expected_names(body, gathered.catalog), names)


def _toolbox(url: str, environment: Mapping[str, str]) -> ServerSpec:
    headers = {"Foundry-Features": "Toolboxes=V1Preview"}
    if environment.get(TOKEN_VARIABLE):
        headers["Authorization"] = f"Bearer ${{{TOKEN_VARIABLE}}}"
    # The address itself is not looked through for variables: only the header holds one.
    return ServerSpec("toolbox", "http", url=url, headers=headers)
