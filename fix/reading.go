package fix

// A reading is a set of possible meanings of an input, one bit each. 0 means a single URL.
type reading uint16

const (
	asTwoURLs    reading = 1 << iota // one after the other
	asText                           // with text or markup before or after the URL
	asStraySpace                     // to be removed, or part of a name
	asLabel
	asTemplate // or code, with parts to be replaced
	asPattern  // a regular expression, a wildcard, or a deliberately broken URL
	asEscapes  // of JSON, LaTeX, HTML and so on
	asGarbled  // damaged, or in another encoding
	asEmail
	asFileName
	asDottedName  // a program identifier, or not a DNS name
	asOtherScheme // not http or https, which Fixer.Web requires
)

var readings = [...]string{
	"two URLs", "a URL in text", "a URL with stray whitespace", "a label and a value", "a template", "a pattern", "a URL with escapes of another format",
	"garbled text", "an e-mail address", "a file name", "a name that is not a DNS host name", "an IRI of another scheme",
}

func (r reading) words() (list []string) {
	for i, s := range readings {
		if r>>i&1 != 0 {
			list = append(list, s)
		}
	}
	return list
}
