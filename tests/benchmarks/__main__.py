"""Measure on the saved listings of a folder and print one table: ``python -m tests.benchmarks FOLDER [HOST …]``.

Each figure is a median in milliseconds; nothing here is asserted, since times on shared machines vary by a third.
Where a line holds several figures, they are for 500, for 2,000 and for all tools; of the app for 500, all and 10,000.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from inspector.catalog import Catalog
from inspector.hosts import hosts
from inspector.workspace.connecting import gathered
from inspector.workspace.inputs import Inputs
from inspector.workspace.opening import open_inputs
from tests.benchmarks.app import app_figures, data_table_figures
from tests.benchmarks.hosts import SHOWN, counting, get_scores, host_figures, inspection_of
from tests.benchmarks.listings import write_sized
from tests.benchmarks.timing import median, sized

PROCESSES = {"app": app_figures, "table": data_table_figures}
"""Measured in a process of their own, since memory is a figure too."""
HEAD = (
    f"{'':20} {'plan':>5} {'index':>20} {'edit':>16} {'index':>5} {'query':>17} {'explained':>18} {'p95':>6} {'×':>6}"
)


def main() -> None:
    """Print the table."""
    folder, *names = sys.argv[1:]
    inputs = Inputs(listings=tuple(("", str(path)) for path in sorted(Path(folder).glob("*.json"))))
    if names and names[0] in PROCESSES:
        print(json.dumps(asyncio.run(PROCESSES[names[0]](inputs)), indent=1))
        return
    catalog = gathered(open_inputs(inputs), ()).catalog
    sizes = sized(catalog)
    print(f"{', '.join(f'{size:,}' for size in sizes)} tools, the last of {len(catalog.servers)} servers\n")
    _print_hosts(names or list(hosts()), sizes)
    print("\ntokens of all definitions")
    for what, figure in counting(catalog).items():
        print(f"  {what:<42}{figure:>9.1f}")
    print("\nthe command line")
    print(f"  {'tsi --help':<42}{median(_help, 7):>9.1f}")
    _print_app(Path(folder), len(catalog))


def _print_app(folder: Path, tools: int) -> None:
    """Print the app's figures at several sizes, each from a process of its own; the last size is filled with copies."""
    sizes = sorted({500, tools, 10_000})
    print(f"\nthe app with {' / '.join(f'{size:,}' for size in sizes)} tools", flush=True)
    with tempfile.TemporaryDirectory() as place:
        found = []
        for size in sizes:
            target = Path(place) / str(size)
            write_sized(folder, target, size)
            found.append(_in_process(target, "app"))
    for what, figure in found[0].items():
        print(f"  {what:<42}{_row([figure, *(each[what] for each in found[1:])]):>28}")
    for what, figure in _in_process(folder, "table").items():
        print(f"  {what:<42}{figure:>28.1f}")


def _in_process(folder: Path, name: str) -> dict[str, float]:
    """Return the figures that this module prints as JSON when it is given `name` alone."""
    command = [sys.executable, "-m", "tests.benchmarks", str(folder), name]
    found = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    return {str(what): float(figure) for what, figure in found.items()}


def _print_hosts(names: Iterable[str], sizes: dict[int, Catalog]) -> None:
    for name in names:
        # What is loaded at the first use of anything is no figure of the first host.
        inspection_of(name, Catalog(sizes[min(sizes)].servers[:1])).search("a")
    baselines = {size: get_scores(catalog) for size, catalog in sizes.items()}
    print(f"rank_bm25 get_scores and argsort: {_row(baselines.values())}")
    print(f"explained: the first {SHOWN} hits with the breakdown of each, × against get_scores\n")
    print(HEAD)
    for name in names:
        found = [host_figures(name, catalog) for catalog in sizes.values()]
        last, baseline = found[-1], baselines[max(sizes)]
        print(
            f"{name:20} {last.plan:5.0f} {_row((each.index for each in found), 0):>20} "
            f"{_row(each.edit for each in found):>16} {last.index_alone:5.1f} "
            f"{_row((each.query for each in found), 2):>17} {_row((each.explained for each in found), 2):>18} "
            f"{last.worst:6.1f} {baseline / last.query if last.query else 0:6.1f}",
            flush=True,
        )


def _row(figures: Iterable[float], places: int = 1) -> str:
    return " / ".join(f"{figure:.{places}f}" for figure in figures)


def _help() -> None:
    subprocess.run([sys.executable, "-m", "inspector", "--help"], stdout=subprocess.DEVNULL, check=True)


if __name__ == "__main__":
    main()
