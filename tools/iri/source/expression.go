package source

import (
	"regexp"
	"sync"
)

// expression returns a function that compiles a regular expression at its first call. Compiling all of them takes
// longer than checking a string.
func expression(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
