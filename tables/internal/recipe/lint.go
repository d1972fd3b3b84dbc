package recipe

import "slices"

const lintFiles = "languages/lint.abnf<languages/bidi.abnf"

var lint = slices.Concat(
	inner(lintFiles, "formatting", "bidi-isolate", "joiner", "invisible", "blank", "dot-like", "delimiter-like"),
	[]Recipe{
		without(lintFiles, "plain-units", "units", "has-flaw"),
		without(lintFiles, "plain-segment", "units", "has-path-flaw"),
		without(lintFiles, "plain-host", "units", "has-host-flaw"),
		without(lintFiles, "plain-path", "units", "has-bad-path"),
	},
	inner(lintFiles, "unit", "dns-host"),
)

var schemes = slices.Concat(
	inner("languages/schemes.abnf<../grammars/urn.abnf<"+rfc3987.file, "file-iri", "namestring", "uuid-iri", "odd-urn", "did-iri", "mailto-iri", "tag-iri", "tel-iri", "sms-iri", "geo-iri", "sip-iri", "ws-iri"),
)
