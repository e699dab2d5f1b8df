"""Wallet of the demo exchange, accounts: balances, sub-accounts, keys, earning, security and reports."""

from __future__ import annotations

from inspector.demo.exchange.parameters import COMMON, DEFINITIONS
from inspector.demo.rows import Tool, tools
from inspector.demo.schema import Schema, choice, either, flag, many, text, whole

PARAMETERS: dict[str, Schema] = {
    **COMMON,
    "valuation": choice("Currency in which totals are expressed.", "USDT", "USD", "BTC", "CNY"),
    "account": choice(
        "Account type whose balance or fees are wanted.", "spot", "margin", "futures", "options", "earn", "funding"
    ),
    "login": text("Login name of the sub-account; letters, digits and underscores.", pattern="^[A-Za-z0-9_]{4,30}$"),
    "email": text("Notification address of the sub-account.", form="email"),
    "remark": text("备注，仅自己可见。", longest=60),
    "key": text("API key."),
    "key_name": text("Name of the key.", longest=30),
    "permissions": many(
        choice("", "spot", "futures", "margin", "wallet", "earn", "withdraw"), "Areas the key may use.", 1
    ),
    "read_only": flag("Whether the key may only read."),
    "addresses": many(text("", form="ipv4"), "Addresses from which the key may be used.", most=20),
    "product": text("理财产品编号，可通过 cex_wallet_list_earn_products 查询。"),
    "product_type": choice("产品类型。", "flexible", "fixed", "staking", "dual", "launchpool"),
    "min_rate": text("可接受的最低年化利率，例如 0.05。"),
    "auto_renew": flag("到期后是否自动续投。"),
    "purchase_id": text("申购记录编号。"),
    "days": whole("Number of days.", 1, 365),
    "report": choice("Kind of report.", "balances", "transactions", "tax", "fees"),
    "year": whole("Calendar year.", 2018, 2100),
    "format": choice("File format.", "csv", "pdf", "xlsx"),
    "report_id": text("Report id."),
    "event": choice("Kind of event.", "login", "key_change", "withdrawal", "password_change"),
    "uids": either("One user id or several.", text(), many(text(), most=50)),
    "level": choice("代理层级。", "direct", "indirect", "all"),
    "mode": choice("账户模式。", "classic", "multi_currency", "portfolio", "single_currency"),
}

TABLE = """
# Balances
get_total_balance(valuation=USDT) read "总资产估值"
    查询账户总资产估值：将现货、杠杆、合约、理财等所有账户折算为指定币种后汇总，数据有约一分钟的缓存。返回总
    额以及每个账户类型的明细。
get_account_balance(account*, currency)
    Get the balance of one account type. Available and frozen amounts are given apart; earn positions count
    with their redeemable value.
list_balance_changes(account, currency, from, to, page, limit)
    查询资金流水，包括充值、提现、划转、交易和手续费。每条记录包含变动前余额、变动数量、变动后余额、业务类型
    以及关联编号，最长可查询 30 天。
get_balance_history(days=30, valuation)
    Get the daily total balance for a chart. One point per day at 00:00 UTC; days before the account was
    opened are left out.
get_asset_allocation(valuation)
    按币种统计资产占比。返回每个币种的数量、估值以及占总资产的百分比。
get_account_mode()
    查询统一账户当前的账户模式。可能的结果为经典、单币种保证金、多币种保证金和组合保证金。
set_account_mode(mode*)
    切换统一账户模式，切换前需满足保证金要求且没有冲突的挂单。切换后逐仓杠杆账户将停用，请提前平仓并归还借款。
get_vip_level()
    Get your fee level and what is missing for the next one. Looks at the trading volume of 30 days and the
    average holding of the platform token.
get_fee_rates(currency, account)
    Get all fee rates of the account: spot, futures, delivery and options, with discounts applied. Rates are
    decimal fractions: 0.001 stands for 0.1 %.
get_account_info()

# Sub-accounts
list_sub_accounts(page=1, limit=100)
    查询子账户列表，包含用户编号、登录名、备注和状态。按创建时间倒序排列，已锁定的子账户也会返回。
create_sub_account(login*, remark, email)
    创建一个新的子账户。子账户不能登录网页端提现，所有提现须由主账户发起，最多可创建 100 个子账户。
get_sub_account(sub_uid*)
    Get one sub-account. Returns its login name, state, account mode, permissions and the time of its
    creation.
lock_sub_account(sub_uid*) destroy
    锁定子账户：锁定后该子账户无法登录、交易和划转。未完成的订单会保留，可由主账户代为撤销。
unlock_sub_account(sub_uid*)
    Unlock a sub-account. Its API keys stay disabled until each is enabled again.
list_sub_account_balances(uids)
    查询各子账户的现货余额。未指定用户编号时返回全部子账户，余额为零的币种不返回。
list_sub_account_margin_balances(uids)
    List the margin balances of sub-accounts. Isolated accounts are listed pair by pair with borrowed
    amounts and interest.
list_sub_account_futures_balances(uids, settle:currency)
    List the futures balances of sub-accounts. Includes margin in use, unrealised profit and bonus for each
    settlement currency.
list_sub_account_keys(sub_uid*)
    List the API keys of a sub-account. Secrets are never returned; permissions, bound addresses and the
    last use are.
create_sub_account_key(sub_uid*, name:key_name*, permissions*, read_only=true, ip:addresses)
    Create an API key for a sub-account. The secret is returned once only and cannot be read again.
    | Give the fewest permissions that do, and bind the key to addresses whenever it may trade.
update_sub_account_key(sub_uid*, key*, name:key_name, permissions, read_only, ip:addresses)
    Update an API key of a sub-account; fields left out stay as they are. Changes take effect within a
    minute; requests that are already running are finished with the old rights.
delete_sub_account_key(sub_uid*, key*) destroy
    删除子账户的 API Key，立即生效。使用该密钥的程序会立刻收到鉴权失败的错误。
set_sub_account_permissions(sub_uid*, permissions*)
    设置子账户可使用的业务范围，例如仅允许现货交易，未列出的业务将被禁用。
set_sub_account_limits(sub_uid*, daily_limit:amount*, currency)
    Limit how much a sub-account may move to other accounts per day. Requests beyond the limit are refused.
    A limit of 0 blocks every movement, and leaving out the currency sets the limit for all of them
    together.

# Earning
list_earn_products(type:product_type, currency, page, limit)
    查询理财产品列表（Earn products），包括活期、定期、质押与双币投资，以及参考年化利率和剩余额度。默认按年
    化利率从高到低排列，售罄的产品排在最后。
get_earn_product(product*)
    查询理财产品详情与申购规则。包括起息时间、派息频率、起购数量、个人限额与提前赎回规则。
subscribe_earn_product(product*, amount*, min_rate, auto_renew=false)
    申购理财产品，资金从现货账户扣除。活期产品可随时赎回，定期产品到期后本息自动返回现货账户。
redeem_earn_product(purchase_id*, amount)
    赎回理财产品。定期产品提前赎回将损失利息。活期产品即时到账，质押产品需等待链上解锁期。
list_earn_positions(type:product_type, currency, page, limit)
    List your current earn positions. Each position shows principal, interest so far, current rate and the
    date it ends.
list_earn_interest(currency, from, to, page, limit)
    查询理财收益发放记录。按产品和币种返回每次派息的数量、利率与发放时间。
list_earn_rates(currency*, days)
    Get the history of flexible interest rates. One point per hour for up to 30 days, then one point per
    day.
list_staking_rewards(currency, from, to, page, limit)
    List staking rewards. Rewards are credited once a day; pending rewards are marked.
unstake(currency*, amount*)
    Unstake. The unlocking time depends on the chain and may reach 28 days.

# Security and keys
get_key_info()
    Get the permissions, address limits and expiry of the API key in use. Useful as a first call: it shows
    which of the other tools the key is allowed to use.
list_api_calls(key, from, to, page, limit)
    List recent API calls of a key with endpoint, address, status and response time, to find failing programs.
list_devices(page, limit)
    List the devices that are logged in, with their place and the time of the last use. The device this
    request comes from is marked.
revoke_device(id*) destroy
    Log a device out at once. API keys are not affected; delete them one by one if they may have leaked.
list_security_events(event, from, to, page, limit)
    List security events such as logins, key changes and withdrawals, with address and device. Events of
    sub-accounts are included when the key belongs to the main account.
get_security_settings()
    查询安全设置状态：两步验证、防钓鱼码、提现白名单等。建议在创建可提现的 API Key 之前确认全部选项均已开启。
freeze_account() destroy
    紧急冻结账户：立即禁止登录、交易和提现，需联系客服并完成身份验证后才能解冻。未完成的订单会被全部撤销，持
    仓不会被平掉。

# Reports and rebates
create_report(report*, year, from, to, format=csv)
    Start a report over a year or a time range. Poll cex_wallet_get_report until it is done. Only one report
    can be in preparation at a time.
get_report(report_id*)
    Get the state of a report and, once it is done, its download link. Creating a report usually takes one
    to five minutes, longer for whole years.
list_reports()
    List reports. Reports are kept for seven days and can then be created again.
list_rebate_history(level=all, currency, from, to, page, limit)
    查询返佣记录，支持按代理层级和币种筛选。返回被邀请人、来源交易、币种、返佣数量与到账时间。
list_invited_users(page, limit)
    List users you invited. Shows the masked user id, the day of registration and whether the user has
    traded.
list_coupons(status)
    查询卡券列表。包括手续费抵扣券、合约体验金与加息券，返回面额、适用范围和有效期。
redeem_coupon(id*)
    Use a coupon. Coupons that have expired or are meant for another account type are refused.
"""


def build() -> list[Tool]:
    """Return the wallet tools about accounts."""
    return tools(TABLE, PARAMETERS, "cex_wallet_", DEFINITIONS, closed=True)
