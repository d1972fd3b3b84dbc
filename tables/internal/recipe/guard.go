package recipe

import "slices"

const (
	guardFiles = "languages/http.abnf<languages/bidi.abnf"
	hostFiles  = "languages/http.abnf<languages/inet.abnf<rfc3986.abnf"
)

var guard = slices.Concat(
	inner(guardFiles, "suspect", "suspect-segment", "unencoded", "ordinary-path", "encoded-slash", "encoded-backslash",
		"encoded-nul", "encoded-control", "encoded-percent", "encoded-hash", "encoded-question", "encoded-semicolon", "plain-dots"),
	[]Recipe{without(guardFiles, "encoded-dots", "has-dots", "plain-dots")},
	inner(guardFiles, "dots-at-end", "has-parameters", "some-formatting", "query-mark"),
	[]Recipe{without(hostFiles, "plain-name", "plain-name", "ends-in-number")},
	inner(hostFiles, "plain-address", "plain-port"),
)
