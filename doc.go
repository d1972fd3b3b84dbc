// Package iri validates, parses, resolves, normalizes and builds IRIs (RFC 3987) and URIs (RFC 3986):
//
//	x, err := iri.Parse("https://me@example.org:8080/rosé?q=1")
//	if err != nil {
//		return err // reports where and why the string is not valid
//	}
//	port, ok := x.PortNumber()
//	fmt.Println(x.Scheme(), x.Hostname(), port, ok, x.Path())
//	fmt.Println(x.Resolve(iri.MustParseReference("../menu")))
//
// An IRI is a URI that may have non-ASCII characters. It has a scheme; a relative reference, such as
// ../menu, has none. A [Reference] is one or the other (rule IRI-reference of RFC 3987). There are
// three levels of detail:
//
//   - [Valid] and [ValidReference] report whether a string is valid, and allocate nothing.
//   - [Split] and [SplitReference] also return the byte offsets of the components.
//   - [Parse] and [ParseReference] return an [IRI] or [Reference]: a comparable value with methods for
//     the components.
//
// Package [example.org/iri/rule] has all other rules of the RFCs: URIs, hosts, ports, request targets.
// [ParseAs] parses an IRI that also matches one of them.
//
// # Operations
//
//   - [IRI.Resolve] returns the IRI that a reference refers to; [IRI.Relativize] returns the shortest
//     reference that resolves to an IRI.
//   - [IRI.Normalize] applies a set of steps of RFC 3986, section 6: [SyntaxBased], [SchemeBased], or
//     [ForComparison], which has all steps.
//   - [IRI.ToURI] percent-encodes non-ASCII characters; [IRI.ToIRI] decodes them.
//   - [Encode] percent-encodes a string for a component, [EncodeSegment] for a path segment, [EncodeQueryValue]
//     for a query parameter; [Decode] decodes one.
//   - [Builder] and [IRI.With] make IRIs of components, query parameters and path segments.
//   - [IRI.QueryPairs] and [IRI.Segments] yield query parameters and path segments. [URLEncodedPairs] yields
//     the names and values of a submitted form.
//
// Functions and methods whose names begin with Append take bytes and append to a buffer of the caller.
// Their arguments must not overlap that buffer.
//
// # What valid means
//
// A string is valid if the grammar of the RFC derives it, and only then:
//
//   - Valid does not mean safe. The grammar allows look-alikes, userinfo, empty hosts, ports of any
//     size, and bidirectional formatting characters, which RFC 3987, section 4.1, forbids only in prose
//     (rule.IRIStrict rejects these). To fetch URLs from untrusted input, use package
//     [example.org/iri/ssrf]; to resolve untrusted references, field Below of [Resolver].
//   - C:/x and localhost:8080 are IRIs, with the schemes C and localhost.
//   - A host is any string of rule ihost. Module example.org/iri/intl has IDNA and punycode.
//   - Zone identifiers (RFC 6874) are not part of RFC 3987 (rule.IRIWithZone accepts them).
//   - A string is any sequence of bytes; one that is not UTF-8 matches no rule.
//
// Components are substrings: nothing is decoded or normalized, unless a method says so.
//
// # Cost
//
// Every call takes time linear in the length of its strings. Valid, Split and Parse take constant
// memory, and allocate only the error that they return. An operation that returns a value allocates the
// string of the result, and also a buffer if this string has more than 256 bytes; Append forms need neither. In functions
// that encode and decode, and in those for query parameters and segments, the buffer grows as needed.
//
// All functions are safe for concurrent use. No string makes any of them panic, except the Must
// functions. [AppendNormalParts] may panic if it gets the parts of another string. Nothing runs at
// start-up; CPU features are detected after some hundred strings, or at a long one.
package iri
