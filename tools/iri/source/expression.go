package source

import (
	"regexp"
	"sync"
)

// expression returns a function that compiles a regular expression on its first call. To compile all expressions takes
// longer than to check a string.
func expression(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
