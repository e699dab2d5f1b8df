"""Loans of the demo exchange: margin borrowing, collateral loans and lending to others."""

from __future__ import annotations

from inspector.demo.exchange.parameters import COMMON, DEFINITIONS
from inspector.demo.rows import Tool, tools
from inspector.demo.schema import Schema, choice, flag, many, ref, text, whole

PARAMETERS: dict[str, Schema] = {
    **COMMON,
    "account": choice("Account that borrows: isolated needs a symbol as well.", "isolated", "cross", "unified"),
    "amount": text("Amount to borrow or repay, as a decimal string."),
    "repay_all": flag("Repay the whole loan with its interest; `amount` is ignored."),
    "loan_id": text("Loan id returned when the loan was taken."),
    "loan_currency": text("Currency to borrow, e.g. USDT."),
    "collaterals": many(ref("Leg"), "质押物列表，可同时使用多种币种。", 1, 20),
    "term": choice("借款期限：活期随借随还，定期到期前利率不变。", "flexible", "7d", "30d"),
    "adjust": choice("Whether to add collateral or to take some back.", "add", "redeem"),
    "min_rate": text("Lowest hourly rate at which you are willing to lend, e.g. 0.00001."),
    "auto_renew": flag("Whether to lend or borrow again when the term ends."),
    "days": whole("How many days of history to return.", 1, 180),
    "hours": whole("借款时长，单位为小时。", 1, 8760),
    "kind": choice("借款类型。", "margin", "collateral", "platform"),
    "vip_level": whole("VIP level whose terms are wanted; your own if left out.", 0, 16),
}

TABLE = """
# Borrowing on margin
borrow(currency*, amount*, account*, symbol) write "借币"
    在杠杆账户中借入指定币种。借款后立即开始计息，按小时收取，可随时部分或全部归还。
    Borrow a currency in a margin account; interest is charged by the hour.
repay(currency*, amount, account*, symbol, repay_all=false) write "还币"
    归还杠杆借款。可以指定归还数量，也可以将 repay_all 设为 true 一次还清本金与利息。
get_borrowable(currency*, account*, symbol)
    Get how much of a currency can still be borrowed, given the collateral and the platform's remaining
    pool. The smaller of the two limits is returned, together with the reason for it.
list_loans(account, currency, symbol, page=1, limit=100)
    List your running margin loans with principal, unpaid interest and hourly rate.
get_loan(loan_id*)
    Get one loan. Includes every repayment made so far and the interest that has accrued since the last full
    hour.
list_loan_history(account, currency, from, to, page=1, limit=100)
    查询历史借款记录，包括借入时间、借入数量、利率与归还情况。
list_repayments(account, loan_id, currency, from, to, page=1, limit=100)
    List repayments, each split into principal and interest. Automatic repayments by orders and by
    liquidation are marked.
list_interest(account, currency, symbol, from, to, page=1, limit=100)
    查询杠杆借款的利息扣除记录，每小时一条。
get_interest_rate(currencies*, vip_level)
    Get the current hourly and annual interest rates of one or several currencies.
list_interest_rate_history(currency*, days=30, vip_level)
    List past interest rates of a currency by the hour. Rates are those charged, before any interest coupon.
estimate_interest(currency*, amount*, hours*)
    Estimate.
list_borrow_limits(currency, vip_level)
    List the borrowing limit of each currency by VIP level. Both the limit of the account and what is left
    of it are returned.
list_loan_pools(currency)
    查询平台各币种剩余可借额度。额度每分钟刷新一次，热门币种可能暂时不可借。

# Collateral loans
create_collateral_loan(loan_currency*, amount*, collaterals*, term=flexible, auto_renew)
    创建质押借款：以一种或多种币种作为质押物借入资产。质押率过高时会被强制平仓，请预留足够的质押物。
    |
    | 示例：{"loan_currency": "USDT", "amount": "5000", "collaterals": [{"currency": "BTC", "amount": "0.15"}]}
repay_collateral_loan(loan_id*, amount, repay_all=false)
    Repay a collateral loan, in part or in full. After full repayment the collateral returns to the spot account.
adjust_collateral(loan_id*, action:adjust*, collaterals*)
    增加或赎回质押物，以调整质押率。赎回后质押率不得高于初始质押率。
get_collateral_loan(loan_id*)
    Get a collateral loan with its loan-to-value ratio and the ratios for margin call and liquidation.
list_collateral_loans(loan_currency, status, page, limit)
    List your collateral loans. Each loan shows its term, what is owed, what is pledged and the current
    loan-to-value ratio.
list_collateral_adjustments(loan_id, from, to, page, limit)
    List changes of collateral. Shows the loan-to-value ratio before and after every addition and
    redemption.
list_collateral_repayments(loan_id, from, to, page, limit)
    查询质押借款的还款记录。每条记录包含归还的本金、利息以及释放的质押物。
list_collateral_currencies(loan_currency)
    查询可借币种及其支持的质押币种。同时返回每种质押币种的初始质押率、预警线与强平线。
get_collateral_ratio(loan_currency*, collaterals*)
    Calculate the loan-to-value ratio before a loan is taken. The answer also names the largest loan this
    collateral allows.
get_collateral_quota(loan_currency*, currency)
    Get the remaining personal and platform quota of collateral loans. Quotas are renewed every day at 00:00
    UTC.
list_collateral_rates(loan_currency, term)
    List interest rates of collateral loans by term. Flexible rates change by the hour, fixed rates are
    guaranteed for the whole term.
list_collateral_liquidations(from, to, page, limit)
    List liquidations of collateral loans. Tells which collateral was sold at which price and what was
    returned to you.

# Lending to others
lend(currency*, amount*, min_rate*, auto_renew)
    Lend a currency to margin traders. Funds are matched every hour to borrowers; money that is not matched can
    be taken back at any time.
redeem_lending(currency*, amount*)
    Take lent funds back. Money lent to a borrower at the moment returns at the next full hour.
update_lending(currency*, min_rate*)
    修改出借的最低利率。新利率在下一个整点撮合时生效。
list_lendings(currency, page, limit)
    List your lendings. Shows lent and idle amounts, the lowest accepted rate and the interest of yesterday.
list_lending_interest(currency, from, to, page, limit)
    查询出借利息收入。按小时返回出借数量、成交利率与利息。
list_lending_rates(currency)
    List estimated lending rates. The estimate is the rate at which the last hour's requests were matched.
get_lending_market(currency*)
    Get the lending market of a currency. Shows the money on offer at each rate, the money in use and the
    average rate.

# Overview
get_debt_summary(kind)
    查询全部借款的负债汇总：本金、利息及折合美元价值。可按借款类型筛选，并返回各币种的负债占比。
list_upcoming_repayments(days)
    List fixed-term loans that end soon. Loans with automatic renewal are marked, the others are repaid from
    the spot account.
"""


def build() -> list[Tool]:
    """Return the tools of loans and lending."""
    return tools(TABLE, PARAMETERS, "cex_margin_", DEFINITIONS, closed=True)
