package abnf

import "fmt"

// Limits of what is read. Counts of repetitions have math.MaxInt32, values the last
// code point.
const (
	// maxSize bounds a text, and with it the memory that its tree, or the list of its
	// errors, can take.
	maxSize = 1 << 20

	// maxDepth bounds how deep groups, options and repetitions nest, and with it
	// the stack that this package and all walks over its trees need.
	maxDepth = 1000

	// maxFaults bounds the errors of a text that are listed.
	maxFaults = 1000
)

// checkSize returns an ErrorList if a text is too long to be read.
func checkSize(name string, src []byte) error {
	if len(src) <= maxSize {
		return nil
	}
	return ErrorList{{
		Pos: Pos{File: name},
		Msg: fmt.Sprintf("the grammar has more than %d bytes", maxSize),
	}}
}
