// Package iri decides whether a text is an IRI (RFC 3987) or a URI (RFC 3986),
// where its components lie, and where it goes wrong, by tables that a compiler made
// from the ABNF of the RFCs.
//
// [Valid] and [Parse] judge by rule IRI, [ValidReference] and [ParseReference] by
// rule IRI-reference, which also admits relative references. Every other named
// production of the two RFCs is a [Rule]: [URI], [Scheme], [IPv6Address] and so on.
// A [Matcher] takes a text in pieces, [Rule.Lines] and [Rule.Column] many texts at once.
//
// # Terms
//
// A text is any string of bytes; it need not be UTF-8, but a text that is not
// matches no rule. Offsets and lengths count bytes. A rule is a named line of
// the grammar. A component is what a delimiter sets apart: scheme, authority,
// path, query, fragment.
//
// # Cost and guarantees
//
// Every call takes time linear in the length of the text and constant memory, and
// allocates nothing but the error it returns (a [Batch], its lists), whatever the
// text. Nothing panics but a [Rule.Column] with offsets that make no sense, nothing
// runs at start-up, and a program links the tables of the rules it uses and no others.
// The first call of one with a fast path asks the processor what it can, which
// takes some 20 microseconds on a virtual machine. All functions are safe for concurrent use; a Matcher belongs to
// one goroutine at a time.
//
// # What valid means
//
// Exactly that the ABNF of the RFC derives the text, no more. In particular:
//
//   - Valid is not safe. The bidirectional formatting characters that RFC 3987,
//     section 4.1, forbids in prose are in its grammar (not in [IRIStrict]), and so are
//     look-alikes, userinfo, empty hosts and ports of any size.
//   - A host is any text of ihost; DNS and IDNA are not consulted.
//   - C:/x and localhost:8080 are IRIs with the schemes C and localhost.
//   - Zone identifiers (RFC 6874, obsoleted by RFC 9844) are not part of RFC 3987, but
//     of [IRIWithZone].
//
// docs/languages.md tells which rule is for whom.
//
// To read the code: tables/rfc3987.abnf is the law, [dfa.Run] the walk,
// compile.Compile the pipeline between the two; docs/speed.md tells of shortcuts.
package iri
