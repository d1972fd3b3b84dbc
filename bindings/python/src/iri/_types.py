"""What is not written in C."""

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


class Error(ValueError):
    """A string does not match a rule."""

    offset: int  #: where no string of the rule goes on so: in characters of a str, in bytes of anything else


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


for _type in (Error, Parts):
    _type.__module__ = "iri"  # in messages and pickles
