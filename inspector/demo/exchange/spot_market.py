"""Spot market data of the demo exchange: pairs, tickers, books, trades and statistics."""

from __future__ import annotations

from inspector.demo.exchange.parameters import COMMON, DEFINITIONS
from inspector.demo.rows import Tool, tools
from inspector.demo.schema import Schema, choice, flag, number, record, text, whole

PARAMETERS: dict[str, Schema] = {
    **COMMON,
    "quote": text("Only pairs quoted in this currency, e.g. USDT."),
    "tradable": choice("Only pairs in this trading state.", "tradable", "buyable", "sellable", "untradable"),
    "depth": whole("Number of price levels on each side.", 1, 5000),
    "step": text("Price step by which levels are merged; 0 merges nothing."),
    "with_id": flag("Also return the update id of the book, needed to follow it by websocket."),
    "last_id": text("Return only trades after this trade id."),
    "minutes": whole("Length of the averaging window in minutes.", 1, 1440),
    "window": choice("Length of the rolling window.", "1h", "4h", "12h", "1d", "7d"),
    "days": whole("How many days to look back.", 1, 365),
    "move": choice("Which end of the ranking to return.", "gainers", "losers", "both"),
    "min_value": number("Smallest trade value, in quote currency.", 1000),
    "sector": text("Sector code, e.g. layer2, meme or defi; see cex_spot_list_sectors."),
    "language": choice("Language of the returned texts.", "en", "zh", "ja"),
    "against": text("Second trading pair to compare with."),
    "kind": choice("Announcement category.", "listing", "delisting", "maintenance", "activity"),
}

TABLE = """
# Reference data
list_currencies(currencies, page=1, limit=100) read
    List every currency of the exchange with its precision, its chains and whether trading, deposits and
    withdrawals are currently open.
get_currency(currency*) read again "查询币种"
    获取单个币种的详情：全称、精度、所属链、充值与提现状态以及是否可交易。若币种支持多条链，则逐链返回合约地
    址、最小充值数量和提现手续费。
list_symbols(quote, tradable, page=1, limit=200) read
    List spot trading pairs with their price and amount precision, minimum order size, fee rate and trading
    state. Use this before placing an order in a market you have not traded yet.
get_symbol(symbol*) read again
    Get the trading rules of one spot pair: precision, minimum base and quote amounts, fee rate, start of
    trading. The answer also tells whether market orders are accepted and until when a pair is limited to
    the opening auction.
search_symbols(query*, limit=20) read
    按关键字搜索现货交易对，支持币种代码、中文名称和项目全称的模糊匹配。结果按匹配程度排序，最多返回 100 个。
get_symbol_limits(symbol*) read
    查询交易对的下单限制，包括最小下单量、最大下单额、价格精度和数量精度。
get_price_band(symbol*) read
    Get the highest bid and the lowest ask the matching engine accepts for a pair right now. Orders outside
    the band are rejected, so check it before placing a limit order far from the market.
list_sectors(language=en) read
    列出现货市场的全部板块（例如 Layer2、Meme、DeFi）及每个板块的平均涨跌幅。
list_sector_symbols(sector*, sort_by=change, limit) read
    列出某一板块内的所有交易对，可按成交额、涨跌幅或价格排序。
list_new_listings(days=7, quote) read
    List pairs that started trading in the last days or will start soon, with their opening times. Pairs in
    their opening auction are marked, see cex_spot_get_call_auction.
list_delistings(from, to, language) read
    查询即将下架或已经下架的交易对，以及停止交易和停止提现的时间。
list_halted_symbols() read
    List the pairs whose trading is halted at the moment, and why. A halt blocks new orders but not the
    cancelling of old ones.
get_call_auction(symbol*) read
    Get the state of the opening auction of a new pair: phase, indicative price and matched volume.

# Prices and books
get_ticker(symbol*, timezone=utc0) read again "现货行情"
    获取单个现货交易对的最新行情：最新成交价、买一价、卖一价、24 小时最高价、最低价、涨跌幅和成交量。
    Returns the latest ticker of one spot pair.
list_tickers(quote, timezone=utc0, sort_by, direction=desc, limit) read
    Get the 24-hour tickers of all spot pairs, or of those quoted in one currency: last price, best bid and
    ask, change, high, low and volume. Large answer; prefer cex_spot_get_ticker for a single pair.
get_order_book(symbol*, depth=20, step=0, with_id) read
    查询现货交易对的盘口深度（order book）：按价格从优到劣返回买卖双方的挂单价格与数量，可按价格精度合并。
get_best_bid_ask(symbols*) read
    Get only the best bid and the best ask of up to 100 pairs, with their sizes. Cheaper than the full order
    book when only the spread matters.
list_trades(symbol*, limit=100, last_id, reverse, from, to) read
    List public market trades of a spot pair, newest first. Trades older than 30 days are not available.
list_aggregated_trades(symbol*, from, to, limit=500) read
    List public trades merged by taker order, price and side. One row stands for everything a single order
    took at a single price, which makes large orders easy to see.
list_large_trades(symbol, min_value=100000, from, to, limit=50) read
    查询大额成交记录：筛选单笔成交额超过指定金额的公开成交，用于观察大户动向。
list_candles(symbol*, interval=30m, from, to, limit=100) read
    获取现货 K 线数据（开盘价、收盘价、最高价、最低价、成交量与成交额）。单次最多返回 1000 根，不能同时传入 limit 与
    from、to。
list_index_candles(symbol*, interval=1h, from, to) read
    Candles of the index price that margin uses for this pair. The index is the weighted price over several
    exchanges and has no volume; use cex_spot_list_candles for traded prices.
get_average_price(symbol*, minutes=5) read
    Get the volume-weighted average price of a pair over the last minutes. Useful as a fair reference for
    market orders, since single trades may lie far from it.
get_index_price(symbol*) read
    Current index price.
list_index_constituents(symbol*) read
    List the exchanges and weights from which the index price of a pair is made. Constituents whose price is
    stale are listed with weight 0.
get_quote_rate(currency*, quote=USDT) read
    Price of one currency in another, through a third one if no direct market exists.

# Statistics
get_day_statistics(symbol*) read
    Get the statistics of the current UTC day. Covers the day from 00:00 UTC until now: open, high, low,
    last, volume, turnover and number of trades.
get_rolling_statistics(symbols*, window=1d) read
    Get open, high, low, close, volume and number of trades over a rolling window, for several pairs at once.
list_top_movers(move=both, quote=USDT, window=1d, limit=10) read
    获取涨幅榜与跌幅榜：返回指定周期内涨幅最大或跌幅最大的现货交易对。
list_volume_ranking(quote, window=1d, limit=20) read
    成交额排行榜。按指定周期内的成交额从高到低返回交易对，可限定计价币种。
get_depth_imbalance(symbol*, depth=50) read
    Compare the resting buy and sell volume near the mid price; 1 means only bids, -1 means only asks.
    Levels further from the mid price count less. A snapshot only: orders may be cancelled at any time.
get_volatility(symbol*, days=30, interval=1d) read
    Get the annualised historical volatility of a pair. Computed from the logarithmic returns of closed
    candles; the running candle is left out.
get_correlation(symbol*, against*, days=90) read
    计算两个现货交易对在指定天数内的收益率相关系数，结果介于 -1 与 1 之间。
get_taker_flow(symbol*, window=1h) read
    主动买入与主动卖出的成交量对比。返回周期内主动买入额、主动卖出额及其差值，可用于判断短期资金方向。
get_market_summary()
    Get info.

# Service
get_server_time() read again
    Get the exchange time in Unix milliseconds, for signing requests and measuring clock drift.
get_system_status(language=en) read
    查询现货系统的运行状态与计划中的停机维护时间。维护期间下单与撤单可能不可用，行情接口不受影响。
list_announcements(kind, language=en, page=1, limit=20) read
    List official announcements about the spot market, newest first. Each entry has a title, a category, the
    time of publication and the affected pairs.
"""

EXTRAS: dict[str, dict[str, object]] = {
    "get_ticker": {
        "outputSchema": record(
            "",
            "symbol last",
            symbol=text("Trading pair."),
            last=text("Last traded price."),
            highest_bid=text("Best bid."),
            lowest_ask=text("Best ask."),
            change_percentage=text("Change over 24 hours in percent."),
            base_volume=text("Volume over 24 hours in base currency."),
        )
    },
    "get_server_time": {"outputSchema": record("", "server_time", server_time=whole("Unix milliseconds."))},
    "list_tickers": {"_meta": {"exchange.demo/weight": 20, "exchange.demo/cached-seconds": 1}},
}


def build() -> list[Tool]:
    """Return the tools of spot market data."""
    return tools(TABLE, PARAMETERS, "cex_spot_", DEFINITIONS, EXTRAS, closed=True)
