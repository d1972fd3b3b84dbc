package recipe

import "slices"

const guardFiles = "languages/http.abnf<languages/bidi.abnf"

// guard is the languages of package httpguard.
var guard = slices.Concat(
	[]Recipe{
		without(guardFiles, "clear-path", "text", "has-odd-path"),
		without(guardFiles, "clear-host", "text", "has-encoded"),
		without(guardFiles, "clear-query", "text", "has-formatting"),
		without(guardFiles, "encoded-dots", "has-dots", "plain-dots"),
	},
	inner(guardFiles, "some-formatting"),
)

// WithOctets has the inner languages for which the generator also finds the octets that, when
// percent-encoded, do not lead where ordinary bytes lead.
var WithOctets = []string{"clear-path", "clear-host", "clear-query"}
