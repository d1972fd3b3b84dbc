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
// An IRI is a URI that may have non-ASCII characters, and begins with a scheme. A [Reference] is an IRI or a relative
// reference such as ../menu, which has no scheme (rule IRI-reference of RFC 3987). There are three levels of detail:
//
//   - [Valid] and [ValidReference] report whether a string is valid, and allocate nothing.
//   - [Split] and [SplitReference] also return the byte offsets of the components.
//   - [Parse] and [ParseReference] return an [IRI] or [Reference], a comparable value with methods for its components.
//
// Package [example.org/iri/rule] has the other rules of the RFCs: URIs, hosts, ports, request targets.
// [ParseAs] parses an IRI that also matches one of them.
//
// # Operations
//
//   - [IRI.Resolve] resolves a reference. [IRI.Relativize] is the inverse: it returns the shortest reference to an IRI.
//   - [IRI.Normalize] applies steps of RFC 3986, section 6: [SyntaxBased], [SchemeBased], or all ([ForComparison]).
//   - [IRI.ToURI] percent-encodes non-ASCII characters; [IRI.ToIRI] decodes them.
//   - [Encode] percent-encodes a string for a component, [EncodeSegment] for a path segment, [EncodeQueryValue] for a
//     query parameter. [Decode] decodes one component.
//   - [Builder] and [IRI.With] build IRIs from components, query parameters and path segments.
//   - [IRI.QueryPairs] and [IRI.Segments] yield query parameters and path segments. [URLEncodedPairs] parses a form.
//
// Functions and methods whose names begin with Append append to a buffer of the caller, which their arguments must not
// overlap. If there is an error, they return the buffer unchanged. They allocate only the error and room in the buffer.
//
// # What valid means
//
// A string is valid if and only if the grammar of the RFC derives it:
//
//   - Valid does not mean safe. The grammar allows look-alikes, userinfo, empty hosts, ports of any size, and
//     bidirectional formatting characters, which RFC 3987, section 4.1, forbids in prose only (rule.IRIStrict rejects
//     them). To fetch URLs from untrusted input, use package [example.org/iri/ssrf]; to resolve untrusted references,
//     use field Below of [Resolver].
//   - C:/x and localhost:8080 are IRIs, with the schemes C and localhost.
//   - A host is any string of rule ihost. Module example.org/iri/intl implements IDNA and punycode.
//   - RFC 3987 has no zone identifiers (RFC 6874); rule.IRIWithZone accepts them.
//   - A string is any sequence of bytes. If it is not UTF-8, it matches no rule.
//
// Components are substrings: nothing is decoded or normalized, unless a method says so.
//
// # Cost
//
// Every call takes time linear in the length of its strings. Valid, Split and Parse take constant memory, and allocate
// only the error that they return. An operation that returns a value allocates its string, and also a buffer if the
// string has more than 256 bytes. Functions that encode or decode, and those for query parameters and segments, let the
// buffer grow as needed.
//
// All functions are safe for concurrent use. No string makes any of them panic, except the Must functions, and
// [AppendNormalParts] if it gets the parts of another string. Nothing runs at start-up; CPU features are detected after
// some hundred strings, or at a long one.
package iri
