"""Futures and options market data of the demo exchange."""

from __future__ import annotations

from inspector.demo.exchange.parameters import COMMON, CONTRACT, DEFINITIONS, SETTLE
from inspector.demo.rows import Tool, tools
from inspector.demo.schema import Schema, choice, flag, many, number, record, text, whole

PARAMETERS: dict[str, Schema] = {
    **COMMON,
    "settle": SETTLE,
    "contract": CONTRACT,
    "contracts": many(text(), '合约名称列表，例如 ["BTC_USDT", "ETH_USDT"]；不填则返回全部合约。', 1, 50),
    "depth": whole("Number of price levels on each side.", 1, 1000),
    "step": text("Price step by which levels are merged."),
    "with_id": flag("Also return the update id of the book."),
    "price_source": choice("价格类型：最新价、标记价或指数价。", "last", "mark", "index"),
    "expiry": text("Delivery date as YYYYMMDD, e.g. 20261225.", pattern="^[0-9]{8}$"),
    "underlying": text("Underlying index of the options, e.g. BTC_USDT; see cex_futures_list_option_underlyings."),
    "option": text("Option contract, e.g. BTC_USDT-20261225-90000-C."),
    "option_type": choice("Calls, puts or both.", "call", "put", "all"),
    "strike": number("Strike price.", 0),
    "period": choice("统计周期。", "5m", "15m", "30m", "1h", "4h", "1d"),
    "listed": flag("Also return contracts that are no longer traded."),
    "min_size": whole("Smallest size in contracts.", 1),
    "size": whole("Position size in contracts; negative for a short position."),
    "days": whole("How many days to look back.", 1, 365),
}

TABLE = """
# Contracts
list_contracts(settle*, listed=false, limit=100, offset=0) read
    List all perpetual contracts of one settlement currency, with multiplier, leverage range, funding rate,
    mark price, risk limits and fee rates.
get_contract(settle*, contract*) read again
    查询单个永续合约的详情：合约乘数、最大杠杆、维持保证金率、资金费率、标记价格和下单限制。下单前请先确认合
    约乘数，因为下单数量以张为单位。
search_contracts(query*, settle) read
    Find perpetual, delivery and option contracts by name. Matches contract names, coin names and Chinese
    names; expired contracts are left out.
list_risk_limit_tiers(settle*, contract*) read
    查询合约的风险限额梯度表，每一档给出最大持仓、初始保证金率、维持保证金率和最大杠杆。
get_insurance_fund(settle*, limit=30) read
    Get the daily balance of the insurance fund. The fund covers losses of liquidated positions before
    auto-deleveraging sets in.
list_adl_ranking(settle*, contract*) read
    Get how many positions stand in each band of the auto-deleveraging queue. Positions in the highest band
    are reduced first when the insurance fund cannot cover a bankruptcy.
get_contract_limits(settle*, contract*) read
    Get contract limits.
list_new_contracts(settle, days=7) read
    列出最近上线以及即将上线的合约。包含上线时间、最大杠杆与初始风险限额。
list_delisted_contracts(settle, from, to) read
    List contracts that were delisted, with their last settlement price. Open positions are closed at that
    price when a contract is delisted.

# Prices
get_ticker(settle*, contract*) read again "合约行情"
    获取单个永续合约的最新行情：最新价、标记价、指数价、资金费率、24 小时涨跌幅、成交量和持仓量。
    Returns the latest ticker of one futures contract.
list_tickers(settle*, contracts, sort_by, direction) read
    List the tickers of all perpetual contracts with mark price, index price, funding rate, change and
    volume. Without a list of contracts the answer holds several hundred entries.
get_order_book(settle*, contract*, depth=20, step, with_id) read
    Get the order book of a futures contract; sizes are in contracts, not in coins.
get_best_bid_ask(settle*, contracts) read
    查询合约的最优买价与最优卖价。只需要价差时，比获取完整盘口更快。
list_trades(settle*, contract*, limit=100, last_id:id, from, to) read
    List public trades of a contract. The sign of the size tells whether the taker bought or sold.
list_candles(settle*, contract*, interval=5m, source:price_source=last, from, to, limit) read
    获取合约 K 线数据，可选择最新价、标记价或指数价作为数据来源。
list_premium_candles(settle*, contract*, interval=5m, from, to, limit) read
    Get candles of the premium index, from which the funding rate is computed.
get_mark_price(settle*, contract*) read
    Get the mark price of a contract, which decides about unrealised profit and liquidation. It follows the
    index price plus a moving basis, so that a single trade cannot cause liquidations.
get_index_price(underlying:contract*) read
    Get index.
list_index_constituents(underlying:contract*) read
    查询指数成分：各交易所的权重与最新价格。
get_basis(settle*, contract*, period=1h, from, to) read
    Get the difference between the futures price and the spot index, absolute and annualised.
get_price_limits(settle*, contract*) read
    Get the highest buy price and the lowest sell price that are accepted at the moment. The limits move
    with the mark price and are widened after strong moves.

# Funding and open interest
get_funding_rate(settle*, contract*) read again
    查询永续合约当前的资金费率、下一次结算时间以及预测资金费率。
list_funding_rates(settle*, contracts, direction=desc, limit=50) read
    List the current funding rates of all contracts, for instance to find the most expensive longs.
list_funding_history(settle*, contract*, from, to, limit=100) read
    List past funding rates of a contract. One row per settlement, usually every eight hours, each with the
    rate and its time.
get_funding_estimate(settle*, contract*, size*) read
    Estimate the next funding payment for a position of a given size.
get_open_interest(settle*, contract*) read
    Get the open interest of a contract in contracts and in dollars. Both sides of a contract are counted
    once.
list_open_interest_history(settle*, contract*, period=1h, from, to, limit=100) read
    查询持仓量的历史变化，用于判断资金的流入与流出。
get_long_short_ratio(settle*, contract*, period=1h, limit=30) read
    查询多空持仓人数比、大户多空账户比以及大户持仓比。
list_contract_statistics(settle*, contract*, from, interval=5m, limit=30) read
    List contract statistics over time: long/short ratio, liquidated volume, open interest and top trader positions.
get_taker_volume(settle*, contract*, period=1h, limit) read
    Compare taker buy and sell volume. One row per period, with the volume in contracts and its value in
    dollars.
list_liquidations(settle*, contract, from, to, limit=100) read
    List recent public liquidation orders with price, size and remaining size. Orders of single accounts
    cannot be told apart.
list_large_trades(settle*, contract, min_size, from, to) read
    监控合约大额成交。返回张数超过指定阈值的公开成交，正数为主动买入，负数为主动卖出。
list_top_movers(settle*, period=1d, limit=10) read
    合约涨跌幅排行。返回指定周期内涨幅与跌幅最大的永续合约。
list_volume_ranking(settle*, limit=20) read
    List the contracts with the highest volume over 24 hours. The ranking is by value in dollars, so that
    contracts with different multipliers compare.
get_volatility(settle*, contract*, days=30) read
    Historical volatility of a contract.
get_heatmap(settle*, contract*, days=1) read
    Get estimated liquidation levels: how much open interest would be liquidated at which price.

# Delivery contracts
list_delivery_contracts(settle*, expiry) read
    List the delivery contracts with their expiry dates. Weekly, bi-weekly and quarterly contracts are
    included.
get_delivery_contract(settle*, contract*) read
    Get one delivery contract. Returns multiplier, expiry, settlement time, basis and fees.
get_delivery_ticker(settle*, contract*) read
    获取交割合约的最新行情。包括最新价、标记价、指数价、年化基差以及距离交割的剩余时间。
get_delivery_order_book(settle*, contract*, depth) read
    Get the order book of a delivery contract.
list_delivery_candles(settle*, contract*, interval, from, to, limit) read
    交割合约 K 线。仅支持未到期以及最近 90 天内到期的交割合约。
list_settlement_prices(settle*, expiry, limit) read
    List the settlement prices of expired delivery contracts. The settlement price is the average index
    price of the last thirty minutes before expiry.

# Options
list_option_underlyings() read
    List the underlyings that have options. Each is given with its index price and the number of listed
    options.
list_option_expirations(underlying*) read
    List the expiry dates of the options on one underlying.
list_option_contracts(underlying*, expiry, type:option_type=all, strike) read
    List the options on one underlying, filtered by expiry, type and strike. Use
    cex_futures_list_option_expirations to see which expiries exist.
get_option_ticker(option*) read
    Get the ticker of an option: bid and ask, mark price, implied volatility, delta, gamma, vega and theta.
list_option_chain(underlying*, expiry*) read
    查询期权 T 型报价：按行权价返回看涨与看跌期权的买卖价、隐含波动率及希腊字母。
get_option_order_book(option*, depth=10) read
    Get the order book of an option. Each level is given with its size and the implied volatility of its
    price.
list_option_trades(underlying*, type:option_type, from, to, limit) read
    List public option trades.
get_volatility_surface(underlying*) read
    Get the implied volatility for all strikes and expiries of an underlying. Points without quotes are
    interpolated and marked as such.
list_option_settlements(underlying*, from, to, limit) read
    List option settlements.
get_max_pain(underlying*, expiry*) read
    计算期权最大痛点价格。即到期时全部期权买方总收益最小的标的价格。
get_put_call_ratio(underlying*, days) read
    Put/call ratio by volume and open interest. Values above 1 mean that more puts than calls are traded or
    held.
"""

EXTRAS: dict[str, dict[str, object]] = {
    "get_ticker": {
        "outputSchema": record(
            "",
            "contract last mark_price",
            contract=text("Contract name."),
            last=text("Last traded price."),
            mark_price=text("Mark price."),
            index_price=text("Index price."),
            funding_rate=text("Current funding rate."),
            total_size=text("Open interest in contracts."),
        )
    },
    "get_heatmap": {"_meta": {"exchange.demo/weight": 50, "exchange.demo/beta": True}},
}


def build() -> list[Tool]:
    """Return the tools of futures and options market data."""
    return tools(TABLE, PARAMETERS, "cex_futures_", DEFINITIONS, EXTRAS, closed=True)
