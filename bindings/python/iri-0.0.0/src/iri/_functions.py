"""The functions that are written in Python."""

from __future__ import annotations

import typing

from ._iri import build as compose
from ._iri import check
from ._iri import column as mask_of
from ._iri import equal as are_equal
from ._types import SYNTAX_BASED, Array, Error, String


def equal(a: String, b: String, steps: int = SYNTAX_BASED) -> bool:
    """Report whether two IRIs or relative references have the same normal form."""
    return are_equal(a, b, steps)


def column(values: Array | typing.Iterable[typing.Any], rule: str = "IRI") -> typing.Any:
    """Return which values match a rule, as a mask.

    Values are an Arrow array, or an iterable of str, bytes and nulls: None, NaN, NaT, NA. A null does not match. The mask is
    a numpy array of bool if numpy is installed, otherwise a memoryview of bool.
    """
    mask = mask_of(values, rule)
    try:
        numpy = __import__("numpy")
    except ImportError:
        return mask
    return numpy.asarray(mask)


def build(
    *,
    scheme: String | None = None,
    userinfo: String | None = None,
    host: String | None = None,
    port: String | int | None = None,
    path: String = "",
    query: String | None = None,
    fragment: String | None = None,
) -> str:
    """Return the IRI or the relative reference that has these components. They are not encoded.

    Raise an Error if one is not valid, or not valid beside the others.
    """
    digits = str(port) if isinstance(port, int) else port
    result = compose(scheme, userinfo, host, digits, path, query, fragment)
    if result is not None:
        return result
    for component, rule in (
        (scheme, "scheme"),
        (userinfo, "iuserinfo"),
        (host, "ihost"),
        (digits, "port"),
        (path, "ipath"),
        (query, "iquery"),
        (fragment, "ifragment"),
    ):
        if component is not None:
            check(component, rule)
    if host is None and not (userinfo is None and port is None):
        raise Error("a userinfo and a port need a host")
    raise Error("the path cannot be beside the other components")
