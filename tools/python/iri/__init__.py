"""IRIs and URIs: is a text one, where do its components lie, and what is wrong with it?

The verdicts are those of RFC 3987 and RFC 3986: a shared library written in Go steps through automata
that are proved equal to the grammars. Texts are str or bytes; bytes are UTF-8.

>>> iri.valid("http://example.org/rosé")
True
>>> iri.split("http://example.org/rosé").path
'/rosé'

valid, check and split take a rule by the name that it has in its RFC: "IRI" if none is named,
"IRI-reference", "URI", "ihost" and the others of docs/reference/rules.md. Column judges many texts at
once. The library is loaded by the first call, not by the import, since Go does not survive a fork.
"""

from ._column import ArrowArray, Column, RowError, Verdicts
from ._library import LibraryError
from ._text import Error, Parts, check, normalize, resolve, split, to_iri, to_uri, valid

__all__ = [
    "ArrowArray",
    "Column",
    "Error",
    "LibraryError",
    "Parts",
    "RowError",
    "Verdicts",
    "check",
    "normalize",
    "resolve",
    "split",
    "to_iri",
    "to_uri",
    "valid",
]

for _public in (ArrowArray, Column, Error, LibraryError, Parts, RowError, Verdicts):
    _public.__module__ = __name__  # the name in messages and pickles
del _public
