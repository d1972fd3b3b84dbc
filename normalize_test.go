package iri_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/leanovate/gopter/prop"

	"example.org/iri"
	"example.org/iri/internal/testkit"
	"example.org/iri/rule"
)

var (
	stepSets    = []iri.Normalization{iri.SyntaxBased, iri.SyntaxBased | iri.DecodeUTF8, iri.SchemeBased, iri.SchemeBased | iri.DecodeUTF8, iri.ForComparison}
	singleSteps = []iri.Normalization{iri.CaseNormalization, iri.PercentNormalization, iri.DotSegments, iri.SchemeRules, iri.DecodeUTF8, iri.IPv6Text}
)

// verifyNormal compares the normal form of a reference, in all forms of the call, with the slow reference.
func verifyNormal(text string, steps iri.Normalization) error {
	x, err := iri.ParseReference(text)
	if err != nil {
		return err
	}
	want, err := iri.ParseReference(slowNormal(text, steps))
	if err != nil {
		return err
	}
	got := x.Normalize(steps)
	switch isNormal := want == x; {
	case got != want:
		return fmt.Errorf("%q, %v: %v %v, want %v %v", text, steps, got, got.Parts(), want, want.Parts())
	case isNormal && unsafe.StringData(got.String()) != unsafe.StringData(text):
		return fmt.Errorf("%q, %v: a copy", text, steps)
	case got.Normalize(steps) != got:
		return fmt.Errorf("%q, %v: %v is not normal", text, steps, got)
	case !splitsAlike(x, got, steps):
		return fmt.Errorf("%q, %v: %v has other components", text, steps, got)
	}
	return errors.Join(verifyAppendNormal(x, want, steps), verifyNormalIRI(x, want, steps))
}

// verifyAppendNormal checks the form for bytes, with and without room in the buffer.
func verifyAppendNormal(x, want iri.Reference, steps iri.Normalization) error {
	for _, room := range []int{0, len(x.String()) + 7} {
		dst := append(make([]byte, 0, 2+room), "<>"...)
		dst, parts, err := iri.AppendNormal(dst, []byte(x.String()), steps)
		if err != nil || string(dst) != "<>"+want.String() || parts != want.Parts() {
			return fmt.Errorf("%q, %v: AppendNormal %q, %v, %v, want %v", x, steps, dst, parts, err, want)
		}
		if room > 0 && cap(dst) != 2+room {
			return fmt.Errorf("%q, %v: AppendNormal took more room", x, steps)
		}
		again, same, err := iri.AppendNormalParts(dst[:2], []byte(x.String()), x.Parts(), steps)
		if err != nil || string(again) != string(dst) || same != parts {
			return fmt.Errorf("%q, %v: AppendNormalParts %q, %v, %v, want %q", x, steps, again, same, err, dst)
		}
	}
	return nil
}

func verifyNormalIRI(x, want iri.Reference, steps iri.Normalization) error {
	abs, ok := x.IRI()
	if !ok {
		return nil
	}
	got := abs.Normalize(steps)
	if got.Reference() != want {
		return fmt.Errorf("%q, %v: as an IRI %v, want %v", x, steps, got, want)
	}
	return nil
}

// splitsAlike reports whether a normal form has the components of the string, except a port that SchemeRules may
// remove.
func splitsAlike(x, normal iri.Reference, steps iri.Normalization) bool {
	a, b := cutOf(x.Parts()), cutOf(normal.Parts())
	for _, name := range componentNames {
		_, has := a[name]
		_, hasToo := b[name]
		if has != hasToo && !(name == "port" && has && steps&iri.SchemeRules != 0) {
			return false
		}
	}
	return true
}

// TestNormalizeExamples has one string for each effect of a step, and strings that no step changes although they look
// similar.
func TestNormalizeExamples(t *testing.T) {
	for _, c := range []struct {
		steps      iri.Normalization
		text, want string
	}{
		{iri.SyntaxBased, "eXAMPLE://a/./b/../b/%63/%7bfoo%7d", "example://a/b/c/%7Bfoo%7D"},
		{iri.SyntaxBased | iri.DecodeUTF8, "http://Alpha%ce%b1/", "http://Alphaα/"}, // after decoding
		{iri.SyntaxBased, "http://Alpha%ce%b1/", "http://alpha%CE%B1/"},
		{iri.CaseNormalization, "HTTP://ÉCOLE.Example/A", "http://ÉCOLE.Example/A"},
		{iri.CaseNormalization, "//[FE80::A]/%aa", "//[fe80::a]/%AA"},
		{iri.CaseNormalization, "//[V1.A]", "//[v1.a]"},
		{iri.CaseNormalization | iri.PercentNormalization, "//%41b", "//ab"},
		{iri.CaseNormalization, "//%41b", "//%41b"},
		{iri.PercentNormalization, "%2E%2f?%7e#%7E", ".%2f?~#~"},
		{iri.PercentNormalization, "%25%34%31", "%2541"}, // the result of decoding is not decoded again
		{iri.DotSegments | iri.PercentNormalization, "a:/b/%2e%2e/c", "a:/c"},
		{iri.DotSegments, "a:/b/%2e%2e/c", "a:/b/%2e%2e/c"},
		{iri.DotSegments, "b/../c", "b/../c"}, // resolve it first
		{iri.DotSegments, "/b/../c", "/c"},
		{iri.DotSegments, "/../..", "/"},
		{iri.DotSegments, "/b/..//c", "/.//c"}, // not a host
		{iri.DotSegments, "/.//c", "/.//c"},
		{iri.DotSegments, "/.//c?/./#/..", "/.//c?/./#/.."},
		{iri.DotSegments, "//h/b/..//c/.", "//h//c/"},
		{iri.DotSegments, "//h/..", "//h/"},
		{iri.DotSegments | iri.PercentNormalization, "/b/%2e%2E/c", "/c"},
		{iri.DotSegments, "a:b/../c", "a:/c"},
		{iri.DotSegments, "a:../b", "a:b"},
		{iri.DotSegments, "a:b/..", "a:/"},
		{iri.DotSegments, "a:/x/..//b", "a:/.//b"}, // not a host
		{iri.DotSegments, "a:/.//b", "a:/.//b"},
		{iri.DotSegments, "a:/.//b/.", "a:/.//b/"},
		{iri.DotSegments, "a://h/.//b", "a://h//b"},
		{iri.SchemeRules, "http://h:80", "http://h/"},
		{iri.SchemeRules, "HTTP://h:?q", "HTTP://h/?q"},
		{iri.SchemeRules, "https://h:80#f", "https://h:80/#f"},
		{iri.SchemeRules, "x://:", "x:///"},
		{iri.SchemeRules, "SSH://h:22/", "SSH://h/"},
		{iri.SchemeRules, "sftp://h:22", "sftp://h/"},
		{iri.SchemeRules, "tftp://h:69/a", "tftp://h/a"},
		{iri.SchemeRules, "tftp://h:22/a", "tftp://h:22/a"},
		{iri.SchemeRules, "http://h:080/", "http://h:080/"},
		{iri.SchemeRules, "FILE://LocalHost/a", "FILE:///a"}, // RFC 8089, section 2
		{iri.SchemeRules, "file://localhost:", "file:///"},
		{iri.SchemeRules, "file://%6cocalhost/a", "file://%6cocalhost/a"},
		{iri.SchemeBased, "file://%6C%4Fcalhost/a", "file:///a"},
		{iri.SyntaxBased, "file://localhost/a", "file://localhost/a"},
		{iri.SchemeRules, "file://@localhost/a", "file://@localhost/a"},
		{iri.SchemeRules, "file://localhost:80/a", "file://localhost:80/a"},
		{iri.SchemeRules, "file://localhost./a", "file://localhost./a"},
		{iri.SchemeRules, "file://localhos/", "file://localhos/"},
		{iri.SchemeRules, "file:/a", "file:/a"}, // an absent authority stays absent
		{iri.SchemeRules, "//localhost/a", "//localhost/a"},
		{iri.SchemeRules, "files://localhost/a", "files://localhost/a"},
		{iri.SchemeRules, "//h:", "//h:"},
		{iri.SchemeRules, "http:", "http:"},
		{iri.DecodeUTF8, "%c3%a9%C3", "é%C3"},
		{iri.DecodeUTF8, "%E2%80%8E%ee%80%80?%ee%80%80#%ee%80%80", "%E2%80%8E%ee%80%80?\ue000#%ee%80%80"},
		{iri.DecodeUTF8, "%CE%CE%B1%B1%61", "%CEα%B1%61"},
		{iri.DecodeUTF8, "%C0%AE%ED%A0%80%F4%90%80%80%F0%9F%BF%BF", "%C0%AE%ED%A0%80%F4%90%80%80%F0%9F%BF%BF"},
		{iri.IPv6Text, "//[0:0:0:0:0:0:0:1]", "//[::1]"},
		{iri.IPv6Text, "//u@[0000:00:0::]:80/", "//u@[::]:80/"},
		{iri.IPv6Text, "//[2001:DB8:0:0:1:0:0:1]", "//[2001:db8::1:0:0:1]"}, // the first of equally long runs
		{iri.IPv6Text, "//[1:0:0:4:0:0:0:8]", "//[1:0:0:4::8]"},
		{iri.IPv6Text, "//[1:2:3:4:5:6::8]", "//[1:2:3:4:5:6:0:8]"}, // a single group is not shortened
		{iri.IPv6Text, "//[::2:3:4:5:6:7:8]", "//[0:2:3:4:5:6:7:8]"},
		{iri.IPv6Text, "//[1:2:3:4:5:6:7::]", "//[1:2:3:4:5:6:7:0]"},
		{iri.IPv6Text, "//[::FFFF:102:304]", "//[::ffff:1.2.3.4]"}, // RFC 5952, section 5
		{iri.IPv6Text, "//[::ffff:6464:6464]/", "//[::ffff:100.100.100.100]/"},
		{iri.ForComparison, "http://[::FFFF:6464:6464]", "http://[::ffff:100.100.100.100]/"},
		{iri.IPv6Text, "//[::1.2.3.4]", "//[::102:304]"},
		{iri.IPv6Text, "//[64:ff9b::1.2.3.4]", "//[64:ff9b::102:304]"},
		{iri.IPv6Text, "//[::ffff:0:1.2.3.4]", "//[::ffff:0:102:304]"},
		{iri.IPv6Text, "//[V1.0:0]", "//[V1.0:0]"},
		{iri.IPv6Text, "//001.0/::0", "//001.0/::0"},
		{iri.SchemeBased, "http://[::01]/", "http://[::01]/"},
		{iri.ForComparison, "?#", "?#"},
		{0, "HTTP://%41:80/..", "HTTP://%41:80/.."},
	} {
		if got := iri.MustParseReference(c.text).Normalize(c.steps); got.String() != c.want {
			t.Errorf("%q, %v: %q, want %q", c.text, c.steps, got, c.want)
		}
		if err := verifyNormal(c.text, c.steps); err != nil {
			t.Error(err)
		}
	}
}

// spaces are sets of strings that together exercise all steps: a front followed by up to length tokens. Tokens are a
// byte of each role, or percent-encoded octets.
var spaces = []struct {
	fronts, tokens string
	length         int
}{
	{"a: a:/ a://h a:b / //h", ". / b %2e", 5},
	{"a:// // http://", "B é : 8 80 @ %42 %c3%a9 / [::A]", 3},
	{"file://", "localhost LOCALHOST %6cocalhos T t : 80 @ / .", 4},
	{"//[", "0 :: : 1 00F ffff 1.2.3.4 ] ]:80", 6},
	{"a: //h ? #", "A é %41 %c3 %A9 %ee%80%80 ? # / %e2%80 %8e", 3},
}

// normalTexts returns the references of a space, with more tokens.
func normalTexts(space, more int) (list []string) {
	s := spaces[space]
	tails := []string{""}
	for begin, length := 0, 0; length < s.length+more; length++ {
		end := len(tails)
		for _, tail := range tails[begin:end] {
			for token := range strings.FieldsSeq(s.tokens) {
				tails = append(tails, tail+token)
			}
		}
		begin = end
	}
	for front := range strings.FieldsSeq(s.fronts) {
		for _, tail := range tails {
			if iri.ValidReferenceString(front + tail) {
				list = append(list, front+tail)
			}
		}
	}
	return list
}

// TestNormalizeShort tries all short strings with all steps; without -long, a third of the strings for each.
func TestNormalizeShort(t *testing.T) {
	more := 0
	if *testkit.Long {
		more = 1
	}
	for space := range spaces {
		texts := normalTexts(space, more)
		for k, steps := range slices.Concat(stepSets, singleSteps) {
			for i, text := range texts {
				if !*testkit.Long && (i+k)%3 != 0 {
					continue
				}
				if err := verifyNormal(text, steps); err != nil {
					t.Fatal(err)
				}
			}
		}
		t.Logf("%d strings", len(texts))
	}
}

// TestNormalizeCases runs normal forms from other projects, each at all its levels.
func TestNormalizeCases(t *testing.T) {
	type line struct {
		Source, Input, Normalized string
		Levels                    []string
	}
	count := 0
	file := testkit.Cases(t, "normalize.jsonl")
	testkit.EachLine(t, file, func(n int, l *line) {
		for _, name := range l.Levels {
			var steps iri.Normalization
			if err := steps.UnmarshalText([]byte(name)); err != nil {
				t.Fatalf("%s:%d: %v", file, n, err)
			}
			if l.Input == "/foo/../bar" {
				l.Normalized = "/bar" // fluent-uri does not change relative references
			}
			x, want := iri.MustParseReference(l.Input), iri.MustParseReference(l.Normalized)
			if got := x.Normalize(steps); got != want {
				t.Errorf("%s:%d: %s: %q, %s: %q, want %q", file, n, l.Source, x, name, got, want)
			}
			if err := verifyNormal(l.Input, steps); err != nil {
				t.Errorf("%s:%d: %v", file, n, err)
			}
			count++
		}
	})
	t.Logf("%d strings and levels", count)
	if count == 0 {
		t.Errorf("%s holds no cases", file)
	}
}

// TestNormalOfOtherParts passes the parts of another string: the call may only return, or panic because of an index.
func TestNormalOfOtherParts(t *testing.T) {
	random := rand.New(rand.NewSource(testkit.Seed(1)))
	g, panics := newGenerator(), 0
	for range 20_000 {
		text, other := g.textOf(rule.IRIReference, random), g.textOf(rule.IRIReference, random)
		parts, err := iri.SplitReferenceString(other)
		if err != nil {
			t.Fatal(err)
		}
		func() {
			defer func() {
				if r := recover(); r != nil {
					panics++
					if _, is := r.(runtime.Error); !is {
						t.Errorf("%q with the parts of %q: panic %v", text, other, r)
					}
				}
			}()
			if dst, _, err := iri.AppendNormalParts([]byte("<"), []byte(text), parts, iri.ForComparison); err != nil || dst[0] != '<' {
				t.Errorf("%q with the parts of %q: %q, %v", text, other, dst, err)
			}
		}()
	}
	if panics == 0 {
		t.Error("no panic")
	}
}

func TestNormalOfOthers(t *testing.T) {
	for _, text := range []string{"http://a b/", "1:", "\xff"} {
		dst, parts, err := iri.AppendNormal([]byte("<"), []byte(text), iri.ForComparison)
		if string(dst) != "<" || parts != (iri.Parts{}) || err == nil {
			t.Errorf("%q: %q, %v, %v", text, dst, parts, err)
		}
	}
}

// vary writes a string in another way that may be equivalent: with percent-encoded octets, upper case, and additional
// dot segments. If the result is not a reference, it returns the original string.
func vary(text string, rng *rand.Rand) string {
	var b strings.Builder
	for _, c := range text {
		switch rng.Intn(12) {
		case 0:
			for _, octet := range []byte(string(c)) {
				fmt.Fprintf(&b, []string{"%%%02x", "%%%02X"}[rng.Intn(2)], octet)
			}
		case 1:
			b.WriteString(strings.ToUpper(string(c)))
		case 2:
			if c == '/' {
				b.WriteString([]string{"/.", "/x/..", "/%2e", "/"}[rng.Intn(4)])
			}
			b.WriteRune(c)
		default:
			b.WriteRune(c)
		}
	}
	if !iri.ValidReferenceString(b.String()) {
		return text
	}
	return b.String()
}

// TestNormalizeLaws compares with the slow reference on strings of the grammar and variations of them.
func TestNormalizeLaws(t *testing.T) {
	g := newGenerator()
	p := newProperties(t, 20_000)
	p.Property("normal forms are those of the slow reference implementation", prop.ForAll(func(s trial, seed int64) (string, error) {
		rng := rand.New(rand.NewSource(seed))
		text, steps := vary(s.text, rng), iri.Normalization(rng.Intn(1<<len(singleSteps)))
		return "", errors.Join(verifyNormal(s.text, steps), verifyNormal(text, steps))
	}, g.matchingOf(rule.IRIReference), genSeed))
	p.TestingRun(t)
}

func FuzzNormalize(f *testing.F) {
	for i, text := range seeds {
		f.Add(text, uint8(stepSets[i%len(stepSets)]))
	}
	for i, text := range []string{
		"HTTP://%41%ce%b1:80/%2E/a/%2e./..//%7E?%ee%80%80#%E2%80%8E", "a:b/../..//c/.", "a:.//..", "a:/.//x/..", "//[FE80::1]:", "http://%C3%A9X",
	} {
		f.Add(text, uint8(stepSets[i%len(stepSets)]))
	}
	f.Fuzz(func(t *testing.T, text string, steps uint8) {
		if len(text) > 1000 || !iri.ValidReferenceString(text) {
			return // the reference is slow
		}
		if err := verifyNormal(text, iri.Normalization(steps)%(1<<len(singleSteps))); err != nil {
			t.Error(err)
		}
	})
}

// TestNormalizationText checks that the text of every set of steps is parsed back, and that no list of names is
// shorter.
func TestNormalizationText(t *testing.T) {
	for n := range iri.ForComparison + 1 {
		var back iri.Normalization
		if err := back.UnmarshalText([]byte(n.String())); err != nil || back != n {
			t.Errorf("%q is %v, %v", n.String(), back, err)
		}
		if text, err := n.MarshalText(); err != nil || string(text) != n.String() {
			t.Errorf("%v: MarshalText %q, %v", n, text, err)
		}
	}
	for text, want := range map[string]iri.Normalization{
		"":                   0,
		"rfc3986-6.2.2":      iri.SyntaxBased,
		"rfc3987-5.3.2":      iri.SyntaxBased | iri.DecodeUTF8,
		"rfc3986-6.2.3":      iri.SchemeBased,
		"rfc3987-5.3.3":      iri.SchemeBased | iri.DecodeUTF8,
		"rfc3987-5.3.3,ipv6": iri.ForComparison,
		"rfc3986-6.2.2,ipv6": iri.SyntaxBased | iri.IPv6Text,
		"case,dots":          iri.CaseNormalization | iri.DotSegments,
		"percent":            iri.PercentNormalization,
		"scheme,utf8":        iri.SchemeRules | iri.DecodeUTF8,
	} {
		if want.String() != text {
			t.Errorf("%q is the text of steps named %q", want.String(), text)
		}
	}
	if text := (iri.SyntaxBased | 1<<6).String(); text != "rfc3986-6.2.2,0x40" {
		t.Errorf("steps that do not exist: %q", text)
	}
}

// TestNormalizationNames names steps repeatedly and in any order.
func TestNormalizationNames(t *testing.T) {
	n := iri.DotSegments
	if err := n.UnmarshalText([]byte("utf8,rfc3986-6.2.2,case")); err != nil || n != iri.SyntaxBased|iri.DecodeUTF8 {
		t.Errorf("%v, %v", n, err)
	}
	for _, text := range []string{"all", "case,", ",", ",case", "Case", "rfc3986", "case, dots", "0x40"} {
		n := iri.DotSegments
		if err := n.UnmarshalText([]byte(text)); err == nil || n != iri.DotSegments {
			t.Errorf("%q: %v, %v", text, n, err)
		}
	}
}

func TestNormalizationValues(t *testing.T) {
	var n iri.Normalization
	flags := flag.NewFlagSet("", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.TextVar(&n, "level", iri.SyntaxBased, "")
	if n != iri.SyntaxBased {
		t.Errorf("by default %v", n)
	}
	if err := flags.Parse([]string{"-level", "case,dots"}); err != nil || n != iri.CaseNormalization|iri.DotSegments {
		t.Errorf("%v, %v", n, err)
	}
	if err := flags.Parse([]string{"-level", "upper"}); err == nil || !strings.Contains(err.Error(), `unknown normalization "upper"`) {
		t.Error(err)
	}
	var config struct{ Level iri.Normalization }
	const object = `{"Level":"rfc3986-6.2.3,ipv6"}`
	if err := json.Unmarshal([]byte(object), &config); err != nil || config.Level != iri.SchemeBased|iri.IPv6Text {
		t.Errorf("%v, %v", config.Level, err)
	}
	if text, err := json.Marshal(config); err != nil || string(text) != object {
		t.Errorf("%s, %v", text, err)
	}
}
