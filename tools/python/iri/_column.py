"""Many texts at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from ctypes import create_string_buffer
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, Union, overload, runtime_checkable

from . import _library
from ._buffers import Layout, from_arrow, from_buffers, from_texts
from ._library import RowFault

if TYPE_CHECKING:
    import numpy


@runtime_checkable
class ArrowArray(Protocol):
    """What has the Arrow C data interface: an array of pyarrow, nanoarrow and others."""

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...


@dataclass(frozen=True)
class RowError:
    """What is wrong with a value of a column. Offsets count bytes of UTF-8 from its beginning."""

    row: int  #: counted from 0
    reason: str  #: the kind of mistake, for programs, such as "bad port"
    offset: int  #: where no continuation helps any more
    start: int  #: where the mistake begins that a person has to look at
    end: int  #: where it ends


class Verdicts(Sequence[bool]):
    """Which values of a column match a rule: a sequence of bool. A null does not match."""

    bitmap: bytes  #: a bit a value, lowest first, as in Arrow's arrays of booleans
    matching: int  #: how many values match

    def __init__(self, length: int, bitmap: bytes, matching: int) -> None:
        self._length = length
        self.bitmap = bitmap
        self.matching = matching

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> bool: ...
    @overload
    def __getitem__(self, index: slice) -> list[bool]: ...
    def __getitem__(self, index: Union[int, slice]) -> Union[bool, list[bool]]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(self._length))]
        i = range(self._length)[index]
        return bool(self.bitmap[i >> 3] >> (i & 7) & 1)

    def __iter__(self) -> Iterator[bool]:
        for i in range(self._length):
            yield bool(self.bitmap[i >> 3] >> (i & 7) & 1)

    def __repr__(self) -> str:
        return f"<Verdicts: {self.matching} of {self._length} match>"

    def numpy(self) -> numpy.ndarray[Any, numpy.dtype[numpy.bool_]]:
        """The verdicts as an array of bool, for numpy's masks."""
        import numpy

        bits = numpy.frombuffer(self.bitmap, numpy.uint8)
        return numpy.unpackbits(bits, count=self._length, bitorder="little").view(numpy.bool_)


class Column:
    """Texts that are judged together.

    An object with __arrow_c_array__ is not copied; its type is string, large_string, binary or
    large_binary, and it has to stay as it is. Anything else is an iterable of str, bytes or None, and
    is copied: a list, an array of numpy, a series of pandas.

    >>> column = iri.Column(["http://example.org/", "no IRI", None])
    >>> verdicts = column.valid()
    >>> list(verdicts), verdicts.matching
    ([True, False, False], 1)
    >>> [(e.row, e.reason, e.offset) for e in column.errors()]
    [(1, 'not allowed in scheme', 2)]
    """

    def __init__(self, values: Union[ArrowArray, Iterable[Union[str, bytes, None]]]) -> None:
        self._layout: Layout
        if isinstance(values, (str, bytes)):
            raise TypeError("iri: one text is no column; iri.valid judges it")
        if isinstance(values, ArrowArray):
            self._layout = from_arrow(values)
        else:
            self._layout = from_texts(values)

    @classmethod
    def from_buffers(cls, offsets: object, data: object) -> Column:
        """A column of two buffers, such as arrays of numpy, which are not copied.

        Value i is data[offsets[i]:offsets[i+1]], in UTF-8, so n values have n+1 offsets. These are
        integers of 32 or 64 bits that do not decrease. Both buffers have to stay as they are.

        >>> column = iri.Column.from_buffers(array("i", [0, 2, 4]), b"a:b:")
        >>> list(column.valid())
        [True, True]
        """
        column = cls.__new__(cls)
        column._layout = from_buffers(offsets, data)
        return column

    def __len__(self) -> int:
        return self._layout.n

    def valid(self, rule: str = "IRI") -> Verdicts:
        """Tell which values match a rule. Other threads of Python run meanwhile."""
        library = _library.current or _library.load()
        x = self._layout
        size = (x.n + 7) // 8
        bitmap = create_string_buffer(size)
        judge = library.dll.iri_column_large if x.wide else library.dll.iri_column
        matching = _counted(judge(library.rules[rule], x.offsets, x.n, x.data, bitmap))
        if x.nulls is None:
            return Verdicts(x.n, bitmap.raw, matching)
        bits = int.from_bytes(bitmap.raw, "little") & x.nulls
        return Verdicts(x.n, bits.to_bytes(size, "little"), bits.bit_count())

    def errors(self, rule: str = "IRI") -> Iterator[RowError]:
        """Tell what is wrong with each value that does not match a rule, in order. Nulls are left out.

        >>> column = iri.Column(["a:b", "http://h:x/", "a:%"])
        >>> [e.reason for e in itertools.islice(column.errors(), 1)]
        ['bad port']
        """
        library = _library.current or _library.load()
        x = self._layout
        number, bits = library.rules[rule], self.valid(rule).bitmap
        if x.nulls is not None:  # the bits of nulls are set, so that these are passed over
            everything = (1 << 8 * len(bits)) - 1
            bits = (int.from_bytes(bits, "little") | everything & ~x.nulls).to_bytes(len(bits), "little")
        find = library.dll.iri_column_errors_large if x.wide else library.dll.iri_column_errors
        faults = (RowFault * 256)()
        first, found = 0, len(faults)
        while found == len(faults):
            found = _counted(find(number, x.offsets, x.n, x.data, bits, first, faults, len(faults)))
            for fault in faults[:found]:
                e = fault.error
                yield RowError(fault.row, library.reasons[e.reason], e.offset, e.start, e.end)
                first = fault.row + 1


def _counted(result: int) -> int:
    """What a function of columns counted, or an exception."""
    if result == _library.BAD_OFFSETS:
        raise ValueError("iri: the offsets of the column decrease or are negative")
    if result < 0:
        raise RuntimeError(f"iri: the library returned {result}")
    return result
