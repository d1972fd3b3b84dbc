; Languages derived from those of the grammars.
;
;   NAME = TERM [OPERATOR TERM]...   read from the left to the right; & what is in both, - what
;                                    is in the first only, | what is in one of them, . one
;                                    behind the other
;   NAME = { TERM, ... }             a classifier: tells in which of them a text is
;
; A term is a name above, or GRAMMAR:RULE; in A<B:RULE grammar A takes rules that it lacks from B.

IRIStrict            = ../rfc3987.abnf:IRI - bidi.abnf:has-formatting
IRIReferenceStrict   = ../rfc3987.abnf:IRI-reference - bidi.abnf:has-formatting
IRIWithZone          = zone.abnf<../rfc3987.abnf:IRI
IRIReferenceWithZone = zone.abnf<../rfc3987.abnf:IRI-reference
URIWithZone          = zone.abnf<../rfc3986.abnf:URI
LEIRI                = leiri.abnf<../rfc3987.abnf:IRI
LEIRIReference       = leiri.abnf<../rfc3987.abnf:IRI-reference

Languages = {
  ../rfc3987.abnf:IRI, ../rfc3987.abnf:IRI-reference, ../rfc3987.abnf:absolute-IRI,
  ../rfc3986.abnf:URI, ../rfc3986.abnf:URI-reference, ../rfc3986.abnf:absolute-URI,
  IRIStrict, IRIReferenceStrict }
