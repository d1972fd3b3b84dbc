package abnf

// Encoding is the encoding of numeric values as bytes, which ABNF leaves open (RFC 5234, section 2.4). It is a property
// of a grammar: %x80-FF means octets in RFC 9110, and %xA0-D7FF means characters in RFC 3987. Quoted strings are ASCII,
// so their encoding does not differ.
type Encoding uint8

const (
	// UTF8 interprets values as code points, which strings have in UTF-8. Surrogates match nothing.
	UTF8 Encoding = iota

	// Octets interprets values as bytes, up to %xFF.
	Octets
)
