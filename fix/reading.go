package fix

import (
	"strings"
)

// A Reading is what an input may be that is not certainly one URL, or a set of such things: the constants are bits.
type Reading uint16

// The readings.
const (
	TwoURLs     Reading = 1 << iota // several URLs, with something between them or nothing
	Text                            // a URL with text or markup before or after it
	StraySpace                      // a URL with whitespace that may have to go, or may be of its name
	Label                           // a name, a colon and a value
	Template                        // a template or code, in which something has to be replaced
	Pattern                         // a regular expression, a wildcard, or a URL that is written so that nobody follows it
	Escapes                         // a URL with the escape sequences of another format, such as JSON, LaTeX or HTML
	Garbled                         // text that was damaged, or is in another encoding
	Email                           // an e-mail address
	FileName                        // the name of a file
	DottedName                      // a name with dots that is no host, such as one of a program, or that is none of DNS
	OtherScheme                     // an IRI of another scheme than http and https, where Fixer.Web asks for these
)

var readings = [...]string{
	"two URLs", "a URL in text", "a URL with stray whitespace", "a label and a value", "a template", "a pattern", "a URL with escape sequences of another format",
	"garbled text", "an e-mail address", "the name of a file", "a name that is no host of DNS", "an IRI of another scheme",
}

// String returns the readings in words, in the order of the constants and with "or" between them. It returns "" for 0.
func (r Reading) String() string {
	var words []string
	for i, s := range readings {
		if r>>i&1 != 0 {
			words = append(words, s)
		}
	}
	return strings.Join(words, " or ")
}
