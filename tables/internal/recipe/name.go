package recipe

import "strings"

// words maps words of the RFCs to another spelling in Go.
var words = map[string]string{
	"nz": "NZ", "nc": "NC", "ls32": "LS32", "ucschar": "UCSChar", "IPv4address": "IPv4Address", "IPv6address": "IPv6Address",
	"http": "HTTP", "https": "HTTPS", "nul": "NUL",
}

// withI begins the names of rules that are internationalized in RFC 3987, or new there.
var withI = []string{
	"ihier", "irelative", "iauthority", "iuserinfo", "ihost", "ireg", "ipath", "isegment", "ipchar", "iquery", "ifragment",
	"iunreserved", "iprivate",
}

// GoName returns the name of the Go variable of a language: the words between hyphens, capitalized, with a separate
// capital for the I of "internationalized".
func GoName(name string) string {
	var b strings.Builder
	for i, word := range strings.Split(name, "-") {
		if spelled, ok := words[word]; ok {
			b.WriteString(spelled)
			continue
		}
		for _, begin := range withI {
			if i == 0 && word == begin {
				b.WriteString("I")
				word = word[1:]
			}
		}
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}
