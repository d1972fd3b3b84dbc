"""Single texts: verdicts, errors, components, operations."""

from __future__ import annotations

from ctypes import byref, create_string_buffer
from dataclasses import dataclass, field
from struct import Struct
from typing import AnyStr, Callable, Generic, Optional, cast

from . import _library
from ._library import Cut, Fault, Library

_COMPONENTS = ("scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment")
_NUMBERS = Struct("=17I")  # those of a Cut, which are read faster so

_LEVELS = {
    "rfc3986-6.2.2": 7,
    "rfc3987-5.3.2": 23,
    "rfc3986-6.2.3": 15,
    "rfc3987-5.3.3": 31,
    "case": 1,
    "percent": 2,
    "dots": 4,
    "scheme": 8,
    "utf8": 16,
    "ipv6": 32,
}


class Error(ValueError):
    """What is wrong with a text, and where.

    Offsets count characters if the text was a str, and bytes if it was bytes. The error does not keep
    the text, and its message does not show what may be a password.
    """

    message: str  #: for people; it may change between versions
    rule: str  #: the rule that the text does not match
    reason: str  #: the kind of mistake, for programs, such as "bad port"
    component: Optional[str]  #: the component that it is in, if the rule tells
    offset: int  #: where no continuation helps any more; len(text) if the string ends too early
    start: int  #: where the mistake begins that a person has to look at
    end: int  #: where it ends
    byte_offset: int  #: offset in UTF-8 bytes, also if the text was a str

    def __init__(
        self,
        message: str,
        rule: str,
        reason: str,
        component: Optional[str],
        offset: int,
        start: int,
        end: int,
        byte_offset: int,
    ) -> None:
        super().__init__(message, rule, reason, component, offset, start, end, byte_offset)
        self.message = message
        self.rule = rule
        self.reason = reason
        self.component = component
        self.offset = offset
        self.start = start
        self.end = end
        self.byte_offset = byte_offset

    def __str__(self) -> str:
        return f"{self.message} ({self.rule}, offset {self.offset})"


@dataclass(slots=True)
class Parts(Generic[AnyStr]):
    """The components of a text, as they stand in it: nothing is decoded.

    A component that is absent is None. An empty one is not absent: the query of "a:?" is "".
    """

    scheme: Optional[AnyStr]
    authority: Optional[AnyStr]
    userinfo: Optional[AnyStr]
    host: Optional[AnyStr]
    port: Optional[AnyStr]
    path: AnyStr
    query: Optional[AnyStr]
    fragment: Optional[AnyStr]
    _places: tuple[int, ...] = field(repr=False)  #: the numbers of a Cut

    @property
    def spans(self) -> dict[str, tuple[int, int]]:
        """Begin and end of the components that are there, by name. They count as offsets of Error do."""
        present, *offsets = self._places
        named = zip(range(1, 9), _COMPONENTS, offsets[0::2], offsets[1::2])
        return {name: (begin, end) for bit, name, begin, end in named if present >> bit & 1}


def valid(text: AnyStr, rule: str = "IRI") -> bool:
    """Tell whether a text matches a rule: that for IRIs (RFC 3987), if no other is named.

    >>> iri.valid("http://example.org/rosé")
    True
    >>> iri.valid("/rosé"), iri.valid("/rosé", "IRI-reference")
    (False, True)
    """
    library = _library.current or _library.load()
    raw = _encode(text)
    return library.valid(library.rules[rule], raw, len(raw)) == 1


def check(text: AnyStr, rule: str = "IRI") -> None:
    """Raise an Error if a text does not match a rule.

    >>> iri.check("http://example.org:80a/")
    Traceback (most recent call last):
    iri.Error: port "80a": 'a' is not a digit (IRI, offset 22)
    """
    library = _library.current or _library.load()
    raw, fault = _encode(text), Fault()
    if library.check(library.rules[rule], raw, len(raw), byref(fault)) == _library.INVALID:
        raise _error(library, text, raw, rule, fault)


def split(text: AnyStr, rule: str = "IRI") -> Parts[AnyStr]:
    """Cut a text into its components, or raise an Error.

    >>> parts = iri.split("https://me@example.org:8080/rosé?q=1#top")
    >>> parts.host, parts.port, parts.path, parts.spans["path"]
    ('example.org', '8080', '/rosé', (27, 32))
    """
    library = _library.current or _library.load()
    raw, cut = _encode(text), Cut()
    status = library.split(library.rules[rule], raw, len(raw), byref(cut), None)
    if status != _library.OK:
        check(text, rule)  # says what is wrong
        raise _refused(status, rule)
    places: tuple[int, ...] = _NUMBERS.unpack(cut)
    present, *offsets = places
    if len(raw) != len(text):
        at = _all_characters(raw, offsets)
        places = present, *(at[offset] for offset in offsets)
    _, s0, s1, a0, a1, u0, u1, h0, h1, p0, p1, begin, end, q0, q1, f0, f1 = places
    return Parts(
        text[s0:s1] if present & 2 else None,
        text[a0:a1] if present & 4 else None,
        text[u0:u1] if present & 8 else None,
        text[h0:h1] if present & 16 else None,
        text[p0:p1] if present & 32 else None,
        text[begin:end],
        text[q0:q1] if present & 128 else None,
        text[f0:f1] if present & 256 else None,
        places,
    )


def resolve(base: AnyStr, reference: AnyStr) -> AnyStr:
    """Find what a reference refers to in a document with a base (RFC 3986, section 5.2).

    >>> iri.resolve("http://example.org/a/b", "../é?#")
    'http://example.org/é?#'
    """
    library = _library.current or _library.load()
    first, second = _encode(base), _encode(reference)
    status, result = _write(
        len(first) + len(second) + 4,
        lambda out, cap: library.dll.iri_resolve(first, len(first), second, len(second), out, cap),
    )
    if status == _library.BAD_BASE:
        check(base)
    return _decode(reference, status, result)


def normalize(text: AnyStr, level: str = "rfc3987-5.3.2") -> AnyStr:
    """Bring an IRI or a relative reference into a normal form.

    The level is a section of an RFC (rfc3986-6.2.2, rfc3986-6.2.3, rfc3987-5.3.2, rfc3987-5.3.3), or
    steps with commas between them: case, percent, dots, scheme, utf8, ipv6.

    >>> iri.normalize("HTTP://Example.ORG/a/./%7Eb")
    'http://example.org/a/~b'
    """
    library = _library.current or _library.load()
    bits = 0
    for name in level.split(","):
        if name not in _LEVELS:
            raise ValueError(f"iri: there is no level {name!r}, only {', '.join(_LEVELS)}")
        bits |= _LEVELS[name]
    raw = _encode(text)
    return _decode(
        text, *_write(len(raw) + 8, lambda out, cap: library.dll.iri_normalize(raw, len(raw), bits, out, cap))
    )


def to_uri(text: AnyStr) -> AnyStr:
    """Write an IRI or a relative reference in ASCII (RFC 3987, section 3.1).

    >>> iri.to_uri("http://example.org/rosé")
    'http://example.org/ros%C3%A9'
    """
    library = _library.current or _library.load()
    raw = _encode(text)
    return _decode(
        text, *_write(3 * len(raw) + 1, lambda out, cap: library.dll.iri_to_uri(raw, len(raw), out, cap))
    )


def to_iri(text: AnyStr) -> AnyStr:
    """Write a URI or a relative reference with the characters that it encodes (RFC 3987, section 3.2).

    >>> iri.to_iri("http://example.org/ros%C3%A9")
    'http://example.org/rosé'
    """
    library = _library.current or _library.load()
    raw = _encode(text)
    return _decode(text, *_write(len(raw) + 1, lambda out, cap: library.dll.iri_to_iri(raw, len(raw), out, cap)))


def _encode(text: AnyStr) -> bytes:
    if isinstance(text, bytes):
        return text
    if isinstance(text, str):
        try:
            return text.encode()
        except UnicodeEncodeError:  # a lone surrogate: these bytes are no UTF-8, and no rule matches them
            return text.encode("utf-8", "surrogatepass")
    raise TypeError(f"iri: a text is str or bytes, not {type(text).__name__}")


def _write(cap: int, write: Callable[[object, int], int]) -> tuple[int, bytes]:
    """Have a function write to a buffer with room for its result. Its status and the result."""
    out = create_string_buffer(cap)
    length = write(out, cap)
    if length >= cap:
        raise RuntimeError(f"iri: {length} bytes where {cap} are enough by iri.h")
    return (_library.OK, out.raw[:length]) if length >= 0 else (length, b"")


def _decode(text: AnyStr, status: int, result: bytes) -> AnyStr:
    """The result of an operation on a text, of the same type, or an Error."""
    if status == _library.BAD_REFERENCE:
        check(text, "IRI-reference")
    if status != _library.OK:
        raise _refused(status, "IRI-reference")
    return cast(AnyStr, result.decode() if isinstance(text, str) else result)


def _error(library: Library, text: AnyStr, raw: bytes, rule: str, fault: Fault) -> Error:
    number = library.rules[rule]
    cap = library.dll.iri_message(number, raw, len(raw), None, 0) + 1
    _, message = _write(cap, lambda out, cap: library.dll.iri_message(number, raw, len(raw), out, cap))
    offset, start, end = fault.offset, fault.start, fault.end
    if isinstance(text, str):
        offset, start, end = (_characters(raw, place) for place in (offset, start, end))
    return Error(
        message.decode("utf-8", "replace"),
        rule,
        library.reasons[fault.reason],
        library.components[fault.component] or None,
        offset,
        start,
        end,
        fault.offset,
    )


def _characters(raw: bytes, offset: int) -> int:
    """How many characters lie before an offset. One in a character is that of the character."""
    while offset < len(raw) and raw[offset] & 0xC0 == 0x80:
        offset -= 1
    return len(raw[:offset].decode("utf-8", "surrogatepass"))


def _all_characters(raw: bytes, offsets: list[int]) -> dict[int, int]:
    """How many characters of a valid text lie before each of some offsets."""
    at: dict[int, int] = {}
    characters = before = 0
    for offset in sorted(set(offsets)):
        characters += len(raw[before:offset].decode())
        at[offset], before = characters, offset
    return at


def _refused(status: int, rule: str) -> Exception:
    if status == _library.NO_PARTS:
        return ValueError(f"iri: texts of rule {rule!r} have no components")
    if status == _library.TOO_LONG:
        return ValueError("iri: text of 4 GiB or more")
    return RuntimeError(f"iri: the library returned {status}")
