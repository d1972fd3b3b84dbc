// Package source reads the texts that files hold, and tells where each stands. A file may be a list
// of lines, a table, RDF, a page, compressed or not.
package source

import "example.org/iri/tools/iri/source/internal/block"

type (
	// A Reader reads the texts of one file, in their order, into blocks.
	Reader = block.Reader
	// A Block holds texts, in the order of their file. It is used again and again.
	Block = block.Block
	// A Place tells where a text stands in its file.
	Place = block.Place
	// An Error tells what is wrong with a file, not with a text in it.
	Error = block.Error
)

// Limits on blocks.
const (
	BlockSize = block.BlockSize // bytes from which on a block is full
	MaxText   = block.MaxText   // length of the longest text; a longer one is an *Error that goes on
)
