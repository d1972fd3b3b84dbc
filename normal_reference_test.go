package iri_test

import (
	"encoding/hex"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/compile/suite"
	"example.org/iri/dfa"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/unicodeclass"
	"example.org/iri/internal/walk"
)

// The slow reference of Normalize. It follows the words of RFC 3986, section 6.2, and RFC 3987, section
// 5.3, over components that regular expressions have found, and has no automata.

// slowNormal returns the normal form of a reference.
func slowNormal(text string, steps iri.Normalization) string {
	x := kitOf(text)
	for _, name := range []string{"userinfo", "host", "path", "query", "fragment"} {
		if c, ok := x[name]; ok {
			x[name] = slowOctets(c, steps, name == "query")
		}
	}
	if steps&iri.CaseNormalization != 0 {
		slowCase(x)
	}
	if host, ok := strings.CutPrefix(x["host"], "["); ok && steps&iri.IPv6Text != 0 && host[0]|0x20 != 'v' {
		x["host"] = "[" + slowAddress(strings.TrimSuffix(host, "]")) + "]"
	}
	if x.has("scheme") && steps&iri.SchemeRules != 0 {
		slowScheme(x)
	}
	if rooted := strings.HasPrefix(x["path"], "/"); steps&iri.DotSegments != 0 && (x.has("scheme") || rooted) {
		x["path"] = slowRemoveDots(x["path"])
		if !x.has("host") && strings.HasPrefix(x["path"], "//") {
			x["path"] = "/." + x["path"] // which RFC 3986 leaves open
		}
	}
	return x.text()
}

// slowOctets decodes percent-encoded octets of unreserved characters, and runs of them that are a character in
// UTF-8. Digits of others become upper case.
func slowOctets(text string, steps iri.Normalization, query bool) string {
	var b strings.Builder
	for text != "" {
		octets, rest := "", text // of a run of triples, and what is behind it
		for strings.HasPrefix(rest, "%") && len(octets) < utf8.UTFMax {
			octet, _ := hex.DecodeString(rest[1:3])
			octets, rest = octets+string(octet), rest[3:]
		}
		c, size := utf8.DecodeRuneInString(octets)
		switch {
		case octets == "":
			b.WriteByte(text[0])
			text = text[1:]
			continue
		case c == utf8.RuneError && size <= 1, !slowMayStand(c, steps, query):
			size = 1
			if steps&iri.CaseNormalization != 0 {
				b.WriteString(strings.ToUpper(text[:3]))
			} else {
				b.WriteString(text[:3])
			}
		default:
			b.WriteRune(c)
		}
		text = text[3*size:]
	}
	return b.String()
}

// slowMayStand reports whether a character takes the place of its percent-encoded octets. The ranges are those of
// RFC 3987, section 2.2, less the characters of section 4.1.
func slowMayStand(c rune, steps iri.Normalization, query bool) bool {
	if c < 0x80 {
		return steps&iri.PercentNormalization != 0 && (c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || strings.ContainsRune("-._~", c))
	}
	private := c >= 0xE000 && c <= 0xF8FF || c >= 0xF0000 && c <= 0xFFFFD || c >= 0x100000 && c <= 0x10FFFD
	ucschar := c >= 0xA0 && c <= 0xD7FF || c >= 0xF900 && c <= 0xFDCF || c >= 0xFDF0 && c <= 0xFFEF ||
		c >= 0x10000 && c <= 0xDFFFD && c&0xFFFF <= 0xFFFD || c >= 0xE1000 && c <= 0xEFFFD
	formatting := strings.ContainsRune("\u200E\u200F\u202A\u202B\u202C\u202D\u202E", c)
	return steps&iri.DecodeUTF8 != 0 && !formatting && (ucschar || query && private)
}

// slowCase makes scheme and host small (RFC 3987, section 5.3.2.1).
func slowCase(x kit) {
	if scheme, ok := x["scheme"]; ok {
		x["scheme"] = strings.ToLower(scheme)
	}
	host, ok := x["host"]
	if !ok || strings.ContainsFunc(host, func(c rune) bool { return c >= 0x80 }) {
		return
	}
	pieces := strings.Split(host, "%")
	for i, piece := range pieces {
		keep := 0
		if i > 0 {
			keep = 2 // digits of a triple
		}
		pieces[i] = piece[:keep] + strings.ToLower(piece[keep:])
	}
	x["host"] = strings.Join(pieces, "%")
}

// slowScheme is RFC 3986, section 6.2.3.
func slowScheme(x kit) {
	ports := map[string]string{
		"http": "80", "ws": "80", "https": "443", "wss": "443", "ftp": "21", "nfs": "2049", "imap": "143", "pop": "110",
		"nntp": "119", "ldap": "389", "dict": "2628", "gopher": "70", "telnet": "23", "rtsp": "554", "rtsps": "322",
		"ipp": "631", "ipps": "631", "coap": "5683", "coap+tcp": "5683", "coaps": "5684", "coaps+tcp": "5684",
		"coap+ws": "80", "coaps+ws": "443", "ssh": "22", "sftp": "22", "tftp": "69",
	}
	if port, ok := x["port"]; ok && (port == "" || port == ports[strings.ToLower(x["scheme"])]) {
		delete(x, "port")
	}
	if strings.EqualFold(x["scheme"], "file") && strings.EqualFold(x["host"], "localhost") && !x.has("userinfo") && !x.has("port") {
		x["host"] = ""
	}
	if x.has("host") && x["path"] == "" {
		x["path"] = "/"
	}
}

// slowAddress is RFC 5952, sections 4 and 5.
func slowAddress(text string) string {
	if i := strings.LastIndexByte(text, ':'); strings.Contains(text, ".") { // in decimal
		var octets [4]int
		fmt.Sscanf(text[i+1:], "%d.%d.%d.%d", &octets[0], &octets[1], &octets[2], &octets[3])
		text = fmt.Sprintf("%s:%x:%x", text[:i], octets[0]<<8|octets[1], octets[2]<<8|octets[3])
	}
	if before, after, short := strings.Cut(text, "::"); short {
		zeros := 8 - len(strings.FieldsFunc(text, func(c rune) bool { return c == ':' }))
		text = strings.Trim(before+strings.Repeat(":0", zeros)+":"+after, ":")
	}
	groups := strings.Split(text, ":")
	for i, group := range groups {
		groups[i] = strings.ToLower(strings.TrimLeft(group[:len(group)-1], "0") + group[len(group)-1:])
	}
	text = strings.Join(groups, ":")
	if strings.HasPrefix(text, "0:0:0:0:0:ffff:") {
		var a, b int
		fmt.Sscanf(groups[6]+" "+groups[7], "%x %x", &a, &b)
		return fmt.Sprintf("::ffff:%d.%d.%d.%d", a>>8, a&0xFF, b>>8, b&0xFF)
	}
	return slowShort(text)
}

// slowShort writes two colons for the longest run of zero groups.
func slowShort(text string) string {
	for zeros := 8; zeros > 1; zeros-- {
		run := strings.Repeat(":0", zeros) + ":"
		if before, after, ok := strings.Cut(":"+text+":", run); ok {
			return strings.TrimPrefix(before, ":") + "::" + strings.TrimSuffix(after, ":")
		}
	}
	return text
}

// slowRemoveDots is remove_dot_segments of RFC 3986, section 5.2.4, step by step.
func slowRemoveDots(in string) string {
	out := ""
	for in != "" {
		switch {
		case strings.HasPrefix(in, "../"): // A
			in = in[3:]
		case strings.HasPrefix(in, "./"):
			in = in[2:]
		case strings.HasPrefix(in, "/./"): // B
			in = in[2:]
		case in == "/.":
			in = "/"
		case strings.HasPrefix(in, "/../"), in == "/..": // C
			in = "/" + strings.TrimPrefix(in[3:], "/")
			out = out[:max(strings.LastIndexByte(out, '/'), 0)]
		case in == ".", in == "..": // D
			in = ""
		default: // E
			end := strings.IndexByte(in[1:], '/') + 1
			if end == 0 {
				end = len(in)
			}
			out, in = out+in[:end], in[end:]
		}
	}
	return out
}

// normalLanguages are the languages of the references that a step leaves alone, by grammars in
// testdata/normal, which take the place of rules of RFC 3987. Those that a set leaves alone are in
// the languages of all its steps: that is decided by one after the other, since the automaton of all
// has too many states for a suite.
type normalLanguages map[iri.Normalization]*dfa.Automaton

func newNormalLanguages(t *testing.T) normalLanguages {
	whole := compileNormal(t, "", "IRI-reference")
	return normalLanguages{
		0:                        whole,
		iri.CaseNormalization:    compileNormal(t, readNormal("case"), "IRI-reference"),
		iri.PercentNormalization: compileNormal(t, readNormal("percent"), "IRI-reference"),
		iri.DotSegments:          compileNormal(t, readNormal("dots"), "IRI-reference"),
		iri.SchemeRules:          lessLanguage(t, compileNormal(t, readNormal("scheme"), "IRI-reference"), compileNormal(t, readNormal("scheme"), "default")),
		iri.DecodeUTF8:           lessLanguage(t, whole, compileNormal(t, readNormal("utf8")+encoded(), "changed")),
		iri.IPv6Text:             compileNormal(t, readNormal("ipv6")+addresses(), "IRI-reference"),
	}
}

func lessLanguage(t *testing.T, from, away *dfa.Automaton) *dfa.Automaton {
	a, err := compile.Difference("normal", from, away)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// have reports whether a string is normal by a set.
func (l normalLanguages) have(text string, steps iri.Normalization) bool {
	for _, step := range singleSteps {
		if steps&step != 0 && !dfa.Match(l[step], text) {
			return false
		}
	}
	return dfa.Match(l[0], text)
}

// suite returns the complete suite of a step's language. That of SchemeRules is of the strings without
// brackets and userinfo, since it would be a hundred times as large: for each default port there are
// all states of an IPv6 address, twice.
func (l normalLanguages) suite(t *testing.T, step iri.Normalization) (*dfa.Automaton, []suite.Case) {
	a := l[step]
	if step == iri.SchemeRules {
		a = lessLanguage(t, a, compileNormal(t, `left-out = *%x00-10FFFF ( "[" / "]" / "@" ) *%x00-10FFFF`, "left-out"))
	}
	cases, err := suite.Cases(a)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%v: %d states, %d classes, %d strings", step, a.NumStates(), walk.NumClasses(a), len(cases))
	return a, cases
}

func readNormal(name string) string {
	return readFile(filepath.Join("..", "testdata", "normal", name+".abnf"))
}

func compileNormal(t *testing.T, change, rule string) *dfa.Automaton {
	t.Helper()
	g, err := abnf.Parse([]byte(change + "\n"))
	if err != nil {
		t.Fatal(err)
	}
	g.Override(newRFC3987())
	a, err := compile.Compile(g, rule, nil)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// encoded returns rules char and private: the percent-encoded octets of characters that stand without them, outside
// of queries and there.
func encoded() string {
	type ranges = []unicodeclass.Range
	ucschar := ranges{{Lo: 0xA0, Hi: 0xD7FF}, {Lo: 0xF900, Hi: 0xFDCF}, {Lo: 0xFDF0, Hi: 0xFFEF}, {Lo: 0xE1000, Hi: 0xEFFFD}}
	for plane := rune(1); plane <= 13; plane++ {
		ucschar = append(ucschar, unicodeclass.Range{Lo: plane << 16, Hi: plane<<16 | 0xFFFD})
	}
	formatting := unicodeclass.New(ranges{{Lo: 0x200E, Hi: 0x200F}, {Lo: 0x202A, Hi: 0x202E}}...)
	private := ranges{{Lo: 0xE000, Hi: 0xF8FF}, {Lo: 0xF0000, Hi: 0xFFFFD}, {Lo: 0x100000, Hi: 0x10FFFD}}
	return "char = " + octetsOf(unicodeclass.New(ucschar...).Minus(formatting)) + "\n" +
		"private = " + octetsOf(unicodeclass.New(private...)) + "\n"
}

// octetsOf writes an alternation of the percent-encoded octets of all characters of a set.
func octetsOf(set unicodeclass.Set) string {
	var alternatives []string
	for _, sequence := range set.Sequences() {
		var triples []string
		for _, octets := range sequence {
			var digits []string
			for octet := int(octets.Lo); octet <= int(octets.Hi); octet++ {
				digits = append(digits, fmt.Sprintf(`"%02X"`, octet))
			}
			triples = append(triples, `"%" ( `+strings.Join(digits, " / ")+" )")
		}
		alternatives = append(alternatives, strings.Join(triples, " "))
	}
	return strings.Join(alternatives, "\n / ")
}

// addresses returns rule IPv6address with an alternative for each set of zero groups, except those of
// mapped addresses.
func addresses() string {
	var rules strings.Builder
	rules.WriteString("IPv6address = mapped")
	for zeros := range 1 << 8 {
		groups, mapped := make([]string, 8), zeros&0b11_1111 == 0b01_1111
		for i := range groups {
			switch {
			case zeros>>i&1 != 0:
				groups[i] = "0"
			case mapped && i == 5:
				groups[i] = "not-ffff"
			default:
				groups[i] = "nz"
			}
		}
		text := slowShort(strings.Join(groups, ":"))
		rules.WriteString("\n / " + regexp.MustCompile(`[:0]+`).ReplaceAllString(text, ` "$0" `))
	}
	return rules.String() + "\n"
}

// TestNormalLanguages runs the complete suite of each step's language through Normalize, by several
// sets: it leaves alone the strings of the language, and no others.
func TestNormalLanguages(t *testing.T) {
	languages := newNormalLanguages(t)
	for _, step := range singleSteps {
		if !*testkit.Long && step != iri.PercentNormalization {
			continue // which take up to half a minute each
		}
		a, cases := languages.suite(t, step)
		for n, c := range cases {
			if !*testkit.Long && n%16 != 0 {
				continue
			}
			text := string(c.Input)
			if err := leavesAlone(text, languages, stepSets[n%len(stepSets)], step, iri.ForComparison); err != nil {
				t.Fatal(err)
			}
			if err := pumpNormal(a, text, languages, step); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// leavesAlone compares Normalize with the languages, by some sets.
func leavesAlone(text string, languages normalLanguages, sets ...iri.Normalization) error {
	for _, steps := range sets {
		x, err := iri.ParseReference(text)
		if want := languages.have(text, steps); (err == nil && x.Normalize(steps) == x) != want {
			return fmt.Errorf("%q, %v: %v, Normalize makes %q of it", text, steps, err, x.Normalize(steps))
		}
	}
	return nil
}

// pumpNormal repeats a byte that leads from a state to itself, so that what follows meets every
// place in a word of eight bytes.
func pumpNormal(a *dfa.Automaton, text string, languages normalLanguages, steps iri.Normalization) error {
	at := selfLoop(a, text)
	if at < 0 {
		return nil
	}
	for more := 1; more <= 9; more++ {
		long := text[:at] + strings.Repeat(text[at:at+1], more) + text[at:]
		if err := leavesAlone(long, languages, steps); err != nil {
			return err
		}
	}
	return nil
}

// selfLoop returns the index of the first byte that leads from a state to itself,
// -1 if there is none.
func selfLoop(a *dfa.Automaton, text string) int {
	s := a.Start
	for i := range len(text) {
		next := a.Next(s, text[i])
		if next == s {
			return i
		}
		s = next
	}
	return -1
}
