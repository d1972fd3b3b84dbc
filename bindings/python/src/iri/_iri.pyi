from typing import Iterable, NamedTuple, Protocol

class _Array(Protocol):
    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...

_String = str | bytes | bytearray | memoryview

CASE_NORMALIZATION: int
PERCENT_NORMALIZATION: int
DOT_SEGMENTS: int
SCHEME_RULES: int
DECODE_UTF8: int
IPV6_TEXT: int
SYNTAX_BASED: int
SCHEME_BASED: int
FOR_COMPARISON: int

class Error(ValueError):
    offset: int

class Parts(NamedTuple):
    scheme: str | None
    authority: str | None
    userinfo: str | None
    host: str | None
    port: str | None
    path: str
    query: str | None
    fragment: str | None

def valid(s: _String, rule: str = "IRI") -> bool: ...
def check(s: _String, rule: str = "IRI") -> None: ...
def split(s: _String, rule: str = "IRI") -> Parts: ...
def resolve(base: _String, reference: _String) -> str: ...
def normalize(s: _String, steps: int = ...) -> str: ...
def column(
    values: _Array | Iterable[_String | None] | object, rule: str = "IRI", offsets: object = None
) -> memoryview[bool]: ...
