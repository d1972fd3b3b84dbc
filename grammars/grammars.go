// Package grammars has grammars of other standards, to try. The library links
// none of them: package lint has tables made of urn.abnf.
package grammars

import "embed"

// Files has the grammars by the names of their files, such as "date-time.abnf".
//
//go:embed *.abnf
var Files embed.FS
