package recipe

import (
	"slices"
	"strings"

	"example.org/iri/internal/uri"
)

// Part is where a character may be next, and the context that this is. Each of its places is a rule in
// which the character is, =RULE if it would begin the rule, or A.B if it is in A or is A, and that is in
// B; characters are written as in the grammar, and the end of a string is called end.
type Part struct {
	Context uri.Context
	Places  string
}

// Parts lists the parts in the order of preference. If several characters may be next, the first part
// that has one of them counts.
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
	{uri.ContextClosed, "iauthority authority"}, // its delimiters
	{uri.ContextPath, "=ihier-part =hier-part =irelative-part =relative-part =irelative-ref =relative-ref =absolute-path =http-part"},
	{uri.ContextPath, "ipath ipath-abempty ipath-absolute ipath-noscheme ipath-rootless ipath-empty isegment isegment-nz isegment-nz-nc"},
	{uri.ContextPath, "path path-abempty path-absolute path-noscheme path-rootless path-empty segment segment-nz segment-nz-nc"},
	{uri.ContextQuery, "iquery query"},
	{uri.ContextFragment, "ifragment fragment"},
	{uri.ContextScheme, "scheme"},
}

// PartOf returns the index in [Parts] of a character that is in some rules, the innermost first. The
// first name is the character, or the rule that it would begin. It is len(Parts) if no part has it.
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
