// Package grammars has grammars of other standards, which the library does not link. Package lint has tables of
// urn.abnf.
package grammars

import "embed"

// Files has the grammars by file name, such as "date-time.abnf".
//
//go:embed *.abnf
var Files embed.FS
