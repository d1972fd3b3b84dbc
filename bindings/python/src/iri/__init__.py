"""IRIs (RFC 3987) and URIs (RFC 3986): validate, split, resolve, normalize.

>>> import iri
>>> iri.valid("http://example.org/rosé")
True
>>> iri.split("http://example.org/rosé").path
'/rosé'
"""

from ._iri import *
from ._types import *
