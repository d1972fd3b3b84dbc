package recipe

import (
	"slices"
	"strings"

	"example.org/iri/internal/uri"
)

// Part is the context of places in a grammar at which a character may be next. A place is a rule around the character,
// =RULE for a rule that the character would begin, or A.B for the rule or character A somewhere below B. Characters are
// written as in the grammar; end is the end of the string.
type Part struct {
	Context uri.Context
	Places  string
}

// Parts lists the parts in the order of preference. If several characters may be next, the first part with one of them
// is chosen.
var Parts = []Part{
	{uri.ContextBroken, "HEXDIG.pct-encoded"},
	{uri.ContextPort, "port"},
	{uri.ContextAuthority, "=iauthority =authority"},
	{uri.ContextUserinfo, "iuserinfo userinfo"},
	{uri.ContextHost, "=ihost =host ireg-name reg-name"},
	{uri.ContextClosed, "end.IP-literal end.ihost end.host"},
	{uri.ContextAddress, `"[".IP-literal`},
	{uri.ContextFuture, "IPvFuture.IP-literal"},
	{uri.ContextLiteral, `IPv6address.IP-literal "%25".IPv6addrz`}, // a zone could follow, but has not begun
	{uri.ContextZone, "IPv6addrz"},
	{uri.ContextLiteral, "IP-literal"},
	{uri.ContextAddress, "IPv6address h16 ls32 IPv4address dec-octet IPvFuture"},
	{uri.ContextClosed, "iauthority authority"}, // delimiters of an authority
	{uri.ContextPath, "=ihier-part =hier-part =irelative-part =relative-part =irelative-ref =relative-ref =absolute-path =http-part"},
	{uri.ContextPath, "ipath ipath-abempty ipath-absolute ipath-noscheme ipath-rootless ipath-empty isegment isegment-nz isegment-nz-nc"},
	{uri.ContextPath, "path path-abempty path-absolute path-noscheme path-rootless path-empty segment segment-nz segment-nz-nc"},
	{uri.ContextQuery, "iquery query"},
	{uri.ContextFragment, "ifragment fragment"},
	{uri.ContextScheme, "scheme"},
}

// PartOf returns the index in [Parts] of a character, or len(Parts). names begins with the character or the rule that
// it would begin, followed by the rules around it, the innermost first.
func PartOf(names []string) int {
	for i, p := range Parts {
		if slices.ContainsFunc(strings.Fields(p.Places), func(place string) bool { return isIn(names, place) }) {
			return i
		}
	}
	return len(Parts)
}

func isIn(names []string, place string) bool {
	if rule, begins := strings.CutPrefix(place, "="); begins {
		return names[0] == rule
	}
	for rule := range strings.SplitSeq(place, ".") {
		i := slices.Index(names, rule)
		if i < 0 {
			return false
		}
		names = names[i+1:]
	}
	return true
}
