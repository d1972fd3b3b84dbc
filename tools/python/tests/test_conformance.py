"""The conformance suites, which decide two rules on all texts: one by one, and as a column."""

import base64
import gzip
import json
import unittest
from pathlib import Path
from typing import AnyStr

import iri

SUITES = Path(__file__).resolve().parents[3] / "testdata" / "suites"


class Conformance(unittest.TestCase):
    def test_suites(self) -> None:
        for rule in ("URI-reference", "IRI-reference"):
            with gzip.open(SUITES / f"{rule}.jsonl.gz") as lines:
                cases = [json.loads(line) for line in lines]
            texts = [base64.b64decode(case["input_b64"]) for case in cases]
            want = [case["valid"] for case in cases]
            self.assertGreater(sum(want), 3000)
            column = iri.Column(texts)
            verdicts = column.valid(rule)
            self.assertEqual((list(verdicts), verdicts.matching), (want, sum(want)))
            bad = [e.row for e in column.errors(rule)]
            self.assertEqual(bad, [i for i, valid in enumerate(want) if not valid])
            for text, valid in zip(texts, want):
                self.assertEqual(iri.valid(text, rule), valid, text)

    def test_str_is_as_its_bytes(self) -> None:
        compared = 0
        with gzip.open(SUITES / "IRI-reference.jsonl.gz") as lines:
            for line in lines:
                raw = base64.b64decode(json.loads(line)["input_b64"])
                if len(raw) > 8 or raw.isascii():
                    continue
                try:
                    text = raw.decode()
                except UnicodeDecodeError:
                    continue
                self.assertEqual(outcome(text), outcome(raw), raw)
                compared += 1
        self.assertGreater(compared, 100)


def outcome(text: AnyStr) -> object:
    """What split says of a text: components and offsets in bytes."""
    try:
        parts = iri.split(text, "IRI-reference")
    except iri.Error as e:
        return e.message, e.reason, e.byte_offset, len(to_bytes(text[: e.start])), len(to_bytes(text[: e.end]))
    values = [getattr(parts, name) for name in iri._text._COMPONENTS]
    return [value if value is None else to_bytes(value) for value in values]


def to_bytes(text: AnyStr) -> bytes:
    return text if isinstance(text, bytes) else text.encode()


if __name__ == "__main__":
    unittest.main()
