"""Wallet of the demo exchange, moving funds: deposits, withdrawals, transfers and conversion."""

from __future__ import annotations

from inspector.demo.exchange.parameters import COMMON, DEFINITIONS
from inspector.demo.rows import Tool, tools
from inspector.demo.schema import Schema, choice, flag, many, number, record, ref, text, whole

PARAMETERS: dict[str, Schema] = {
    **COMMON,
    "currency": text("币种代码（大写），例如 BTC 或 USDT；非必填时留空表示全部币种。"),
    "chain": text("链名称，例如 ETH、TRX、BSC，可通过 cex_wallet_list_chains 查询。"),
    "amount": text("数量，使用十进制字符串以避免精度损失。"),
    "address": text("链上地址。"),
    "memo": text("部分链（例如 XRP、EOS、TON）要求填写的 memo 或 tag，填错可能导致资产丢失。"),
    "origin": choice(
        "转出账户的类型，资金将从该账户扣除。", "spot", "margin", "futures", "delivery", "options", "funding"
    ),
    "destination": choice(
        "转入账户的类型，资金将计入该账户。", "spot", "margin", "futures", "delivery", "options", "funding"
    ),
    "settle": text("Settlement currency; needed when one side is the futures account."),
    "symbol": text("Trading pair; needed when one side is the isolated margin account."),
    "client_id": text("Your own id for this request; sending it twice has no second effect.", longest=40),
    "withdrawal_id": text("提现记录编号。"),
    "txid": text("Transaction hash on the chain."),
    "state": choice(
        "Only records in this state; all states if left out.",
        "requested",
        "pending",
        "confirming",
        "done",
        "failed",
        "cancelled",
    ),
    "recipient": text("Recipient: user id, e-mail address or phone number."),
    "addresses": many(ref("Address"), "要添加的地址列表。", 1, 20),
    "verified": flag("Only addresses on the whitelist."),
    "enabled": flag("是否启用。"),
    "way": choice("划转方向。", "to_sub", "from_sub"),
    "sub_account": choice("子账户的账户类型。", "spot", "futures", "options"),
    "sell": text("Currency to give."),
    "buy": text("Currency to receive."),
    "sell_amount": text("Amount to give; set either this or `buy_amount`."),
    "buy_amount": text("Amount to receive."),
    "quote_id": text("Quote id, valid for ten seconds."),
    "fiat": text("ISO 4217 code of the fiat currency, e.g. EUR.", pattern="^[A-Z]{3}$"),
    "method": choice("Payment method.", "card", "bank_transfer", "p2p", "wallet"),
    "shares": many(ref("Leg"), "按比例兑换的目标币种。", 2, 10),
    "invoice": record(
        "Travel-rule details of the receiving party.",
        "name",
        name=text("Full name."),
        country=text("ISO 3166 country code.", pattern="^[A-Z]{2}$"),
        platform=text("Name of the receiving platform, if any."),
        self_hosted=flag("Whether the address is a self-hosted wallet."),
    ),
    "days": whole("How many days to look back.", 1, 90),
    "fee_side": choice("Who pays the network fee.", "sender", "recipient"),
    "tolerance": number("Largest accepted change of the quote in percent.", 0, 2),
}

TABLE = """
# Chains and addresses
list_chains(currency*) read
    查询币种支持的链：充值和提现状态、合约地址、确认次数、提现手续费及最小提现数量。
get_deposit_address(currency*, chain) read "充值地址"
    获取指定币种的充值地址。若尚未生成则返回空，需先调用 cex_wallet_create_deposit_address。
create_deposit_address(currency*, chain*) write again
    为指定币种和链生成充值地址，同一条链重复调用返回相同的地址。
list_deposit_addresses(currency, page, limit) read
    List all your deposit addresses. One row for each currency and chain, with its memo where the chain
    needs one.
list_saved_addresses(currency*, chain, limit=50, verified=false) read
    查询提现地址簿，可筛选已加入白名单的地址。
add_saved_addresses(addresses*) write
    向提现地址簿批量添加地址，新地址在 24 小时后方可用于提现。
delete_saved_address(currency*, chain*, address*) destroy
    从提现地址簿中删除地址。删除后如需再次使用，必须重新添加并等待 24 小时。
check_address(currency*, chain*, address*, memo) read
    Check whether an address is well formed, belongs to the chain and needs a memo. Nothing is sent; use it
    before saving an address or withdrawing to it.
set_address_whitelist(enabled*) write again
    Switch the withdrawal whitelist on or off. While it is on, withdrawals go to verified addresses only.
    Switching it off blocks withdrawals for a day.

# Deposits
list_deposits(currency, state, from, to, limit=100, offset=0) read "List deposits"
    List on-chain deposits with amount, chain, confirmations and state. The time range may span up to 30 days.
get_deposit(txid*) read
    根据链上交易哈希查询充值详情与确认进度。若充值因金额过小或链暂停而未入账，会同时返回原因。
list_deposit_fees(currency) read
    List fees for deposits.
claim_missing_deposit(currency*, chain*, txid*, memo) write
    找回未到账充值：用于忘记填写 memo 或充错链的情况，提交后由人工审核。审核通常需要三到十个工作日，可能收取
    一定的手续费。
list_push_deposits(currency, from, to, limit, offset) read
    查询收到的站内转账记录。返回付款方用户编号、币种、数量与到账时间。

# Withdrawals
create_withdrawal(currency*, chain*, amount*, address*, memo, client_id, invoice) destroy "Withdraw"
    发起提现：将指定数量的币种发送到链上地址。地址必须在白名单中，提现一经上链无法撤销，请务必核对链和 memo。
    Withdraw funds to an on-chain address. This cannot be undone once it is on the chain.
    |
    | Example: {"currency": "USDT", "chain": "TRX", "amount": "100", "address": "T…", "client_id": "w-17"}
cancel_withdrawal(withdrawal_id*) destroy
    撤销尚未上链的提现申请，资金退回原账户。状态为 pending 之后的提现无法撤销。
get_withdrawal(withdrawal_id*) read
    Get one withdrawal. Returns amount, fee, chain, transaction hash, number of confirmations and state.
list_withdrawals(currency, state, client_id, from, to, limit=100, offset=0) read
    查询提现记录，包括数量、手续费、链上交易哈希和状态。
get_withdrawal_fee(currency*, chain) read
    查询提现手续费（withdrawal fee），包括固定手续费与按比例收取的部分。
get_withdrawal_limits(currency) read
    Get how much you may still withdraw today and what raises the limit. Limits depend on the verification
    level and on recent changes of the password.
estimate_arrival(currency*, chain*) read
    Estimate how long a withdrawal takes on a chain. Based on the transactions of the last hour, with the
    number of confirmations the network needs now.
create_push_transfer(currency*, amount*, recipient*, client_id) destroy
    站内转账：向平台内的其他用户转账，即时到账且不收取手续费。对方到账后无法撤回，请仔细核对收款人。
list_push_transfers(from, to, limit, offset) read
    List transfers sent to other users. Only transfers of the last 90 days are available.

# Transfers between own accounts
transfer(currency*, amount*, from:origin*, to:destination*, settle, symbol, client_id) write "资金划转"
    在自己的现货、杠杆、合约、期权等交易账户之间划转资金，即时到账，不收取手续费。
    Move funds between your own trading accounts.
get_transfer(client_id*) read
    Get the state of a transfer. A transfer between accounts is usually done within a second; an unknown id
    means that nothing was moved.
list_transfers(currency, from, to, limit, offset) read
    List transfers between your own accounts. Both directions are included, newest first.
get_transferable_amount(currency*, account:origin*, symbol) read
    查询某个账户当前最多可划出的数量。已被挂单或仓位占用的部分不计入可划转数量。
transfer_to_sub_account(sub_uid*, currency*, amount*, direction:way*, account:sub_account=spot, client_id) write
    主账户与子账户之间的资金划转，支持现货、合约与期权账户。
transfer_between_sub_accounts(from:sub_uid*, to:sub_uid*, currency*, amount*, account:sub_account) write
    在两个子账户之间划转资金，仅主账户的 API Key 有权限调用。
list_sub_account_transfers(sub_uid, from, to, limit, offset) read
    List transfers between the main account and its sub-accounts. Shows the direction, both account types,
    the amount and who started the transfer.
set_auto_transfer(origin*, destination*, currency, enabled*) write
    设置自动划转规则。当转入账户余额不足时，自动从转出账户补足，可按币种分别设置。

# Conversion
get_convert_quote(sell*, buy*, sell_amount, buy_amount) read
    获取闪兑报价：返回锁定十秒的汇率与预计到账数量，可指定卖出数量或买入数量之一。
accept_convert_quote(quote_id*, tolerance) write
    Accept a conversion quote. Fails when the quote has expired or the price has moved by more than the
    tolerance.
list_convert_pairs(sell) read
    List the pairs that can be converted. Each pair comes with its smallest and largest amount.
list_conversions(from, to, page, limit) read
    查询闪兑历史记录。
convert_to_basket(sell*, sell_amount*, shares*) write
    一键将一种资产按比例兑换为多种资产。各目标币种的比例之和必须等于 100，任意一项失败则整笔撤销。
list_small_balances(limit) read
    查询账户中可兑换的小额资产。单个币种估值低于 1 USDT 的余额视为小额资产，每 24 小时可兑换一次。
convert_small_balances(currencies*) write
    Convert small balances into the platform token.
list_conversion_history(days, page, limit) read
    List history.

# Fiat
list_fiat_currencies() read
    List supported fiat currencies.
list_payment_methods(fiat*) read
    查询法币支持的支付方式及其限额。未完成身份认证的账户只能看到部分支付方式。
get_fiat_quote(fiat*, currency*, amount*, method) read
    Get a price for buying or selling with fiat money. The price includes all fees and is held for thirty
    seconds.
list_fiat_orders(fiat, state, from, to, page, limit) read
    List your fiat orders. Orders by card, bank transfer and third-party wallets are included; peer-to-peer
    orders are not.
list_p2p_offers(fiat*, currency*, side*, method, amount, page, limit) read
    查询 C2C 市场广告列表，可按支付方式和金额筛选。
get_p2p_order(id*) read
"""


def build() -> list[Tool]:
    """Return the wallet tools that move funds."""
    return tools(TABLE, PARAMETERS, "cex_wallet_", DEFINITIONS, closed=True)
