package abnf

// Encoding is how the numeric values of a grammar become bytes of a string. ABNF leaves that open
// (RFC 5234, section 2.4). It is a property of the grammar: RFC 9110 means octets by %x80-FF, RFC
// 3987 means characters by %xA0-D7FF. Quoted strings are ASCII, and so the same in both.
type Encoding uint8

const (
	// UTF8: values are code points, and strings have them in UTF-8. A surrogate matches nothing.
	UTF8 Encoding = iota

	// Octets: values are the bytes themselves. There are none above %xFF.
	Octets
)
