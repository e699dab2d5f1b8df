"""The demo server `analytics`: 15 tools for a data warehouse, its tables, charts and metrics."""

from __future__ import annotations

from inspector.demo.rows import Tool, tools
from inspector.demo.schema import Schema, choice, either, flag, many, number, record, ref, text, whole

VERSION = "2.1.0"
INSTRUCTIONS = (
    "Query a SQL data warehouse. Call list_tables and describe_table before execute_query; queries are read-only."
)
PAGE_SIZE = 0

DEFINITIONS: dict[str, Schema] = {
    # A filter may hold filters, as query builders allow, so this definition refers to itself.
    "Filter": either(
        "A condition on one column, or several conditions joined by and / or.",
        record(
            "",
            "column operator",
            column=text("Column name."),
            operator=choice("Comparison.", "=", "!=", "<", "<=", ">", ">=", "in", "contains", "is_null"),
            value=either("Value to compare with.", text(), number(), flag(), many(text())),
        ),
        record("", "join filters", join=choice("", "and", "or"), filters=many(ref("Filter"), fewest=1)),
    ),
    "Measure": record(
        "",
        "column function",
        column=text("Column name."),
        function=choice("Aggregate.", "count", "count_distinct", "sum", "avg", "min", "max", "median"),
        alias=text("Name of the result column."),
    ),
}

PARAMETERS: dict[str, Schema] = {
    "database": text("Database name; the default database if left out."),
    "schema_name": text("Schema name."),
    "table": text("Table name, optionally with its schema, e.g. sales.orders."),
    "pattern": text("Only names that match this LIKE pattern, e.g. order_%."),
    "sql": text("One SELECT statement. Use ? for values given in `values`."),
    "values": many(either("", text(), number(), flag(), {"type": "null"}), "Values for the ? signs, in order."),
    "max_rows": whole("Stop after this many rows.", 1, 10000),
    "timeout": number("Seconds after which the query is stopped.", 0.1, 300),
    "columns": many(text(), "Columns to return; all if left out."),
    "filter": ref("Filter"),
    "measures": many(ref("Measure"), "Values to compute.", 1, 20),
    "group_by": many(text(), "Columns to group by.", most=10),
    "grain": choice("Length of one period.", "hour", "day", "week", "month", "quarter", "year"),
    "metric": text("Name of a metric, as listed by list_metrics."),
    "start": text("First day.", form="date"),
    "end": text("Last day, included.", form="date"),
    "chart": choice("Kind of chart.", "line", "bar", "area", "scatter", "pie"),
    "query_id": text("Id of a saved query."),
    "name": text("Name."),
    "format": choice("File format.", "csv", "parquet", "json"),
    "sample": number("Share of the rows to look at, between 0 and 1.", 0, 1),
    "data": {},
    "options": {"type": "object"},
    "steps": many(text(), "Event names in the order in which they should happen.", 2, 10),
    "within": whole("Largest number of hours between the first step and the last.", 1, 2160),
    "include_views": flag("Also list views."),
}

TABLE = """
# Schema
list_databases() read again "List databases"
    List the databases you may query.
list_tables(database, schema_name, pattern, include_views=true) read again "List tables"
    List the tables of a database with their row counts and descriptions.
describe_table(table*, database) read again "Describe table"
    Describe one table: its columns with types and comments, keys, partitions and some typical values.
preview_table(table*, columns, max_rows=10) read
    Return the first rows of a table.
profile_table(table*, columns, sample=0.1) read
    Profile the columns of a table: share of nulls, distinct values, smallest, largest and most frequent values.

# Queries
execute_query(sql*, values, database, max_rows=1000, timeout=30) read strict "Run SQL query"
    Run one read-only SQL query and return the rows. Statements that change data are refused.
    |
    | Examples:
    | - SELECT country, count(*) FROM sales.orders GROUP BY country ORDER BY 2 DESC
    | - SELECT * FROM users WHERE created_at >= ? AND plan = ?   with values ["2026-01-01", "pro"]
    |
    | Always add a LIMIT when you explore. Check expensive queries with explain_query first.
explain_query(sql*, database) read
    Show the plan of a query and estimate how much data it would read, without running it.
build_query(table*, measures, group_by, filter, max_rows) read strict
    Build a SQL query from measures, groups and filters, and return its text. Nothing is run.
save_query(name*, sql*) write
    Save a query under a name.
run_saved_query(query_id*, values, max_rows) read
    Run a saved query.
export_results(sql*, format=csv, name) write
    Run a query and store the whole result as a file; returns a link that works for one day.

# Metrics
list_metrics() read
    List the metrics that are defined, such as revenue or active users, with their formulas.
get_metric(metric*, start*, end*, grain=day, group_by, filter) read strict "Get metric"
    Get the values of a metric over time, optionally split by dimensions.
analyze_funnel(steps*, start*, end*, within=24, filter) read
    Count how many users go from step to step, and where they leave.
process(data*, options)
    Process data.
"""

EXTRAS: dict[str, dict[str, object]] = {
    "execute_query": {
        "outputSchema": record(
            "",
            "columns rows",
            columns=many(text(), "Column names."),
            rows=many(many({}), "Rows, each a list of values."),
            truncated=flag("Whether rows are missing because of the limit."),
        ),
        "_meta": {"anthropic/maxResultSizeChars": 200000},
    },
}


def build() -> list[Tool]:
    """Return all 15 tools."""
    return tools(TABLE, PARAMETERS, definitions=DEFINITIONS, extras=EXTRAS)
