package iri_test

import (
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/leanovate/gopter"

	"example.org/iri"
	"example.org/iri/dfa"
	"example.org/iri/internal/language"
	"example.org/iri/internal/sample"
	"example.org/iri/internal/testkit"
	"example.org/iri/rule"
)

func automaton(r rule.Rule) *dfa.Automaton {
	for _, l := range language.All() {
		if l.Name == r.String() {
			return l.Automaton
		}
	}
	return nil
}

// sameError reports whether the error of a string in pieces equals the error of the whole string, up to the permitted
// differences if the string was split within the character.
func sameError(inPieces, whole error, cuts ...int) bool {
	var e, f *iri.SyntaxError
	if !errors.As(inPieces, &e) || !errors.As(whole, &f) || e.Offset != f.Offset || e.Byte != f.Byte || e.Expected() != f.Expected() {
		return false
	}
	for _, cut := range cuts {
		if e.Rune == utf8.RuneError && f.Offset < int64(cut) && int64(cut) < f.Offset+utf8.UTFMax {
			return true
		}
	}
	return e.Reason == f.Reason && e.Rune == f.Rune && e.Component() == f.Component()
}

// A trial is a string to validate by a rule, valid or not.
type trial struct {
	rule rule.Rule
	text string
}

func (s trial) String() string { return fmt.Sprintf("%v %+q", s.rule, s.text) }

// generator generates strings by package sample: random ones, and a covering set.
type generator map[rule.Rule]*texts

type texts struct {
	*sample.Sampler
	cover []string
}

func newGenerator() generator { return make(generator) }

func (g generator) of(r rule.Rule) *texts {
	if g[r] == nil {
		s, err := sample.New(grammarOf(r), r.String(), uint64(testkit.Seed(1)))
		if err != nil {
			panic(err) // the grammars are valid
		}
		g[r] = &texts{s, s.Cover()}
	}
	return g[r]
}

func (g generator) textOf(r rule.Rule, rng *rand.Rand) string {
	t := g.of(r)
	if rng.Intn(2) == 0 {
		return t.cover[rng.Intn(len(t.cover))]
	}
	return t.Random()
}

// pickRule draws a rule, half of the time one of the two rules of Parse.
func pickRule(rng *rand.Rand) rule.Rule {
	if rng.Intn(2) == 0 {
		return []rule.Rule{rule.IRI, rule.IRIReference}[rng.Intn(2)]
	}
	all := slices.Collect(rule.All())
	return all[rng.Intn(len(all))]
}

func (g generator) matching(params *gopter.GenParameters) *gopter.GenResult {
	rule := pickRule(params.Rng)
	return gopter.NewGenResult(trial{rule, g.textOf(rule, params.Rng)}, gopter.NoShrinker)
}

func (g generator) matchingOf(rule rule.Rule) gopter.Gen {
	return func(params *gopter.GenParameters) *gopter.GenResult {
		return gopter.NewGenResult(trial{rule, g.textOf(rule, params.Rng)}, gopter.NoShrinker)
	}
}

// mutated generates matching strings with up to three mutations.
func (g generator) mutated(params *gopter.GenParameters) *gopter.GenResult {
	rule := pickRule(params.Rng)
	text := g.textOf(rule, params.Rng)
	for range params.Rng.Intn(4) {
		text = mutate(text, params.Rng)
	}
	return gopter.NewGenResult(trial{rule, text}, shrinkTrial)
}

// mutatedOnce generates matching strings with one mutation.
func (g generator) mutatedOnce(params *gopter.GenParameters) *gopter.GenResult {
	rule := pickRule(params.Rng)
	return gopter.NewGenResult(trial{rule, mutate(g.textOf(rule, params.Rng), params.Rng)}, shrinkTrial)
}

// mutate inserts, removes or replaces a byte. Half of the new bytes are delimiters and other bytes with a role.
func mutate(text string, rng *rand.Rand) string {
	b := byte(rng.Intn(256))
	if rng.Intn(2) == 0 {
		const delimiters = ":/?#[]@%.v0 \x80\xbf\xc3\xed\xee\xf0"
		b = delimiters[rng.Intn(len(delimiters))]
	}
	if text == "" {
		return string([]byte{b})
	}
	i := rng.Intn(len(text) + 1)
	switch j := min(i, len(text)-1); rng.Intn(3) {
	case 0:
		return text[:i] + string([]byte{b}) + text[i:]
	case 1:
		return text[:j] + text[j+1:]
	default:
		return text[:j] + string([]byte{b}) + text[j+1:]
	}
}

// shrinkTrial tries the string without each of its bytes or characters, from the first to the last.
func shrinkTrial(v any) gopter.Shrink {
	s := v.(trial)
	at := 0
	return func() (any, bool) {
		if at >= len(s.text) {
			return nil, false
		}
		_, size := utf8.DecodeRuneInString(s.text[at:])
		shorter := trial{s.rule, s.text[:at] + s.text[at+size:]}
		at += size
		return shorter, true
	}
}

// The slow reference of Normalize follows the words of RFC 3986, section 6.2, and RFC 3987, section 5.3, over
// components found by regular expressions, without automata.

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
		x["path"] = testkit.RemoveDotSegments(x["path"])
		if !x.has("host") && strings.HasPrefix(x["path"], "//") {
			x["path"] = "/." + x["path"] // not specified by RFC 3986
		}
	}
	return x.text()
}

// slowOctets decodes percent-encoded octets of unreserved characters, and runs of octets that are a character in UTF-8.
// It converts the digits of the others to upper case.
func slowOctets(text string, steps iri.Normalization, query bool) string {
	var b strings.Builder
	for text != "" {
		octets, rest := "", text // of a run of encoded octets, and the text after it
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

// slowMayStand reports whether a character replaces its percent-encoded octets: it is in the ranges of RFC 3987,
// section 2.2, but not among the characters of section 4.1.
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

// slowCase converts scheme and host to lower case (RFC 3987, section 5.3.2.1).
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
			keep = 2 // digits of an encoded octet
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

// slowShort replaces the longest run of zero groups by two colons.
func slowShort(text string) string {
	for zeros := 8; zeros > 1; zeros-- {
		run := strings.Repeat(":0", zeros) + ":"
		if before, after, ok := strings.Cut(":"+text+":", run); ok {
			return strings.TrimPrefix(before, ":") + "::" + strings.TrimSuffix(after, ":")
		}
	}
	return text
}
