"""An Arrow array of strings, made by the specification of the C data interface."""

import ctypes
from ctypes import CFUNCTYPE, POINTER, PYFUNCTYPE, c_char_p, c_int64, c_void_p, py_object
from itertools import accumulate

_Destructor = PYFUNCTYPE(None, c_void_p)
_new = PYFUNCTYPE(py_object, c_void_p, c_char_p, _Destructor)(("PyCapsule_New", ctypes.pythonapi))
_pointer = PYFUNCTYPE(c_void_p, c_void_p, c_char_p)(("PyCapsule_GetPointer", ctypes.pythonapi))
_Release = CFUNCTYPE(None, c_void_p)


class _Schema(ctypes.Structure):
    _fields_ = [(n, c_char_p) for n in ("format", "name", "metadata")] + [(n, c_int64) for n in ("flags", "n_children")]
    _fields_ += [(n, c_void_p) for n in ("children", "dictionary", "release", "private_data")]


class _Array(ctypes.Structure):
    _fields_ = [(n, c_int64) for n in ("length", "null_count", "offset", "n_buffers", "n_children")]
    _fields_ += [("buffers", POINTER(c_void_p))] + [(n, c_void_p) for n in ("children", "dictionary", "release", "private_data")]


class Array:
    """An array of which the first values are skipped; None is a null. It counts its releases."""

    def __init__(self, values, format="u", skip=0, null_count=None):
        raw = [b"a:b" if v is None else v.encode() for v in values]  # nulls may have any bytes
        bits = sum(1 << i for i, v in enumerate(values) if v is not None)
        kind = c_int64 if format in ("U", "Z") else ctypes.c_int32
        nulls = values[skip:].count(None)
        self.released = 0
        self._memory = [
            ctypes.create_string_buffer(bits.to_bytes(len(raw) // 8 + 1, "little")),
            (kind * (len(raw) + 1))(*accumulate(map(len, raw), initial=0)),
            ctypes.create_string_buffer(b"".join(raw)),
        ]
        self._buffers = (c_void_p * 3)(*map(ctypes.addressof, self._memory))
        if not nulls:
            self._buffers[0] = None
        self._release, self._destroy = _Release(self._released), _Destructor(self._destroyed)
        release = ctypes.cast(self._release, c_void_p).value
        self._schema = _Schema(format=format.encode(), release=release)
        count = nulls if null_count is None else null_count
        self._array = _Array(len(raw) - skip, count, skip, 3, 0, self._buffers, None, None, release, None)

    def __arrow_c_array__(self, requested_schema=None):
        none = ctypes.cast(None, _Destructor)
        return (
            _new(ctypes.addressof(self._schema), b"arrow_schema", none),
            _new(ctypes.addressof(self._array), b"arrow_array", self._destroy),
        )

    def _destroyed(self, capsule):  # a capsule releases what nobody has moved out of it
        _Release(_Array.from_address(_pointer(capsule, b"arrow_array")).release)(None)

    def _released(self, _):
        self.released += 1
        ctypes.memset(self._memory[2], 0xFF, len(self._memory[2]))
