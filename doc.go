// Package iri validates IRIs (RFC 3987). It returns where the components of a valid string lie, and
// where and why another string is not valid. It holds IRIs as comparable values, and resolves,
// normalizes, converts, compares and builds them as the RFCs have it.
//
//   - [Valid] reports whether a string is an IRI, and allocates nothing.
//   - [Split] also returns where the components lie, as offsets into the string.
//   - [Parse] returns an [IRI]: a value with methods for its components.
//
// These three go by rule IRI, which asks for a scheme. ValidReference, SplitReference and
// ParseReference also accept relative references (rule IRI-reference). Package
// [example.org/iri/rule] has every other language of RFC 3987 and RFC 3986: URIs, hosts, ports, and
// profiles such as IRIs without formatting characters; [ParseAs] makes values by them.
//
// # Operations
//
//   - [IRI.Resolve] returns what a reference refers to, [IRI.Relativize] the shortest reference.
//   - [IRI.Normalize] and [IRI.Equivalent] take the steps of RFC 3986, section 6.2; [ForComparison]
//     has all of them.
//   - [IRI.ToURI] and [IRI.ToIRI] convert. [EncodeSegment], [EncodeQuery] and others encode a string
//     for a component, and [Decode] decodes it.
//   - [Builder] and [IRI.With] make values of components, query pairs and path segments.
//
// Functions and methods whose names begin with Append write to a buffer of the caller. Their
// arguments must not lie in that buffer.
//
// # Terms
//
// A string is any sequence of bytes. One that is not UTF-8 matches no rule. Offsets and lengths count
// bytes. Delimiters separate the components: scheme, authority, path, query, fragment.
//
// # Cost and guarantees
//
// Every call takes time linear in the length of its strings. Validating and splitting take constant
// memory: Valid, Split and Parse allocate only the error that they return. An operation that returns a
// value allocates its string, and a buffer as well if that has more than 256 bytes; Append forms need
// neither. In functions that encode and decode, and in those for pairs and segments, the buffer grows
// as it is filled.
//
// Nothing runs at start-up, all functions are safe for concurrent use, and no string makes any of them
// panic, save the Must functions. Results come from automata that are proved equal to the grammars
// (docs/explanation/proofs.md). After some hundred short strings, or with the first long one, a call
// asks the processor what it can do (docs/explanation/speed.md).
//
// # What valid means
//
// Valid means that the grammar of the RFC derives the string, and no more:
//
//   - Valid is not safe. The grammar admits look-alikes, userinfo, empty hosts, ports of any size,
//     and bidirectional formatting characters, which RFC 3987, section 4.1, forbids in prose only.
//     (rule.IRIStrict refuses these.)
//   - A host is any string of rule ihost. DNS and IDNA are not asked; module example.org/iri/intl does.
//   - C:/x and localhost:8080 are IRIs, with the schemes C and localhost.
//   - Zone identifiers (RFC 6874) are not part of RFC 3987. (rule.IRIWithZone accepts them.)
//
// Components are parts of the string as it is: nothing is decoded, folded or normalized unasked.
package iri
