"""Columns: of lists, of buffers, of Arrow, of numpy."""

import gc
import itertools
import unittest
from array import array
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Optional

import iri
from .arrow import Producer

try:
    import numpy
except ImportError:
    numpy: Any = None  # type: ignore[no-redef]

TEXTS = ["http://example.org/", "no IRI", "", "a:é", "http://h:x/", "urn:a:b", "a:%4", "/rosé", "http://[::1]/"]
RULES = "IRI", "IRI-reference", "URI"


class Lists(unittest.TestCase):
    def test_verdicts(self) -> None:
        values: list[Optional[str]] = [*TEXTS * 3, None, *TEXTS * 5, None]
        for rule in RULES:
            want = [text is not None and iri.valid(text, rule) for text in values]
            in_bytes = [text if text is None else text.encode() for text in values]
            for column in (iri.Column(values), iri.Column(iter(values)), iri.Column(in_bytes)):
                verdicts = column.valid(rule)
                self.assertEqual(list(verdicts), want)
                self.assertEqual([verdicts[i] for i in range(len(verdicts))], want)
                self.assertEqual((verdicts[-9], verdicts[2:30:3]), (want[-9], want[2:30:3]))
                self.assertEqual((len(column), len(verdicts), verdicts.matching), (len(want), len(want), sum(want)))
                bits = sum(1 << i for i, valid in enumerate(want) if valid)
                self.assertEqual(verdicts.bitmap, bits.to_bytes((len(want) + 7) // 8, "little"))
                with self.assertRaises(IndexError):
                    verdicts[len(want)]

    def test_errors(self) -> None:
        values: list[Optional[str]] = [*TEXTS * 100, None, "bad one"]
        for rule in RULES:
            want = []
            for row, text in enumerate(values):
                try:
                    iri.check((text or "").encode(), rule)
                except iri.Error as e:
                    if text is not None:
                        want.append(iri.RowError(row, e.reason, e.offset, e.start, e.end))
            self.assertEqual(list(iri.Column(values).errors(rule)), want)
        self.assertEqual([e.row for e in itertools.islice(iri.Column(values).errors(), 2)], [1, 2])

    def test_empty(self) -> None:
        for column in (iri.Column([]), iri.Column.from_buffers(array("i", [0]), b""), iri.Column(Producer([]))):
            self.assertEqual((list(column.valid()), column.valid().bitmap, list(column.errors())), ([], b"", []))

    def test_what_is_no_column(self) -> None:
        with self.assertRaisesRegex(TypeError, "one text is no column"):
            iri.Column("a:")
        with self.assertRaisesRegex(TypeError, "value 1 is float"):
            iri.Column(["a:", 1.5])  # type: ignore[list-item]
        with self.assertRaisesRegex(ValueError, "no rule"):
            iri.Column(["a:"]).valid("x")

    def test_surrogates(self) -> None:
        self.assertEqual(list(iri.Column(["a:", "a:\ud800", "a:b"]).valid()), [True, False, True])


class Buffers(unittest.TestCase):
    def test_both_widths(self) -> None:
        raw = [text.encode() for text in TEXTS]
        data = b"".join(raw)
        want = [iri.valid(text) for text in raw]
        for kind in "iq":
            offsets = array(kind, itertools.accumulate(map(len, raw), initial=0))
            for buffer in (data, bytearray(data), memoryview(data)):
                column = iri.Column.from_buffers(offsets, buffer)
                self.assertEqual(list(column.valid()), want)
                self.assertEqual([e.row for e in column.errors()], [i for i, valid in enumerate(want) if not valid])

    def test_begins_anywhere(self) -> None:
        column = iri.Column.from_buffers(array("i", [2, 4, 4, 6]), b"  a:b:  ")
        self.assertEqual(list(column.valid()), [True, False, True])

    def test_is_not_copied_and_kept(self) -> None:
        data = bytearray(b"a:b:")
        column = iri.Column.from_buffers(array("i", [0, 2, 4]), data)
        data[0:1] = b"%"
        self.assertEqual(list(column.valid()), [False, True])
        with self.assertRaises(BufferError):  # the column is in the way
            data.append(0)
        del column
        data.append(0)

    def test_wrong_ones(self) -> None:
        for offsets, data, kind, message in [
            (array("i", [0, 5]), b"a:b:", ValueError, "leave the data"),
            (array("i", [-1, 2]), b"a:b:", ValueError, "leave the data"),
            (array("i", [0, 3, 2, 4]), b"a:b:", ValueError, "decrease"),
            (array("q", [0, 1 << 62, 4]), b"a:b:", ValueError, "decrease"),
            (array("i", []), b"", ValueError, "none"),
            (array("I", [0, 4]), b"a:b:", TypeError, "'I'"),
            (array("d", [0, 4]), b"a:b:", TypeError, "'d'"),
            ([0, 4], b"a:b:", TypeError, "list"),
            (array("i", [0, 4]), array("i", [0, 4]), TypeError, "items of 4"),
            (memoryview(array("i", [0, 9, 4, 9]))[::2], b"a:b:", TypeError, "gaps"),
        ]:
            with self.subTest(offsets=offsets), self.assertRaisesRegex(kind, message):
                iri.Column.from_buffers(offsets, data).valid()


class Arrow(unittest.TestCase):
    def test_types_slices_and_nulls(self) -> None:
        texts: list[Optional[str]] = [*TEXTS, None, *TEXTS, "a:", None, None, "x"]
        for format in "uzUZ":
            for skip in (0, 1, 7, 8, 9, 13, len(texts)):
                producer = Producer(texts, format, skip)
                column = iri.Column(producer)
                want = [text is not None and iri.valid(text) for text in texts[skip:]]
                bad = [i for i, text in enumerate(texts[skip:]) if text is not None and not want[i]]
                with self.subTest(format=format, skip=skip):
                    self.assertEqual(list(column.valid()), want)
                    self.assertEqual(column.valid().matching, sum(want))
                    self.assertEqual([e.row for e in column.errors()], bad)

    def test_unknown_number_of_nulls(self) -> None:
        self.assertEqual(list(iri.Column(Producer(["a:", None, "b:"], null_count=-1)).valid()), [True, False, True])

    def test_is_not_copied(self) -> None:
        producer = Producer(TEXTS)
        layout = iri.Column(producer)._layout
        self.assertEqual((layout.offsets, layout.data), producer.data())

    def test_released_once_and_in_time(self) -> None:
        producer = Producer(TEXTS)
        column = iri.Column(producer)
        verdicts = column.valid()
        self.assertEqual(producer.released, {"schema": 1, "array": 0})
        errors = column.errors()
        next(errors)
        del column
        self.assertEqual(producer.released["array"], 0, "errors are still to come")
        self.assertEqual(next(errors).row, 2)
        del errors
        gc.collect()
        self.assertEqual(producer.released, {"schema": 1, "array": 1})
        self.assertEqual(list(verdicts), [iri.valid(text) for text in TEXTS])

    def test_released_when_refused(self) -> None:
        for format, dictionary, message in [("vu", False, "'vu'"), ("i", False, "'i'"), ("u", True, "dictionary")]:
            producer = Producer(TEXTS, format, dictionary=dictionary)
            with self.assertRaisesRegex(TypeError, message + ".*large_string"):
                iri.Column(producer)
            gc.collect()
            self.assertEqual(producer.released, {"schema": 1, "array": 1})

    def test_released_before(self) -> None:
        producer = Producer(TEXTS)
        capsules = producer.__arrow_c_array__()
        producer._array.release = None  # as when somebody else has moved it
        producer.__arrow_c_array__ = lambda: capsules  # type: ignore[method-assign]
        with self.assertRaisesRegex(ValueError, "released before"):
            iri.Column(producer)


@unittest.skipIf(numpy is None, "numpy is not installed")
class Numpy(unittest.TestCase):
    def test_buffers_are_not_copied(self) -> None:
        raw = [text.encode() for text in TEXTS]
        data: Any = numpy.frombuffer(b"".join(raw), numpy.uint8)  # read-only
        for kind in (numpy.int32, numpy.int64):
            offsets = numpy.cumsum([0, *map(len, raw)]).astype(kind)
            column = iri.Column.from_buffers(offsets, data)
            self.assertEqual((column._layout.offsets, column._layout.data), (offsets.ctypes.data, data.ctypes.data))
            mask = column.valid().numpy()
            self.assertEqual((mask.dtype, mask.tolist()), (numpy.bool_, [iri.valid(text) for text in raw]))

    def test_arrays_of_texts(self) -> None:
        want = [text for text in TEXTS if iri.valid(text)]
        for kind in ("U", "O"):
            texts: Any = numpy.array(TEXTS, dtype=kind)
            self.assertEqual(texts[iri.Column(texts).valid().numpy()].tolist(), want)
        self.assertEqual(iri.Column(numpy.array([b"a:", b"x"])).valid().numpy().tolist(), [True, False])

    def test_empty(self) -> None:
        self.assertEqual(iri.Column([]).valid().numpy().shape, (0,))


class Threads(unittest.TestCase):
    def test_many_at_once(self) -> None:
        column = iri.Column(TEXTS * 1000)
        want = list(column.valid())
        with ThreadPoolExecutor(8) as pool:
            for got in pool.map(lambda _: list(column.valid()), range(32)):
                self.assertEqual(got, want)


if __name__ == "__main__":
    unittest.main()
