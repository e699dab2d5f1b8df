"""The demo server `exchange`: 400 tools of a crypto exchange, a good third of them described in Chinese."""

from __future__ import annotations

from inspector.demo.exchange import (
    futures_market,
    futures_trading,
    margin_loans,
    margin_trading,
    spot_market,
    spot_trading,
    wallet_accounts,
    wallet_funds,
)
from inspector.demo.rows import Tool

VERSION = "3.8.0"
INSTRUCTIONS = (
    "Tools of a crypto exchange: spot (cex_spot_), futures and options (cex_futures_), wallet (cex_wallet_) and "
    "margin (cex_margin_). 交易类工具会改变账户资金，调用前请先确认交易对、数量和方向。"
)
PAGE_SIZE = 100

MARKETS = (
    spot_market,
    spot_trading,
    futures_market,
    futures_trading,
    wallet_funds,
    wallet_accounts,
    margin_trading,
    margin_loans,
)
"""The modules that hold the tables, in the order in which the server lists them."""


def build() -> list[Tool]:
    """Return all 400 tools, market by market."""
    return [tool for market in MARKETS for tool in market.build()]
