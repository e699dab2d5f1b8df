"""Futures and options trading of the demo exchange: orders, positions, margin and risk."""

from __future__ import annotations

from inspector.demo.exchange.parameters import COMMON, CONTRACT, DEFINITIONS, SETTLE
from inspector.demo.rows import Tool, tools
from inspector.demo.schema import Schema, choice, either, flag, many, number, ref, text, whole

PARAMETERS: dict[str, Schema] = {
    **COMMON,
    "settle": SETTLE,
    "contract": CONTRACT,
    "size": whole("Order size in contracts; positive to go long, negative to go short, 0 with `close`."),
    "tif": choice(
        "有效方式：gtc 一直有效，ioc 立即成交或取消，poc 只做挂单，fok 全部成交或取消。", "gtc", "ioc", "poc", "fok"
    ),
    "iceberg": whole("Visible size of an iceberg order; 0 shows everything.", 0),
    "reduce_only": flag("Only reduce an existing position; the part that would open or turn one is dropped."),
    "close": flag("Close the whole position; size must be 0."),
    "auto_size": choice("双向持仓模式下平仓的方向。", "close_long", "close_short"),
    "orders": many(ref("FuturesOrder"), "Orders to place, at most 20.", 1, 20),
    "amendments": many(ref("Amendment"), "Changes to apply.", 1, 20),
    "trigger": ref("Trigger"),
    "initial": ref("FuturesOrder"),
    "exit": ref("Exit"),
    "price_source": choice("Price that is watched.", "last", "mark", "index"),
    "trail": text("Callback distance, as a price or in percent."),
    "activation": text("Price at which trailing begins; at once if left out."),
    "change": text("保证金变动数量，正数为增加，负数为减少。"),
    "cross_limit": text("全仓模式下的最大杠杆。"),
    "risk_limit": text("Risk limit in settlement currency."),
    "dual": flag("是否启用双向持仓。"),
    "holding": flag("Leave out contracts without a position."),
    "enabled": flag("Whether several currencies may serve as margin together."),
    "margin_mode": choice(
        "Margin mode: isolated keeps the margin of each position apart, cross shares the whole balance.",
        "isolated",
        "cross",
    ),
    "position_side": choice("Side of the position; needed only when hedged positions are on.", "long", "short"),
    "book_type": choice("Only changes of this kind.", "dnw", "pnl", "fee", "refr", "fund", "point_dnw"),
    "entry": text("Planned entry price."),
    "exit_price": text("Planned exit price."),
    "option": text("Option contract, e.g. BTC_USDT-20261225-90000-C."),
    "underlying": text("Underlying, e.g. BTC_USDT."),
    "window": whole("Time window in milliseconds.", 1, 10000),
    "frozen": whole("How long quoting stays frozen, in milliseconds; 0 until it is reset.", 0),
    "quantity": text("Filled quantity within the window that sets off the freeze."),
    "strategy_id": text("策略编号。"),
    "low": text("网格区间下限。"),
    "high": text("网格区间上限。"),
    "grids": whole("网格数量。", 2, 200),
    "lead_id": text("带单交易员编号。"),
    "ratio": number("Copy ratio relative to the lead trader.", 0.01, 10),
    "duration": whole("Total run time in seconds.", 60, 86400),
    "scope": either("One contract or a list; all contracts if left out.", text(), many(text())),
}

TABLE = """
# Orders
create_order(settle*, contract*, size*, price, tif=gtc, iceberg=0, reduce_only=false, close, auto_size, text, \
    stp_act) write "Place a futures order"
    Place an order in a perpetual contract. The sign of `size` gives the direction and the unit is contracts,
    so look up the multiplier with cex_futures_get_contract first. A price of 0 with tif ioc is a market order.
    |
    | Examples:
    | - open long: {"settle": "usdt", "contract": "BTC_USDT", "size": 10, "price": "60000"}
    | - close everything at market: {"settle": "usdt", "contract": "BTC_USDT", "size": 0, "close": true,
    |   "price": "0", "tif": "ioc"}
create_batch_orders(settle*, orders*)
    批量创建合约订单，单次最多 20 个，返回结果与请求顺序一一对应。
cancel_order(settle*, order_id*) destroy again
    撤销一个合约挂单，已成交部分不受影响。若订单已完全成交或已撤销，则返回订单不存在的错误。
cancel_orders(settle*, contract*, side) destroy
    Cancel all open orders of one contract, or only its bids or asks.
cancel_batch_orders(settle*, order_ids*) destroy
    Cancel several futures orders by id.
amend_order(settle*, order_id*, size, price, text)
    Change the size or the price of an open futures order.
amend_batch_orders(settle*, amendments*)
    批量修改合约订单的价格或数量。
get_order(settle*, order_id*)
    Get one futures order. Orders that ended more than ten minutes ago are found by their exchange id only.
list_orders(settle*, contract, status*, limit=100, offset, last_id:id)
    查询合约订单列表，可按合约和状态（挂单中、已结束）筛选。List futures orders by contract and state.
list_order_history(settle*, contract, from, to, limit, offset)
    List finished futures orders within a time range of up to 30 days.
list_my_trades(settle*, contract, order_id, from, to, limit=100, offset)
    List your own fills with price, size, fee and role.
start_countdown_cancel(settle*, timeout*, contract)
    设置倒计时撤单：如果倒计时结束前没有再次调用，将自动撤销全部合约挂单。
close_position(settle*, contract*, side:position_side, price) destroy
    Close a position at market, or at the given limit price.
close_all_positions(settle*, dry_run=false) destroy
    一键平仓：以市价平掉该结算币种下的全部持仓，并撤销所有挂单。请谨慎使用。
reverse_position(settle*, contract*) destroy
    Close a position and open one of the same size in the other direction. Both steps are market orders; if
    the second fails, you are left without a position.

# Conditional orders
create_trigger_order(settle*, initial*, trigger*, source:price_source=mark)
    Place an order that becomes active when the watched price crosses the trigger. Nothing is reserved before.
list_trigger_orders(settle*, contract, status*, limit, offset)
    查询合约条件单列表。
get_trigger_order(settle*, id*)
    查询条件单详情。
amend_trigger_order(settle*, id*, size, price, trigger)
    Change a conditional order that was not triggered yet.
cancel_trigger_order(settle*, id*) destroy
    撤销单个合约条件单。
cancel_trigger_orders(settle*, contract) destroy
    Cancel all conditional orders of a contract.
set_take_profit(settle*, contract*, exit*, side:position_side)
    为持仓设置止盈：触发后按指定价格或市价平仓。
set_stop_loss(settle*, contract*, exit*, side:position_side)
    为持仓设置止损：价格到达触发价时按指定价格或市价平仓，以限制亏损。
cancel_position_exits(settle*, contract*) destroy
    Remove the take-profit and the stop-loss of a position.
create_trailing_order(settle*, contract*, size*, trail*, activation, reduce_only)
    Place a trailing stop for a futures position.
list_trailing_orders(settle*, contract, status)
    List trailing stops.
cancel_trailing_order(settle*, id*) destroy
create_twap_order(settle*, contract*, size*, duration*)
    Execute a large futures order in equal slices.
create_chase_order(settle*, contract*, size*, limit_price:price)
    追单：限价单自动跟随最优买卖价调整，直到成交或超出价格上限。

# Positions and margin
list_positions(settle*, holding, limit, offset) read "List positions"
    List all your positions with size, entry price, leverage, margin, mark price, liquidation price and
    unrealised profit.
get_position(settle*, contract*)
    查询单个合约的持仓：方向、数量、开仓均价、强平价、保证金与未实现盈亏。
list_position_history(settle*, contract, from, to, limit, offset)
    List closed positions with realised profit. Fees and funding payments are given apart from the profit of
    the price move.
set_leverage(settle*, contract*, leverage*, cross_limit)
    调整持仓杠杆倍数。设置为 0 表示使用全仓保证金，此时由 cross_limit 限定最大杠杆。
set_position_margin(settle*, contract*, change*)
    增加或减少逐仓持仓的保证金。
set_margin_mode(settle*, contract*, mode:margin_mode*)
    Switch a contract between isolated and cross margin. Not possible while orders are open. Positions keep
    their size, but the liquidation price changes.
set_risk_limit(settle*, contract*, risk_limit*)
    Change the risk limit of a position.
set_position_mode(settle*, dual*)
    切换单向持仓与双向持仓模式，切换前必须没有持仓和挂单。
get_position_mode(settle*)
    Get whether hedged positions are on.
get_adl_rank(settle*, contract)
    Get the rank of your positions in the auto-deleveraging queue, from 1 (last) to 5 (next). The rank rises
    with profit and leverage.
list_liquidation_history(settle*, contract, from, to, limit)
    查询个人强平记录。包括强平价格、破产价格、成交数量与损失金额。
list_adl_history(settle*, contract, from, to, limit)
    List your auto-deleveraging records.
calculate_liquidation_price(settle*, contract*, size*, entry*, leverage*, mode:margin_mode)
    Calculate the liquidation price of a planned position.
calculate_profit(settle*, contract*, size*, entry*, exit:exit_price*, leverage)
    Calculate profit, return on margin and fees of a planned trade. Nothing is placed.
calculate_max_size(settle*, contract*, price, leverage*)
    计算在当前可用保证金和杠杆下最多可开的合约张数。

# Account
get_account(settle*)
    Get the futures account: total, available, position margin, order margin, unrealised profit and bonus.
list_account_book(settle*, contract, type:book_type, from, to, limit, offset)
    List all changes of the futures balance.
list_funding_payments(settle*, contract, from, to, limit)
    查询资金费用的收付记录。
get_fee(settle*, contract)
    Get your futures fee rates.
get_profit_summary(settle*, scope, from, to)
    Get profit and loss per contract and day.
get_trading_statistics(settle*, from, to)
    Data.
list_bonus(settle*, status)
    查询合约体验金。
set_multi_asset_mode(enabled*)
get_multi_asset_mode(settle)
    Multi-asset mode.

# Strategies and copy trading
create_grid_strategy(settle*, contract*, low*, high*, grids*, leverage*, side:position_side)
    创建合约网格策略，支持做多、做空和中性三种方向。
get_grid_strategy(strategy_id*)
    查询合约网格策略的收益、持仓与挂单情况。
stop_grid_strategy(strategy_id*, close) destroy
    Stop a futures grid and optionally close its position.
list_lead_traders(settle, sort_by, limit=20)
    列出可跟单的带单交易员，以及其收益率、胜率和跟单人数。
follow_trader(lead_id*, ratio*, investment:amount*)
    Copy the futures trades of a lead trader.
unfollow_trader(lead_id*, close) destroy
    Stop copying a lead trader. Positions that were copied stay open unless `close` is set.
list_copy_positions(lead_id, limit)
    List positions opened by copy trading.

# Options trading
create_option_order(option:option*, size*, price*, tif, reduce_only, text)
    Place an option order.
cancel_option_order(order_id*) destroy
    Cancel an option order.
list_option_orders(underlying*, status*, from, to, limit)
    List option orders.
list_option_positions(underlying)
    查询期权持仓及希腊字母敞口。
get_option_account()
    Get the option account.
set_option_mmp(underlying*, window*, frozen*, quantity*)
    Set market maker protection: when more than `quantity` is filled within the window, quoting is frozen.
reset_option_mmp(underlying*)
    Lift the freeze of market maker protection.
"""

EXTRAS: dict[str, dict[str, object]] = {
    "create_order": {"_meta": {"exchange.demo/weight": 1, "exchange.demo/permission": "futures:write"}},
    "close_all_positions": {"_meta": {"exchange.demo/confirm": "always"}},
}


def build() -> list[Tool]:
    """Return the tools of futures and options trading."""
    return tools(TABLE, PARAMETERS, "cex_futures_", DEFINITIONS, EXTRAS, closed=True)
