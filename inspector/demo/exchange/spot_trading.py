"""Spot trading of the demo exchange: orders, triggers, strategies, balances and fees."""

from __future__ import annotations

from inspector.demo.exchange.parameters import COMMON, DEFINITIONS
from inspector.demo.rows import Tool, tools
from inspector.demo.schema import Schema, choice, either, flag, many, number, ref, text, whole

PARAMETERS: dict[str, Schema] = {
    **COMMON,
    "account": choice(
        "Account the request works on; the unified account replaces the others once it is enabled.",
        "spot",
        "margin",
        "unified",
    ),
    "iceberg": text("Visible amount of an iceberg order; leave out to show the whole order."),
    "slippage": number("Largest accepted slippage of a market order, in percent.", 0, 5),
    "orders": many(ref("Order"), "Orders to place, at most 10.", 1, 10),
    "amendments": many(ref("Amendment"), "Changes to apply, at most 5.", 1, 5),
    "keys": many(ref("OrderKey"), "Orders to cancel, at most 20.", 1, 20),
    "trigger": ref("Trigger"),
    "take_profit": ref("Exit"),
    "stop_loss": ref("Exit"),
    "trail": text("Distance between the best price and the trigger, as a price or in percent, e.g. 50 or 1.5%."),
    "new_amount": text("New total amount, including what has been filled."),
    "duration": whole("Total run time in seconds.", 60, 86400),
    "slices": whole("Number of child orders.", 2, 500),
    "low": text("区间下限价格。"),
    "high": text("区间上限价格。"),
    "grids": whole("网格数量。", 2, 200),
    "spacing": choice("网格间距方式：等差或等比。", "arithmetic", "geometric"),
    "investment": text("投入金额，以计价币种计。"),
    "period": choice("定投周期。", "hourly", "daily", "weekly", "monthly"),
    "legs": many(ref("Leg"), "Portfolio to buy; shares must add up to 100.", 2, 10),
    "strategy_id": text("策略编号，可通过 cex_spot_list_strategies 查询。"),
    "strategy": choice("策略类型。", "grid", "dca", "rebalance", "twap", "iceberg"),
    "sell_base": flag("停止时是否将持有的基础币种全部卖出。"),
    "book_type": choice(
        "Only changes of this kind.", "trade", "fee", "transfer", "deposit", "withdrawal", "interest", "rebate"
    ),
    "role": choice("Only fills in this role.", "maker", "taker"),
    "target": choice("Currency to receive.", "USDT", "GUSD", "BTC"),
    "when": either("Moment of the snapshot: Unix seconds or an ISO 8601 date.", whole(), text("", form="date")),
    "format": choice("File format.", "csv", "xlsx", "json"),
    "condition": choice("价格条件。", "above", "below", "change_up", "change_down"),
    "channel": many(choice("", "app", "email", "sms"), "通知方式，可多选。", 1),
    "alert_id": text("预警编号。"),
    "discount": flag("Whether to pay trading fees with the platform token at a discount."),
    "members": many(text(), "User ids of the accounts in the group.", 1, 50),
    "note": text("Free note shown beside the order.", longest=200),
}

TABLE = """
# Orders
create_order(symbol*, side*, type:order_type=limit, amount*, price, account=spot, time_in_force=gtc, iceberg, \
    text, stp_act, action_mode, slippage) write "Place a spot order"
    Place a spot order. A limit order needs `price`. For a market order `amount` means quote currency when
    buying and base currency when selling.
    |
    | Example: buy 0.01 BTC at 60000 with
    | {"symbol": "BTC_USDT", "side": "buy", "amount": "0.01", "price": "60000"}
    |
    | Returns the order with its id, state and filled amount. Funds are reserved until it is filled or cancelled.
create_market_order(symbol*, side*, amount*, slippage=1, text) write
    以市价立即买入或卖出现货。买入时 amount 为计价币种金额，卖出时为基础币种数量，超过允许滑点的部分会自动撤
    销。适合小额即时成交。
create_batch_orders(orders*, action_mode) write
    批量下单：一次提交最多 10 个现货订单，每个订单独立成功或失败，返回结果的顺序与请求一致。
test_order(symbol*, side*, type:order_type, amount*, price) read
    Validate an order against the trading rules and your balance without placing it. Returns the expected
    fee and the amount that would be reserved.
cancel_order(order_id*, symbol*, account=spot, action_mode) destroy again
    撤销一个未成交或部分成交的现货订单。Cancel one open spot order by its id; the unfilled part is released at once.
cancel_orders(symbol, side, account=spot) destroy
    Cancel all open spot orders, or only those of one pair and side. Without a symbol every market is affected.
cancel_batch_orders(keys*) destroy
    Cancel several spot orders by id, across pairs, in a single request. The result tells for each order
    whether it was cancelled or why it could not be.
amend_order(order_id*, symbol*, amount:new_amount, price, account=spot) write
    Change the price or the amount of an open order. Lowering only the amount keeps its place in the queue;
    any other change moves it to the end.
amend_batch_orders(amendments*) write
    批量修改订单的价格或数量，一次最多 5 个，每个修改独立生效。
get_order(order_id*, symbol*, account=spot) read
    Get one spot order with its state, average price, filled amount and fees.
list_orders(symbol*, status=open, side, account=spot, from, to, page=1, limit=100) read "List spot orders"
    List your spot orders in one pair, open or finished. Orders that were cancelled without any fill are kept
    for one hour only.
list_open_orders(page=1, limit=100, account=spot) read
    查询全部交易对的当前挂单，按交易对分组返回。每个交易对最多返回 100 条，条件单与策略挂单不包含在内。
list_order_history(symbol, from, to, status=finished, page, limit=100) read
    List finished orders of the last 90 days over all pairs. Cancelled orders that were partly filled are
    included with their filled amount.
list_my_trades(symbol, order_id, role, from, to, page, limit=100) read
    查询个人成交明细，包含成交价、成交量、手续费以及挂单方或吃单方角色。
get_order_queue(order_id*, symbol*) read
    Estimate how much volume stands before your order at its price level. Hidden parts of iceberg orders are
    not counted.
set_order_note(order_id*, note*) write again
    Attach a note to an order. Notes are private and can be searched in the order history.
start_countdown_cancel(timeout*, symbol) write again
    Start the dead man's switch: unless this is called again within the countdown, all your open orders in the
    pair (or in all pairs) are cancelled.
stop_countdown_cancel(symbol) write again
    Stop the countdown that would cancel open orders. Orders that are open now stay open; the countdown of
    other pairs goes on.

# Conditional orders
create_trigger_order(symbol*, side*, amount*, price*, trigger*, account=spot, text) write
    创建现货条件单：当市场价格满足触发条件时，按指定价格自动挂出限价单。创建时不冻结资金，触发时余额不足则下单失败。
list_trigger_orders(symbol, status=open, limit=100, offset=0) read
    List conditional spot orders. Each entry shows the trigger condition, the order it would place and why
    it failed, if it did.
get_trigger_order(id*) read
    Get one conditional spot order. Once it has triggered, the id of the order it placed is included.
cancel_trigger_order(id*) destroy
    Cancel one conditional spot order that was not triggered yet.
cancel_trigger_orders(symbol, account) destroy
    撤销全部或指定交易对的现货条件单。不指定交易对时撤销所有条件单，返回被撤销的条件单列表。
create_oco_order(symbol*, side*, amount*, price*, trigger_price*, stop_price:price, text) write
    Place a one-cancels-the-other pair: a limit order and a stop order, of which the first to fill cancels the other.
list_oco_orders(symbol, status, limit) read
    List one-cancels-the-other orders. Both legs of a pair are returned together.
cancel_oco_order(id*) destroy
create_bracket_order(symbol*, side*, amount*, price, take_profit, stop_loss) write
    Place an entry order together with a take-profit and a stop-loss, which become active once the entry fills.
create_trailing_order(symbol*, side*, amount*, trail*, trigger_price) write
    创建跟踪委托：触发价随市场最优价移动，回撤达到设定幅度时以市价成交。
list_trailing_orders(symbol, limit=50) read
    List trailing orders.
cancel_trailing_order(id*) destroy
    撤销跟踪委托。已经触发并转为普通订单的跟踪委托，请使用 cex_spot_cancel_order 撤销。

# Strategies
create_iceberg_order(symbol*, side*, amount*, price*, iceberg*) write
    Split a large limit order so that only a small part is visible in the book at any time.
create_twap_order(symbol*, side*, amount*, duration*, slices=20, price) write
    Execute a large order in equal slices over time, to approach the time-weighted average price. Slices
    that do not fill within their time are added to the next one; `price` is the worst accepted price.
create_grid_strategy(symbol*, low*, high*, grids*, spacing=arithmetic, investment*, stop_loss:trigger_price) write
    创建现货网格策略：在价格区间内自动低买高卖，赚取震荡收益。价格离开区间后策略暂停挂单，可设置止损价。
create_dca_strategy(symbol*, period*, amount*, side=buy, from, to) write
    创建定投策略，按固定周期自动买入指定金额的币种。每次买入按市价成交，余额不足时本期跳过并发送通知。
create_rebalance_strategy(legs*, period=daily, investment*) write
    Keep a portfolio at fixed shares: the strategy buys and sells once per period until the shares fit again.
preview_grid_strategy(symbol*, low*, high*, grids*, spacing) read
    Estimate profit per grid and the needed investment before a grid is created. Fees are included in the
    estimate. Nothing is created and no funds are reserved.
list_strategies(strategy, status, page=1, limit=20) read
    查询正在运行和已结束的现货策略，包括累计收益与年化收益率。
get_strategy(strategy_id*) read
    获取策略详情。返回参数、运行状态、已实现收益、未实现收益以及当前挂单数量。
update_strategy(strategy_id*, stop_loss:trigger_price, take_profit:trigger_price, investment) write
    修改运行中策略的止盈价、止损价或追加投资金额。修改立即生效，不影响已成交的部分。
stop_strategy(strategy_id*, sell_base=false) destroy
    停止策略并撤销其全部挂单，可选择同时卖出持仓。
list_strategy_orders(strategy_id*, page, limit) read
    List the orders a strategy has placed. Includes open and filled orders, newest first.

# Account and fees
get_balance(currency, account=spot) read again "现货余额"
    查询现货账户余额：返回各币种的可用数量与冻结数量，可按币种筛选。
list_balances(account, currencies, page, limit) read
    Get the balances of all accounts of the spot system. Zero balances are left out.
get_balance_snapshot(when*, currencies) read
    Get the balances as they were at the end of a past day. Snapshots are taken at midnight UTC and kept for
    180 days.
list_account_book(currency, kind:book_type, from, to, page=1, limit=100) read
    List all changes of the spot balance: trades, fees, transfers, deposits and withdrawals.
get_fee(symbol) read
    查询当前的现货手续费率，包括挂单费率、吃单费率以及平台币抵扣折扣。
get_batch_fee(symbols*) read
    Get the fee rates of several pairs. Up to 50 pairs per request; pairs with a fee campaign show the
    reduced rate and its end.
set_fee_discount(enabled:discount*) write again
    Switch paying fees with the platform token on or off. The setting applies to new orders only.
list_fee_rebates(from, to, page, limit) read
    List maker rebates that were credited. Rebates are credited once an hour in the currency of the fee.
get_trading_volume(from, to, symbol) read
    查询个人在指定时间段内的现货成交额。按交易对汇总，同时返回折合 USDT 的总额，用于核对 VIP 等级。
get_profit_and_loss(symbol, from, to) read
    Get realised and unrealised profit of spot holdings, at average cost. Transfers between own accounts
    count as neither profit nor loss.
get_cost_basis(currency*) read
    Average purchase price of a currency. Deposits count at the market price of the moment they arrived.
list_dust_currencies() read
    列出可兑换的小额资产及预计可得的平台币数量。单个币种估值低于 5 USDT 且未被冻结的余额才会列出。
convert_dust(currencies*, target=USDT) write
    Convert small leftover balances into one currency. A fee of two percent is kept, and each currency can
    be converted once a day.
export_trades(from*, to*, symbol, format=csv) write
    Start an export of your trades; returns a job id for cex_spot_get_export.
get_export(id*) read
    Process data.

# Alerts and settings
create_price_alert(symbol*, condition*, price*, channel) write
    创建价格预警：价格达到条件时通过应用、邮件或短信通知。
list_price_alerts(symbol, status) read
    查询价格预警列表。返回预警条件、当前价格以及是否已触发，已触发的预警保留 30 天。
delete_price_alert(alert_id*) destroy again
    删除价格预警。
list_favorites() read
    List your favourite pairs. Favourites are shared between the app, the website and the API.
add_favorites(symbols*) write again
    Add pairs to your favourites. At most 200 pairs are kept.
remove_favorites(symbols*) write again
    Remove pairs from your favourites.
get_stp_group(id) read
    Get the self-trade prevention group your account belongs to and its other members.
set_stp_group(id*, members) write
get_rate_limits() read
    查询 API 调用频率限制的剩余额度。按接口分组返回每秒上限、已用次数与重置时间，避免触发限频。
"""

EXTRAS: dict[str, dict[str, object]] = {
    "create_order": {"_meta": {"exchange.demo/weight": 1, "exchange.demo/permission": "spot:write"}},
}


def build() -> list[Tool]:
    """Return the tools of spot trading."""
    return tools(TABLE, PARAMETERS, "cex_spot_", DEFINITIONS, EXTRAS, closed=True)
