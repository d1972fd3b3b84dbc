package tables

import _ "embed"

// The grammars as they stand in the files: rfc9112.abnf needs what only rfc3986.abnf has.
var (
	//go:embed rfc3987.abnf
	RFC3987 string

	//go:embed rfc3986.abnf
	RFC3986 string

	//go:embed rfc9112.abnf
	RFC9112 string
)
