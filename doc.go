// Package iri decides whether a text is an IRI (RFC 3987). It says where the components of a right
// text lie, and where a wrong text goes wrong. It holds IRIs as comparable values, and resolves,
// normalizes, converts, compares and builds them as the RFCs say.
//
//   - [Valid] judges a text and allocates nothing.
//   - [Split] also tells where the components lie, as offsets into the text.
//   - [Parse] returns an [IRI]: a text that is one, with methods for its components.
//
// These three judge by rule IRI, which asks for a scheme. ValidReference, SplitReference
// and ParseReference also take relative references (rule IRI-reference). Package
// [example.org/iri/rule] has every other language of RFC 3987 and RFC 3986: URIs, hosts,
// ports, and profiles such as IRIs without formatting characters.
//
// # Operations
//
//   - [IRI.Resolve] finds what a reference refers to, [IRI.Relativize] the shortest reference.
//   - [IRI.Normalize] and [IRI.Equivalent] take the steps of RFC 3986, section 6.2.
//   - [IRI.ToURI] and [IRI.ToIRI] convert, [Component.Encode] and [Decode] encode text.
//   - [Builder] and [IRI.With] make values of components, query pairs and path segments.
//
// Functions and methods whose names begin with Append write to a buffer of the caller. Their texts
// must not lie in that buffer.
//
// # Terms
//
// A text is any string of bytes. A text that is not UTF-8 matches no rule. Offsets and lengths
// count bytes. Delimiters separate the components of a text: scheme, authority, path, query,
// fragment.
//
// # Cost and guarantees
//
// Every call takes time linear in the length of the text, whatever the text, and constant memory.
// Valid, Split and Parse allocate only the error that they return. Operations allocate only the
// text of the result. Nothing runs at start-up, all functions are safe for concurrent use, and no
// text makes them panic. The verdicts come from automata that are proved equal to the grammars
// (docs/explanation/proofs.md). After some hundred short texts, or with the first long one, a call
// asks the processor what it can do (docs/explanation/speed.md).
//
// # What valid means
//
// Valid means that the grammar of the RFC derives the text, and no more:
//
//   - Valid is not safe. The grammar admits look-alikes, userinfo, empty hosts, ports of any size,
//     and bidirectional formatting characters, which RFC 3987, section 4.1, forbids in prose only.
//     (rule.IRIStrict refuses these.)
//   - A host is any text of rule ihost. DNS and IDNA are not asked.
//   - C:/x and localhost:8080 are IRIs, with the schemes C and localhost.
//   - Zone identifiers (RFC 6874) are not part of RFC 3987. (rule.IRIWithZone takes them.)
//
// Components are parts of the text as it is: nothing is decoded, folded or normalized unasked.
package iri
