package abnf

import "fmt"

// Limits of a grammar. Repetition counts are limited to math.MaxInt32, values to the last code point.
const (
	// maxSize limits the bytes of a text, and so the memory for its tree or its errors.
	maxSize = 1 << 20

	// maxDepth limits the nesting of groups, options and repetitions, and so the stack of recursive functions over
	// trees.
	maxDepth = 1000

	// maxFaults limits the number of errors that are reported.
	maxFaults = 1000
)

func checkSize(name string, src []byte) error {
	if len(src) <= maxSize {
		return nil
	}
	return ErrorList{{
		Pos: Pos{File: name},
		Msg: fmt.Sprintf("the grammar has more than %d bytes", maxSize),
	}}
}
