package fix

// A reading is what an input may be that is not certainly one URL, or a set of such things: the constants are bits.
type reading uint16

const (
	asTwoURLs     reading = 1 << iota // with something between them, or nothing
	asText                            // with text or markup before or after a URL
	asStraySpace                      // that may have to go, or may be of a name
	asLabel                           // a name, a colon and a value
	asTemplate                        // or code, in which something has to be replaced
	asPattern                         // a regular expression, a wildcard, or a URL that is written so that nobody follows it
	asEscapes                         // of JSON, LaTeX, HTML or the like
	asGarbled                         // damaged, or in another encoding
	asEmail                           // an address
	asFileName                        // without a host
	asDottedName                      // of a program and the like, or what is no name of DNS
	asOtherScheme                     // than http and https, where Fixer.Web asks for these
)

var readings = [...]string{
	"two URLs", "a URL in text", "a URL with stray whitespace", "a label and a value", "a template", "a pattern", "a URL with escape sequences of another format",
	"garbled text", "an e-mail address", "the name of a file", "a name that is no host of DNS", "an IRI of another scheme",
}

// words returns the readings in words, in the order of the constants.
func (r reading) words() (list []string) {
	for i, s := range readings {
		if r>>i&1 != 0 {
			list = append(list, s)
		}
	}
	return list
}
