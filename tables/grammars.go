package tables

import _ "embed"

// The grammars, as in the files. RFC9112 refers to rules of RFC3986: import them.
var (
	//go:embed rfc3987.abnf
	RFC3987 string

	//go:embed rfc3986.abnf
	RFC3986 string

	//go:embed rfc9112.abnf
	RFC9112 string
)
