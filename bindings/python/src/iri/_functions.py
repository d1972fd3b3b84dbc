"""The functions that are written in Python."""

from __future__ import annotations

import operator
import typing

from . import _iri
from ._types import FOR_COMPARISON, SYNTAX_BASED, Array, Error, String


def checked(steps: int) -> int:
    n = operator.index(steps)
    if not 0 <= n <= FOR_COMPARISON:
        raise ValueError(f"steps are from 0 to {FOR_COMPARISON}, not {steps}")
    return n


def normalize(s: String, steps: int = SYNTAX_BASED) -> str:
    """Return the normal form of an IRI or a relative reference, by default that of RFC 3986, 6.2.2."""
    return _iri.normalize(s, checked(steps))


def equal(a: String, b: String, steps: int = SYNTAX_BASED) -> bool:
    """Report whether two IRIs or relative references have the same normal form."""
    return _iri.equal(a, b, checked(steps))


def quote_value(s: String) -> str:
    """Return a name or a value of a query parameter, percent-encoded.

    Raise a UnicodeEncodeError if a str has a lone surrogate, as urllib.parse.quote does.
    """
    return _iri.quote_value(s.encode() if isinstance(s, str) else s)


def column(values: Array | typing.Iterable[typing.Any], rule: str = "IRI") -> typing.Any:
    """Return which values match a rule, as a mask.

    Values are an Arrow array, or an iterable of str, bytes and nulls: None, NaN, NaT, NA. A null does not match. The mask is
    a numpy array of bool if numpy is installed, otherwise a memoryview of bool.
    """
    if isinstance(values, (str, bytes, bytearray, memoryview)):
        raise TypeError(f"a column is several strings, and {type(values)} is one")
    if isinstance(values, Array):
        capsules = values.__arrow_c_array__()  # the array is released with the variable, after errors
        mask = _iri.arrow(*capsules, rule)
    else:
        mask = _iri.values(list(values), rule)
    view = memoryview(mask).cast("?")
    try:
        numpy = __import__("numpy")
    except ImportError:
        return view
    return numpy.asarray(view)


def build(
    *,
    scheme: String | None = None,
    authority: String | None = None,
    userinfo: String | None = None,
    host: String | None = None,
    port: String | int | None = None,
    path: String = "",
    query: String | None = None,
    fragment: String | None = None,
) -> str:
    """Return the IRI or the relative reference that has these components. They are not encoded.

    The authority, which split returns, is ignored: it consists of userinfo, host and port. Raise an Error if a component is
    not valid, or not valid beside the others.
    """
    digits = str(port) if isinstance(port, int) else port
    components = (scheme, userinfo, host, digits, path, query, fragment)
    result = _iri.build(*components)
    if result is not None:
        return result
    for component, rule in zip(components, ("scheme", "iuserinfo", "ihost", "port", "ipath", "iquery", "ifragment")):
        if component is not None:
            _iri.check(component, rule)
    if host is None and not (userinfo is None and port is None):
        raise Error("a userinfo and a port need a host")
    if host is not None:
        raise Error("the path after a host begins with a slash")
    if path[:2] in ("//", b"//"):
        raise Error("a path that begins with two slashes needs a host")
    raise Error("a path with a colon in its first segment needs a scheme")
