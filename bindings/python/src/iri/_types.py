"""The types and the constants."""

from __future__ import annotations

import typing as _typing

# The steps of normalization, and sets of them: those of iri.h.
CASE_NORMALIZATION = 1
PERCENT_NORMALIZATION = 2
DOT_SEGMENTS = 4
SCHEME_RULES = 8
DECODE_UTF8 = 16
IPV6_TEXT = 32
SYNTAX_BASED = 7
SCHEME_BASED = 15
FOR_COMPARISON = 63


String = _typing.Union[str, bytes, bytearray, memoryview]


@_typing.runtime_checkable
class Array(_typing.Protocol):
    """An array with the Arrow C data interface."""

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...


class Error(ValueError):
    """A string does not match a rule."""

    message: str  #: what str returns
    offset: int  #: where no string of the rule goes on so: in characters of a str, in bytes of anything else
    end: bool  #: whether the string may end there
    expected: bytes  #: the bytes of UTF-8 that may be there
    reason: str  #: what is wrong, such as "bad port"

    def __init__(self, message: str, offset: int = 0, end: bool = False, expected: bytes = b"", reason: str = "") -> None:
        super().__init__(message)
        self.message, self.offset, self.end, self.expected, self.reason = message, offset, end, expected, reason

    def __reduce__(self) -> tuple[type[Error], tuple[str, int, bool, bytes, str]]:
        return type(self), (self.message, self.offset, self.end, self.expected, self.reason)


class Parts(_typing.NamedTuple):
    """The components of a string, None for those that are absent."""

    scheme: str | None
    authority: str | None
    userinfo: str | None
    host: str | None
    port: str | None
    path: str
    query: str | None
    fragment: str | None


for _type in (Array, Error, Parts):
    _type.__module__ = "iri"  # in messages and pickles
