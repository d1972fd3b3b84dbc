"""A producer of Arrow arrays, written by the specification of the C data interface."""

from __future__ import annotations

import ctypes
from ctypes import CFUNCTYPE, POINTER, PYFUNCTYPE, c_char_p, c_void_p, py_object
from itertools import accumulate
from typing import Any, Optional, Sequence

from iri._buffers import ArrowArray, ArrowSchema

_Destructor = PYFUNCTYPE(None, c_void_p)
_new = PYFUNCTYPE(py_object, c_void_p, c_char_p, _Destructor)(("PyCapsule_New", ctypes.pythonapi))
_pointer = PYFUNCTYPE(c_void_p, c_void_p, c_char_p)(("PyCapsule_GetPointer", ctypes.pythonapi))

_Release = CFUNCTYPE(None, c_void_p)


class Producer:
    """An array of texts, of which offset are skipped; None is a null, whose slot holds garbage.

    It counts how often each structure is released, and poisons the memory then.
    """

    def __init__(
        self,
        texts: Sequence[Optional[str]],
        format: str = "u",
        offset: int = 0,
        dictionary: bool = False,
        null_count: Optional[int] = None,
    ) -> None:
        raw = [b"null:" if text is None else text.encode() for text in texts]
        kind = ctypes.c_int64 if format in ("U", "Z") else ctypes.c_int32
        nulls = sum(text is None for text in texts[offset:])
        bits = sum(1 << i for i, text in enumerate(texts) if text is not None)
        self.released = {"schema": 0, "array": 0}
        self._data = ctypes.create_string_buffer(b"".join(raw), sum(map(len, raw)) + 1)
        self._offsets = (kind * (len(texts) + 1))(*accumulate(map(len, raw), initial=0))
        self._bits = ctypes.create_string_buffer(bits.to_bytes(len(texts) // 8 + 1, "little"))
        self._buffers = (c_void_p * 3)(
            ctypes.addressof(self._bits) if nulls else None,
            ctypes.addressof(self._offsets),
            ctypes.addressof(self._data),
        )
        self._releases = _Release(self._release_schema), _Release(self._release_array)
        self._destroys = _Destructor(self._destroy_schema), _Destructor(self._destroy_array)
        self._schema = ArrowSchema(format=format.encode(), release=_address(self._releases[0]))
        self._schema.dictionary = 1 if dictionary else None
        self._array = ArrowArray(
            length=len(texts) - offset,
            null_count=nulls if null_count is None else null_count,
            offset=offset,
            n_buffers=3,
            buffers=ctypes.cast(self._buffers, POINTER(c_void_p)),
            release=_address(self._releases[1]),
        )

    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[object, object]:
        return (
            _new(ctypes.addressof(self._schema), b"arrow_schema", self._destroys[0]),
            _new(ctypes.addressof(self._array), b"arrow_array", self._destroys[1]),
        )

    def data(self) -> tuple[int, int]:
        """The addresses of the offsets and of the data."""
        return ctypes.addressof(self._offsets), ctypes.addressof(self._data)

    # The destructor of a capsule releases what nobody has moved out of it.
    def _destroy_schema(self, capsule: int) -> None:
        schema = ArrowSchema.from_address(_pointer(capsule, b"arrow_schema"))
        if schema.release:
            _Release(schema.release)(ctypes.addressof(schema))

    def _destroy_array(self, capsule: int) -> None:
        array = ArrowArray.from_address(_pointer(capsule, b"arrow_array"))
        if array.release:
            _Release(array.release)(ctypes.addressof(array))

    def _release_schema(self, at: int) -> None:
        self.released["schema"] += 1
        ArrowSchema.from_address(at).release = None

    def _release_array(self, at: int) -> None:
        self.released["array"] += 1
        ArrowArray.from_address(at).release = None
        ctypes.memset(self._data, 0xFF, len(self._data))


def _address(function: Any) -> Optional[int]:
    return ctypes.cast(function, c_void_p).value
