"""Parameters and definitions that several markets of the demo exchange share."""

from __future__ import annotations

from inspector.demo.schema import Schema, choice, either, flag, many, number, record, text, whole

SYMBOL = text(
    "Trading pair written BASE_QUOTE in upper case, e.g. BTC_USDT or ETH_BTC.", pattern="^[A-Z0-9]+_[A-Z0-9]+$"
)
SETTLE = choice(
    "Currency in which the contracts are settled: usdt for linear contracts, btc or usd for inverse ones.",
    "usdt",
    "btc",
    "usd",
)
CONTRACT = text(
    "Contract name as listed by cex_futures_list_contracts, e.g. BTC_USDT.", pattern="^[A-Z0-9]+_[A-Z0-9_]+$"
)
AMOUNT = text('Amount as a decimal string, e.g. "0.015", so that no digits are lost.')
SUB_UID = text("User id of the sub-account, as returned by cex_wallet_list_sub_accounts.", pattern="^[0-9]+$")

COMMON: dict[str, Schema] = {
    "limit": whole("Maximum number of records to return in one page; the answer may hold fewer.", 1, 1000),
    "page": whole("Page number, starting at 1; use it together with `limit`.", 1),
    "offset": whole("Number of records to skip before the first one returned.", 0),
    "from": whole("Start of the time range in Unix seconds, included; seven days ago if left out."),
    "to": whole("End of the time range in Unix seconds, not included; now if left out."),
    "cursor": text("Opaque cursor taken from the previous page."),
    "currency": text(
        "Currency code in upper case, e.g. BTC, ETH or USDT; where it is optional, all currencies if left out."
    ),
    "currencies": either(
        "One currency code or a list of them; all currencies if left out.",
        text(),
        many(text(), most=50),
    ),
    "symbol": SYMBOL,
    "symbols": many(text(), 'Trading pairs to include, e.g. ["BTC_USDT", "ETH_USDT"].', 1, 100),
    "timezone": choice("Time zone in which the 24-hour change is computed.", "utc0", "utc8", "all"),
    "interval": choice("Length of one candle.", "10s", "1m", "5m", "15m", "30m", "1h", "4h", "8h", "1d", "7d", "30d"),
    "order_id": text("Order id given by the exchange, or the custom id that was set in `text`."),
    "order_ids": many(text(), "Ids of the orders, at most 20 per request.", 1, 20),
    "text": text(
        "Custom order id for your own bookkeeping; starts with t- and has at most 28 further characters.", longest=30
    ),
    "side": choice("Whether to buy or to sell.", "buy", "sell"),
    "amount": AMOUNT,
    "price": text("Limit price as a decimal string; required for limit orders."),
    "order_type": choice("Order type.", "limit", "market"),
    "time_in_force": choice(
        "gtc: stays until cancelled; ioc: fills what it can at once; poc: maker only; fok: all or nothing.",
        "gtc",
        "ioc",
        "poc",
        "fok",
    ),
    "stp_act": choice(
        "What to do when an order would trade against one of your own: cancel the newest, the oldest or both.",
        "cn",
        "co",
        "cb",
        "-",
    ),
    "action_mode": choice("How much of the result to return.", "ACK", "RESULT", "FULL"),
    "trigger_price": text("Price at which the order is triggered, as a decimal string."),
    "expiration": whole("Seconds after which an order that was not triggered is dropped.", 60, 2592000),
    "rule": choice("Direction in which the trigger price must be crossed.", ">=", "<="),
    "sub_uid": SUB_UID,
    "status": choice("Only records in this state.", "open", "finished", "cancelled"),
    "reverse": flag("Return the oldest records first."),
    "id": text("Id of the record, as returned when it was created or listed."),
    "timeout": whole("Countdown in seconds, at least 5; 0 switches the countdown off.", 0, 86400),
    "leverage": text("Leverage multiple as a string, e.g. 10; 0 stands for cross margin."),
    "sort_by": choice("Column to sort by.", "volume", "change", "price"),
    "direction": choice("Sort direction.", "asc", "desc"),
    "query": text("Words to look for, in Chinese or English."),
    "dry_run": flag("Check the request and return the expected result without carrying it out."),
}

DEFINITIONS: dict[str, Schema] = {
    "Order": record(
        "One order of a batch.",
        "symbol side amount",
        text=text("Custom order id, starting with t-."),
        symbol=SYMBOL,
        type=choice("Order type.", "limit", "market"),
        side=choice("Buy or sell.", "buy", "sell"),
        amount=AMOUNT,
        price=text("Limit price; leave out for market orders."),
        time_in_force=choice("Time in force.", "gtc", "ioc", "poc", "fok"),
    ),
    "Amendment": record(
        "A change to one open order; give a new price, a new amount or both.",
        "order_id symbol",
        order_id=text("Id of the order to change."),
        symbol=SYMBOL,
        amount=text("New total amount, filled part included."),
        price=text("New limit price."),
    ),
    "OrderKey": record("", "id symbol", id=text("Order id."), symbol=SYMBOL),
    "Trigger": record(
        "触发条件。",
        "price rule",
        price=text("触发价格。"),
        rule=choice("价格上穿或下穿触发价时触发。", ">=", "<="),
        expiration=whole("条件单的有效时长，单位为秒。", 60),
    ),
    "FuturesOrder": record(
        "One futures order; a positive size is long, a negative size is short.",
        "contract size",
        contract=CONTRACT,
        size=whole("Number of contracts; the sign gives the direction."),
        price=text("Limit price; 0 together with ioc is a market order."),
        tif=choice("Time in force.", "gtc", "ioc", "poc", "fok"),
        reduce_only=flag("Only reduce an existing position."),
    ),
    "Exit": record(
        "",
        "trigger_price",
        trigger_price=text("Price that triggers the exit."),
        order_price=text("Limit price of the exit order; 0 for a market order."),
        price_type=choice("Price that is watched.", "last", "mark", "index"),
    ),
    "Address": record(
        "提现地址簿中的一条记录。",
        "currency chain address",
        currency=text("币种代码，例如 USDT。"),
        chain=text("链名称，例如 TRX。"),
        address=text("链上地址。"),
        memo=text("部分链要求的 memo 或 tag。"),
        remark=text("备注名称。", longest=30),
    ),
    "Leg": record(
        "",
        "currency amount",
        currency=text("Currency code."),
        amount=text("Amount as a decimal string."),
        share=number("Share of the total in percent.", 0, 100),
    ),
}
