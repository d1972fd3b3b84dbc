package recipe

import "slices"

const guardFiles = "languages/http.abnf<languages/bidi.abnf"

// guard is the languages of package httpguard.
var guard = slices.Concat(
	inner(guardFiles, "suspect", "encoded-slash", "encoded-backslash", "encoded-nul", "encoded-control", "encoded-percent",
		"encoded-hash", "encoded-question", "encoded-semicolon", "plain-dots"),
	[]Recipe{without(guardFiles, "encoded-dots", "has-dots", "plain-dots")},
	inner(guardFiles, "dots-at-end", "some-formatting", "query-mark"),
)
