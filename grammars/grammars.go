// Package grammars has grammars of other standards, for trials. The library links none of them, but package lint has
// tables made from urn.abnf.
package grammars

import "embed"

// Files has the grammars by file name, such as "date-time.abnf".
//
//go:embed *.abnf
var Files embed.FS
