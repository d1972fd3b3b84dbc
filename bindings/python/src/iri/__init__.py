"""IRIs (RFC 3987) and URIs (RFC 3986): validate, split, resolve, normalize.

>>> import iri
>>> iri.valid("http://example.org/rosé")
True
>>> iri.split("http://example.org/rosé").path
'/rosé'
"""

from ._iri import (
    CASE_NORMALIZATION,
    DECODE_UTF8,
    DOT_SEGMENTS,
    FOR_COMPARISON,
    IPV6_TEXT,
    PERCENT_NORMALIZATION,
    SCHEME_BASED,
    SCHEME_RULES,
    SYNTAX_BASED,
    Error,
    Parts,
    check,
    column,
    normalize,
    resolve,
    split,
    valid,
)

__all__ = [
    "CASE_NORMALIZATION",
    "DECODE_UTF8",
    "DOT_SEGMENTS",
    "FOR_COMPARISON",
    "IPV6_TEXT",
    "PERCENT_NORMALIZATION",
    "SCHEME_BASED",
    "SCHEME_RULES",
    "SYNTAX_BASED",
    "Error",
    "Parts",
    "check",
    "column",
    "normalize",
    "resolve",
    "split",
    "valid",
]
