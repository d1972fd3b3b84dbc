"""The shared library: where it is, whether it fits, and whether this process may call it."""

from __future__ import annotations

import ctypes
import os
import sys
from ctypes import POINTER, c_char_p, c_int32, c_int64, c_size_t, c_uint32, c_uint64, c_void_p
from pathlib import Path
from typing import Any, Callable, NoReturn, Optional

ABI = 1  # IRI_ABI of iri.h

FILE = {"darwin": "libiri.dylib", "win32": "iri.dll"}.get(sys.platform, "libiri.so")

OK, INVALID, NO_PARTS, TOO_LONG, BAD_OFFSETS, BAD_REFERENCE, BAD_BASE = 0, 1, -2, -3, -5, -6, -7


class LibraryError(ImportError):
    """The shared library is missing, does not load, or does not fit this package."""


class Fault(ctypes.Structure):
    """iri_error of iri.h."""

    _fields_ = [
        ("offset", c_uint64),
        ("start", c_uint64),
        ("end", c_uint64),
        ("reason", c_uint32),
        ("component", c_uint32),
    ]


class RowFault(ctypes.Structure):
    """iri_row_error of iri.h."""

    _fields_ = [("row", c_int64), ("error", Fault)]


class Cut(ctypes.Structure):
    """iri_parts of iri.h. The spans are begin and end of components 1 to 8."""

    _fields_ = [("present", c_uint32), ("spans", c_uint32 * 16)]


_TEXT = [c_char_p, c_size_t]
_OUT = [c_char_p, c_size_t]
_COLUMN = [c_int32, c_void_p, c_int64, c_void_p, c_char_p]  # rule, offsets, n, data, bitmap
_COLUMN_ERRORS = [*_COLUMN, c_int64, POINTER(RowFault), c_int64]

_SIGNATURES: dict[str, tuple[Any, list[Any]]] = {
    "iri_abi": (c_uint32, []),
    "iri_version": (c_char_p, []),
    "iri_rule": (c_int32, _TEXT),
    "iri_reason_name": (c_char_p, [c_uint32]),
    "iri_component_name": (c_char_p, [c_uint32]),
    "iri_valid": (c_int32, [c_int32, *_TEXT]),
    "iri_check": (c_int32, [c_int32, *_TEXT, POINTER(Fault)]),
    "iri_split": (c_int32, [c_int32, *_TEXT, POINTER(Cut), POINTER(Fault)]),
    "iri_message": (c_int64, [c_int32, *_TEXT, *_OUT]),
    "iri_resolve": (c_int64, [*_TEXT, *_TEXT, *_OUT]),
    "iri_normalize": (c_int64, [*_TEXT, c_uint32, *_OUT]),
    "iri_to_uri": (c_int64, [*_TEXT, *_OUT]),
    "iri_to_iri": (c_int64, [*_TEXT, *_OUT]),
    "iri_column": (c_int64, _COLUMN),
    "iri_column_large": (c_int64, _COLUMN),
    "iri_column_errors": (c_int64, _COLUMN_ERRORS),
    "iri_column_errors_large": (c_int64, _COLUMN_ERRORS),
}


class _Rules(dict[str, int]):
    """The numbers of rules by name. They hold for one version of the library."""

    def __init__(self, find: Callable[[bytes, int], int]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, name: str) -> int:
        raw = name.encode()
        number = self._find(raw, len(raw))
        if number < 0:
            raise ValueError(f"iri: there is no rule {name!r}; docs/reference/rules.md has the names")
        self[name] = number
        return number


class _Names(dict[int, str]):
    """Names that the library has for numbers."""

    def __init__(self, find: Callable[[int], bytes]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, number: int) -> str:
        name = self[number] = self._find(number).decode()
        return name


class Library:
    """The functions of the library, and the numbers of its rules."""

    def __init__(self, path: str) -> None:
        try:
            dll = ctypes.CDLL(path)
        except OSError as e:
            raise LibraryError(f"iri: {path} does not load: {e}", path=path) from None
        for name, (result, arguments) in _SIGNATURES.items():
            function = getattr(dll, name, None)
            if function is None:
                raise LibraryError(f"iri: {path} has no function {name}: it is another library", path=path)
            function.restype, function.argtypes = result, arguments
        abi = dll.iri_abi()
        if abi != ABI:
            raise LibraryError(f"iri: {path} has ABI {abi}, not {ABI}: take both from one release", path=path)
        self.dll = dll
        self.valid: Callable[..., int] = dll.iri_valid  # the functions of single texts, at hand
        self.check: Callable[..., int] = dll.iri_check
        self.split: Callable[..., int] = dll.iri_split
        self.rules = _Rules(dll.iri_rule)
        self.reasons = _Names(dll.iri_reason_name)
        self.components = _Names(dll.iri_component_name)


class _Forked(Library):
    """Stands for a library that was loaded before this process was forked off."""

    def __init__(self) -> None:
        pass

    def __getattr__(self, name: str) -> NoReturn:
        raise RuntimeError(
            "iri: this process was forked after iri had been called, and Go does not survive a fork. "
            "Call iri in the children only, or start them by multiprocessing's 'spawn' or 'forkserver'"
        )


current: Optional[Library] = None  # None until the first call, so that processes may fork before it


def load() -> Library:
    """Load the library, at the first call."""
    global current
    chosen = os.environ.get("IRI_LIBRARY")
    path = chosen or str(Path(__file__).with_name(FILE))
    if not os.path.exists(path):
        where = "IRI_LIBRARY names a file that is not there" if chosen else "the shared library is missing"
        raise LibraryError(
            f"iri: {where}: {path}\n"
            "In a clone of the repository, with Go and a C compiler, this builds it:\n"
            "    python3 tools/python/build_iri.py\n"
            f"If you have one already, let the environment variable IRI_LIBRARY name {FILE}.",
            path=path,
        )
    current = Library(path)
    return current


def _after_fork() -> None:
    global current
    if current is not None:
        current = _Forked()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
