"""Where the values of a column lie in memory: buffers of Python and arrays of Arrow, not copied."""

from __future__ import annotations

import ctypes
from array import array
from itertools import accumulate
from typing import Any, Iterable, Optional, Union

_INT32_MAX = 2**31 - 1


class _PyBuffer(ctypes.Structure):
    """Py_buffer of Python's C interface."""

    _fields_ = [
        ("buf", ctypes.c_void_p),
        ("obj", ctypes.c_void_p),
        ("len", ctypes.c_ssize_t),
        ("itemsize", ctypes.c_ssize_t),
        ("readonly", ctypes.c_int),
        ("ndim", ctypes.c_int),
        ("format", ctypes.c_char_p),
        ("shape", ctypes.c_void_p),
        ("strides", ctypes.c_void_p),
        ("suboffsets", ctypes.c_void_p),
        ("internal", ctypes.c_void_p),
    ]


_api = ctypes.pythonapi
_api.PyObject_GetBuffer.argtypes = [ctypes.py_object, ctypes.POINTER(_PyBuffer), ctypes.c_int]
_api.PyBuffer_Release.argtypes = [ctypes.POINTER(_PyBuffer)]
_api.PyBuffer_Release.restype = None
_api.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
_api.PyCapsule_GetPointer.restype = ctypes.c_void_p


class _Pinned:
    """The address of an object's bytes. The object cannot move or resize them meanwhile."""

    def __init__(self, obj: Any) -> None:
        self._view = _PyBuffer()
        self._held = False
        _api.PyObject_GetBuffer(obj, ctypes.byref(self._view), 0)  # 0: plain contiguous bytes
        self._held = True
        self.address: Optional[int] = self._view.buf
        self.bytes: int = self._view.len

    def __del__(self) -> None:
        if self._held:
            self._held = False
            _api.PyBuffer_Release(ctypes.byref(self._view))


class Layout:
    """n values as Arrow lays them out: value i is data[offsets[i]:offsets[i+1]]."""

    def __init__(
        self,
        n: int,
        offsets: Optional[int],
        data: Optional[int],
        wide: bool,
        nulls: Optional[int],
        owner: Any,
    ) -> None:
        self.n = n
        self.offsets = offsets  # address of n+1 integers
        self.data = data  # address that they count from
        self.wide = wide  # whether the offsets have 64 bits
        self.nulls = nulls  # a number whose bit i is 0 where value i is null, or None
        self.owner = owner  # what keeps the addresses good

    def offset(self, i: int) -> int:
        """Offset i, counted from 0 to n."""
        kind = ctypes.c_int64 if self.wide else ctypes.c_int32
        return kind.from_address(self.offsets + i * ctypes.sizeof(kind)).value if self.offsets else 0


def from_texts(values: Iterable[Union[str, bytes, None]]) -> Layout:
    """A layout made of texts; this copies them. None is a null."""
    texts: list[bytes] = []
    absent: list[int] = []
    for value in values:
        if isinstance(value, str):
            texts.append(value.encode("utf-8", "surrogatepass"))
        elif isinstance(value, bytes):
            texts.append(value)
        elif value is None:
            absent.append(len(texts))
            texts.append(b"")
        else:
            raise TypeError(f"iri: value {len(texts)} is {type(value).__name__}, and not str, bytes or None")
    nulls = None
    if absent:
        bits = bytearray(b"\xff" * (len(texts) // 8 + 1))
        for i in absent:
            bits[i // 8] &= ~(1 << i % 8)
        nulls = int.from_bytes(bits, "little")
    data = b"".join(texts)
    wide = len(data) > _INT32_MAX
    offsets = array("q" if wide else "i", accumulate(map(len, texts), initial=0))
    pins = (_Pinned(offsets), _Pinned(data))
    return Layout(len(texts), pins[0].address, pins[1].address, wide, nulls, pins)


def from_buffers(offsets: Any, data: Any) -> Layout:
    """A layout of two objects with buffers, such as arrays of numpy. Nothing is copied."""
    views = memoryview(offsets), memoryview(data)
    if views[0].ndim != 1 or views[0].format not in ("i", "l", "q"):
        raise TypeError(f"iri: offsets are one row of integers of 32 or 64 bits, and not of format {views[0].format!r}")
    if views[1].itemsize != 1:
        raise TypeError(f"iri: data are bytes, and not items of {views[1].itemsize}")
    if not all(view.c_contiguous for view in views):
        raise TypeError("iri: the buffers have gaps; copies have none")
    if len(views[0]) == 0:
        raise ValueError("iri: n values have n+1 offsets, and here is none")
    pins = _Pinned(offsets), _Pinned(data)
    layout = Layout(len(views[0]) - 1, pins[0].address, pins[1].address, views[0].itemsize == 8, None, pins)
    first, last = layout.offset(0), layout.offset(layout.n)
    if first < 0 or last > pins[1].bytes:
        raise ValueError(f"iri: offsets {first} to {last} leave the data, {pins[1].bytes} bytes")
    return layout


class ArrowSchema(ctypes.Structure):
    """struct ArrowSchema of the Arrow C data interface."""

    _fields_ = [
        ("format", ctypes.c_char_p),
        ("name", ctypes.c_char_p),
        ("metadata", ctypes.c_void_p),
        ("flags", ctypes.c_int64),
        ("n_children", ctypes.c_int64),
        ("children", ctypes.c_void_p),
        ("dictionary", ctypes.c_void_p),
        ("release", ctypes.c_void_p),
        ("private_data", ctypes.c_void_p),
    ]


class ArrowArray(ctypes.Structure):
    """struct ArrowArray of the Arrow C data interface."""

    _fields_ = [
        ("length", ctypes.c_int64),
        ("null_count", ctypes.c_int64),
        ("offset", ctypes.c_int64),
        ("n_buffers", ctypes.c_int64),
        ("n_children", ctypes.c_int64),
        ("buffers", ctypes.POINTER(ctypes.c_void_p)),
        ("children", ctypes.c_void_p),
        ("dictionary", ctypes.c_void_p),
        ("release", ctypes.c_void_p),
        ("private_data", ctypes.c_void_p),
    ]


def from_arrow(values: Any) -> Layout:
    """A layout of an object with __arrow_c_array__. Nothing is copied.

    The array stays in its capsule, whose destructor releases it. The layout keeps the capsule.
    """
    schema_capsule, capsule = values.__arrow_c_array__()
    schema = ArrowSchema.from_address(_api.PyCapsule_GetPointer(schema_capsule, b"arrow_schema"))
    array_ = ArrowArray.from_address(_api.PyCapsule_GetPointer(capsule, b"arrow_array"))
    if not schema.release or not array_.release:
        raise ValueError("iri: the Arrow array was released before")
    kind = (schema.format or b"").decode("ascii", "replace")
    if schema.dictionary or kind not in ("u", "z", "U", "Z"):
        what = "a dictionary" if schema.dictionary else f"of format {kind!r}"
        raise TypeError(f"iri: the Arrow array is {what}; cast it to string, large_string, binary or large_binary")
    n, skip, wide = array_.length, array_.offset, kind in ("U", "Z")
    validity, offsets, data = (array_.buffers[i] for i in range(3))
    nulls = None
    if validity and array_.null_count != 0:
        first, last = skip // 8, (skip + n + 7) // 8
        bits = int.from_bytes(ctypes.string_at(validity + first, last - first), "little")
        nulls = bits >> skip % 8
    if offsets:
        offsets += skip * (8 if wide else 4)
    return Layout(n, offsets, data, wide, nulls, capsule)
