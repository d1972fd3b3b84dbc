"""IRIs (RFC 3987) and URIs (RFC 3986): validate, split, build, resolve, normalize, compare, convert.

>>> import iri
>>> iri.valid("http://example.org/rosé")
True
>>> iri.split("http://example.org/rosé").path
'/rosé'
"""

from ._functions import build, column, equal, normalize, quote_value
from ._iri import __version__, check, relativize, resolve, split, to_iri, to_uri, valid
from ._types import CASE_NORMALIZATION, DECODE_UTF8, DOT_SEGMENTS, FOR_COMPARISON, IPV6_TEXT, PERCENT_NORMALIZATION
from ._types import SCHEME_BASED, SCHEME_RULES, SYNTAX_BASED, Error, Parts

__all__ = [
    "CASE_NORMALIZATION", "DECODE_UTF8", "DOT_SEGMENTS", "Error", "FOR_COMPARISON", "IPV6_TEXT", "PERCENT_NORMALIZATION", "Parts",
    "SCHEME_BASED", "SCHEME_RULES", "SYNTAX_BASED", "__version__", "build", "check", "column", "equal", "normalize", "quote_value",
    "relativize", "resolve", "split", "to_iri", "to_uri", "valid",
]
