"""Measures the package beside the regular expressions of Python and urllib.

    python3 tools/python/cost.py              # on a quiet machine
    python3 tools/python/cost.py -rounds 1    # a trial

It prints tables in Markdown. The expression is rule IRI of tables/rfc3987.abnf, translated by
tools/expression. All take turns in one process; a figure is the median of the rounds.
"""

from __future__ import annotations

import argparse
import random
import re
import statistics
import subprocess
import time
from array import array
from itertools import accumulate
from pathlib import Path
from typing import Callable, Iterable
from urllib.parse import urlsplit

import build_iri
import iri

ROOT = Path(__file__).resolve().parents[2]


def expression(rule: str) -> str:
    """The rule as the project writes it for RE2, in the syntax of module re."""
    command = ["go", "-C", str(ROOT), "run", "./tools/expression", rule]
    text = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    text = re.sub(r"\\x\{([0-9A-F]+)\}", lambda found: f"\\U{int(found[1], 16):08x}", text)
    return text.replace(r"\z", r"\Z")


def texts() -> list[str]:
    """Web addresses, names of RDF, international and percent-encoded ones: the same in every run."""
    pick = random.Random(3987)
    words = "data item news über 産業 каталог archive v2 %C3%A9t%C3%A9 index rosé 1984 Category:Physics".split()
    hosts = "example.org www.example.com dbpedia.org bücher.example 例え.テスト [2001:db8::7]".split()

    def one() -> str:
        path = "".join("/" + pick.choice(words) for _ in range(pick.randrange(1, 6)))
        query = pick.choice(["", "", f"?q={pick.choice(words)}&page={pick.randrange(99)}"])
        return f"{pick.choice(['http', 'https'])}://{pick.choice(hosts)}{path}{query}{pick.choice(['', '#top'])}"

    return [one() for _ in range(20_000)]


def measure(contestants: dict[str, Callable[[], object]], rounds: int, values: int) -> list[tuple[str, float]]:
    """The median time that each takes for a value, in nanoseconds."""
    times: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(rounds):
        for name, run in contestants.items():
            begin = time.perf_counter()
            run()
            times[name].append((time.perf_counter() - begin) / values * 1e9)
    return [(name, statistics.median(times[name])) for name in contestants]


def table(title: str, rows: list[tuple[str, float]]) -> None:
    print(f"{title}\n\n| | ns a text | times |\n|---|--:|--:|")
    for name, nanoseconds in rows:
        times = nanoseconds / rows[0][1]
        print(f"| {name} | {nanoseconds:,.0f} | {times:,.{0 if times >= 9.95 else 1}f} |")
    print()


def each(function: Callable[[str], object], values: Iterable[str]) -> Callable[[], object]:
    return lambda: [function(value) for value in values]


def main() -> None:
    flags = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    flags.add_argument("-rounds", type=int, default=31, help="rounds of each (%(default)s)")
    rounds = flags.parse_args().rounds
    if rounds < 1:
        flags.error("-rounds: at least one is needed")
    build_iri.build_library()

    values = texts()
    matches = re.compile(expression("IRI")).fullmatch
    broken = [value[:i] + bad + value[i:] for bad in " %[:" for i in (0, 9, 20) for value in values[:500]]
    for value in values + broken:
        assert iri.valid(value) == bool(matches(value)), value
    raw = [value.encode() for value in values]
    offsets, data = array("i", accumulate(map(len, raw), initial=0)), b"".join(raw)

    size = sum(map(len, raw)) / len(raw)
    table(
        f"One text a call, {len(values):,} texts of {size:.0f} bytes (str)",
        measure(
            {
                "`iri.valid`": each(iri.valid, values),
                "`re`, the grammar as an expression": each(matches, values),
                "`iri.split`": each(iri.split, values),
                "`urllib.parse.urlsplit` (another language, no verdict)": each(urlsplit, values),
            },
            rounds,
            len(values),
        ),
    )
    table(
        "The same texts as a column",
        measure(
            {
                "`iri.Column.from_buffers`, no copy": lambda: iri.Column.from_buffers(offsets, data).valid(),
                "`iri.Column` of a list of bytes": lambda: iri.Column(raw).valid(),
                "`iri.Column` of a list of str": lambda: iri.Column(values).valid(),
                "`iri.valid` for each": each(iri.valid, values),
                "`re` for each": each(matches, values),
            },
            rounds,
            len(values),
        ),
    )


if __name__ == "__main__":
    main()
