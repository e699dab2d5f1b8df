"""Margin trading of the demo exchange: isolated, cross and unified accounts, orders, positions and risk."""

from __future__ import annotations

from inspector.demo.exchange.parameters import COMMON, DEFINITIONS
from inspector.demo.rows import Tool, tools
from inspector.demo.schema import Schema, choice, flag, many, number, record, ref, text, whole

PARAMETERS: dict[str, Schema] = {
    **COMMON,
    "account": choice(
        "Margin account to use: one account per pair (isolated, needs `symbol`) or one for all pairs (cross).",
        "isolated",
        "cross",
    ),
    "auto_borrow": flag("Borrow what is missing when the order is placed; interest starts at once."),
    "auto_repay": flag("Use the proceeds of the order to repay the loan as soon as it fills."),
    "amount": text("Amount in base currency, or in quote currency for a market buy, as a decimal string."),
    "trigger": ref("Trigger"),
    "take_profit": ref("Exit"),
    "stop_loss": ref("Exit"),
    "orders": many(ref("Order"), "Margin orders to place, at most 10.", 1, 10),
    "leverage": text("杠杆倍数，例如 3、5 或 10，不能超过该交易对允许的最大杠杆。"),
    "collateral": text("Currency that serves as collateral."),
    "shock": many(
        record(
            "One assumed price change.",
            "currency change",
            currency=text("Currency code."),
            change=number("Change in percent, e.g. -20.", -100, 1000),
        ),
        "Price changes to apply at the same time.",
        1,
        20,
    ),
    "mode": choice("统一账户的保证金模式。", "single_currency", "multi_currency", "portfolio"),
    "spot_hedge": flag("组合保证金模式下是否允许现货对冲合约与期权的风险。"),
    "enabled": flag("Whether the feature is on."),
    "nonzero": flag("Leave out accounts without any balance or loan."),
    "threshold": number("Margin ratio in percent below which a warning is sent.", 100, 1000),
    "book_type": choice(
        "Only changes of this kind.", "borrow", "repay", "interest", "trade", "fee", "transfer", "liquidation"
    ),
    "token": text("杠杆代币名称，例如 BTC3L 或 ETH3S。"),
    "target_leverage": choice("代币的目标杠杆与方向。", "3L", "3S", "5L", "5S"),
    "days": whole("How many days to look back.", 1, 180),
}

TABLE = """
# Markets
list_symbols(account=isolated, quote:currency) read
    List the pairs that can be traded on margin, with the largest leverage, the borrowable currencies and the
    smallest loan of each.
get_symbol(symbol*) read again
    查询单个杠杆交易对的规则：最大杠杆倍数、最小借币数量、强平线与预警线。
list_currencies() read
    List the currencies accepted as cross margin collateral, with their discount tiers. Currencies that can
    be borrowed but not pledged are marked.
list_leverage_tiers(symbol*, account) read
    查询杠杆梯度：借币总额越大，可用的最大杠杆倍数越低，维持保证金率越高。
list_collateral_discounts(currency) read
    List the discount tiers by which collateral is valued: the larger the balance, the smaller its counted share.
get_index_price(symbol*) read
    Get the index price used to value margin accounts. The index is the median of several exchanges, so that
    one market alone cannot cause a liquidation.
get_long_short_ratio(symbol*, days=30) read
    查询杠杆市场的多空借贷比（margin long/short ratio）。

# Accounts
get_isolated_account(symbol*) read "Isolated margin account"
    Get the isolated margin account of one pair: balance, borrowed amount and interest of both currencies, and
    the margin ratio with the price at which the account would be liquidated.
list_isolated_accounts(symbol, nonzero=true) read
    查询全部逐仓杠杆账户，包括可用余额、已借数量、未还利息和风险率。
get_cross_account() read "全仓杠杆账户"
    查询全仓杠杆账户：总资产、总负债、净资产、风险率以及各币种的可用、冻结和已借数量。
list_account_book(account, symbol, currency, type:book_type, from, to, page=1, limit=100) read
    List all changes of the margin balance, with loans, repayments, interest, trades and transfers.
get_funding_balance(currency) read
    Get the balance that can be lent out. Funds that are already lent are listed with the interest earned so
    far.
set_leverage(symbol*, leverage*) write again
    设置逐仓杠杆交易对的杠杆倍数。Set the leverage of one isolated pair; existing loans keep their terms.
get_leverage(symbol*) read
    Get the leverage set for a pair. Pairs that were never changed return the default leverage of their
    tier.
set_auto_repay(enabled*) write again
    开启或关闭杠杆自动还币：开启后，账户内的闲置余额会自动用于归还借款。
get_auto_repay() read
    Get whether automatic repayment is on. The answer also tells when balances were last used for a
    repayment.
set_risk_alert(account*, threshold*) write
    Get a message when the margin ratio falls below a threshold. The message goes to the app and by e-mail,
    at most once an hour for each account.
transfer_in(symbol, currency*, amount*, account*) write
    将资金从现货账户转入杠杆账户作为保证金。
transfer_out(symbol, currency*, amount*, account*) write
    将资金从杠杆账户转出到现货账户，转出后风险率不得低于最低要求。
get_max_transferable(currency*, symbol, account) read
    Get how much may leave the margin account without breaking its margin requirement.

# Orders
create_order(symbol*, side*, type:order_type=limit, amount*, price, account=isolated, time_in_force=gtc, \
    auto_borrow=false, auto_repay=false, text, stp_act) write "Place a margin order"
    Place an order with borrowed funds. With `auto_borrow` the missing amount is borrowed at the current rate;
    with `auto_repay` the proceeds repay the loan. Liquidation is possible: check cex_margin_get_risk first.
create_batch_orders(orders*, account) write
    Place up to 10 margin orders at once; each succeeds or fails on its own. Borrowing on demand is not
    available here, so make sure the funds are there.
cancel_order(order_id*, symbol*, account) destroy again
    撤销一个杠杆订单。由自动借币产生的借款不会随撤单自动归还。
cancel_orders(symbol, side, account) destroy
    Cancel all open margin orders of one pair, or of all pairs. Trigger orders are not affected; cancel
    those with cex_margin_cancel_trigger_order.
amend_order(order_id*, symbol*, amount, price) write
    Change the price or the amount of an open margin order. Funds that are no longer needed are released,
    but a loan taken by auto_borrow stays until it is repaid.
get_order(order_id*, symbol*, account) read
    查询单个杠杆订单的状态、成交均价与已成交数量。
list_orders(symbol*, status=open, side, account, from, to, page=1, limit=100) read
    List your margin orders in one pair, open or finished.
list_my_trades(symbol, order_id, account, from, to, page, limit=100) read
    List your fills in margin accounts with price, amount, fee and role.
create_trigger_order(symbol*, side*, amount*, price*, trigger*, account, auto_borrow) write
    创建杠杆条件单：市场价格满足触发条件后自动下单，可选择触发时自动借币。
list_trigger_orders(symbol, status, limit, offset) read
    List conditional margin orders. Each entry shows its condition, the order it would place and whether it
    would borrow.
cancel_trigger_order(id*) destroy
    Cancel one conditional margin order. Orders that were already placed by it stay open.
set_position_exits(symbol*, take_profit, stop_loss) write
    Set take-profit and stop-loss for the net position of a pair. Whichever triggers first closes the
    position at market and repays the loan behind it.

# Positions and risk
list_positions(account, symbol) read
    List net margin positions with average cost, borrowed amount, profit and liquidation price. The net
    position is what you hold minus what you owe, pair by pair.
close_position(symbol*, account*, dry_run) destroy
    平掉杠杆仓位：以市价卖出或买回持仓，并用所得资金归还借款与利息。设置 dry_run 为 true 时仅返回预计成交均
    价与剩余负债。
get_risk(account*, symbol) read "Margin risk"
    Get the margin ratio, the warning and liquidation lines and how far prices may move before liquidation.
    A ratio above 150 is comfortable; at 110 the account is liquidated.
simulate_risk(account*, shock*) read
    Recalculate the margin ratio under assumed price changes. Nothing is changed in the account. Answers
    questions such as: what if BTC falls by 20 % and ETH by 30 %?
calculate_liquidation_price(symbol*, side*, amount*, price*, leverage*) read
    根据开仓价、数量和杠杆倍数估算强平价格。结果未计入之后产生的利息，仅供参考。
list_liquidations(account, symbol, from, to, page, limit) read
    查询个人杠杆账户的强制平仓记录。包括触发时的风险率、被卖出的资产、偿还的负债与剩余资产。
list_margin_calls(from, to, limit) read
    List margin calls. A margin call is sent when the margin ratio passes the warning line.

# Unified account
get_unified_account(currency) read
    查询统一账户详情：总权益、初始保证金、维持保证金、可用保证金与各币种余额。
get_unified_mode() read
    Get the margin mode of the unified account.
set_unified_mode(mode*, spot_hedge) write
    切换统一账户的保证金模式，切换前请先确认风险率和未完成的订单。
get_unified_risk_units() read
    Get the risk units of the portfolio with delta, gamma, vega and theta. Each unit stands for one
    underlying with all its spot, futures and option positions.
calculate_portfolio_margin(shock, spot_hedge) read
    Calculate the portfolio margin of your positions under assumed price changes.
get_unified_borrowable(currency*) read
    Max borrow.
set_collateral_currencies(currencies*, enabled*) write
    Choose which currencies count as collateral in the unified account. A currency taken out no longer
    supports open positions, so the margin ratio may fall.

# Leveraged tokens
list_leveraged_tokens(target:target_leverage) read
    列出杠杆代币及其净值、管理费率与篮子构成。净值每分钟更新一次，日管理费从净值中扣除。
get_leveraged_token(token*) read
    查询杠杆代币的净值、实际杠杆和再平衡时间。
subscribe_leveraged_token(token*, amount*) write
    申购杠杆代币。按下一次净值成交，收取 0.1% 的申购手续费。
redeem_leveraged_token(token*, amount*) write
    Redeem leveraged tokens at net value.
list_rebalances(token*, from, to, limit) read
    List past rebalances of a token. Each rebalance is given with its time, its reason and the leverage
    before and after.
"""


def build() -> list[Tool]:
    """Return the tools of margin trading."""
    return tools(TABLE, PARAMETERS, "cex_margin_", DEFINITIONS, closed=True)
