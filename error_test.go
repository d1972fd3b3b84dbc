package iri_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"example.org/iri"
	"example.org/iri/dfa"
	"example.org/iri/internal/inet"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/uri/normal"
	"example.org/iri/internal/uri/ref"
	"example.org/iri/rule"
)

// TestZeroSyntaxError checks that an error made by hand does not panic.
func TestZeroSyntaxError(t *testing.T) {
	for _, e := range []*iri.SyntaxError{{}, {Rule: "IRI", Reason: 200, Offset: 1 << 40, Byte: 'x', Rune: 'x'}} {
		if e.Component() != 0 || e.Expected() != (dfa.ByteSet{}) || e.Error() == "" {
			t.Errorf("%v, %v, %q", e.Component(), e.Expected(), e.Error())
		}
	}
}

const secret = "s3cr3t"

// checkSecret checks that no form of an error has three consecutive bytes of the secret. It reports whether there is an
// error and a secret.
func checkSecret(t testing.TB, r rule.Rule, text string) bool {
	t.Helper()
	err := r.CheckString(text)
	if err == nil || !strings.Contains(text, secret) {
		return false
	}
	var log strings.Builder
	slog.New(slog.NewTextHandler(&log, nil)).Error("bad", "error", err)
	slog.New(slog.NewJSONHandler(&log, nil)).Error("bad", "error", err)
	asJSON, jsonErr := json.Marshal(err)
	if jsonErr != nil {
		t.Fatal(jsonErr)
	}
	var e *iri.SyntaxError
	errors.As(err, &e)
	printed := fmt.Sprintf("%v %+v %#v %s %s %s %s %q", err, err, err, e.Error(), e.Message(), e.GoString(), log.String(), asJSON)
	fields := fmt.Sprint(reflect.ValueOf(*e)) // also unexported ones
	for i := range len(secret) - 2 {
		part := secret[i : i+3]
		if strings.Contains(printed, part) || strings.Contains(fields, fmt.Sprintf("%d %d %d", part[0], part[1], part[2])) {
			t.Fatalf("%v: %q: the error has %q: %s\n%s", r, text, part, printed, fields)
		}
	}
	return true
}

// TestErrorsKeepSecrets checks that no error quotes a secret between two slashes and an @, even with delimiters and
// invalid characters in the password.
func TestErrorsKeepSecrets(t *testing.T) {
	prefixes := []string{"http://", "//", "ht tp://", "HTTP://u@h", "\x00//", "http://[::1]@", "a://%", "a:///", " //", "\ufeffa://", `"x": "a://`}
	pieces := []string{secret, secret, "a", ":", "/", "?", "#", "[", "]", "@", "%", "%41", "%4", " ", "é", "\ue000", "\ufffe", "\u200e", "\xc3", "\xe2\x82", "\xff", "8", "\n", "\x00", "|"}
	rules := []rule.Rule{
		rule.IRI, rule.IRIReference, rule.URI, rule.IRIStrict, rule.IRIWithZone, rule.IRelativeRef, rule.LEIRI,
		rule.IHierPart, rule.IRelativePart, rule.IHost, rule.IPath, rule.Port, rule.Scheme, rule.IPv6Address, rule.Link, rule.Location,
	}
	rnd, n, hidden := rand.New(rand.NewPCG(1, 2)), 10_000, 0
	if !checkSecret(t, rule.IRI, "http://user:"+secret+"/"+secret+"@host/") {
		t.Error("no secret")
	}
	if *testkit.Long {
		n = 100_000
	}
	for range n {
		text := prefixes[rnd.IntN(len(prefixes))] + ":"
		if rnd.IntN(2) == 0 {
			text = strings.TrimSuffix(text, ":") + "user:"
		}
		for range rnd.IntN(6) {
			text += pieces[rnd.IntN(len(pieces))]
		}
		text += "@"
		for range rnd.IntN(6) {
			text += pieces[2+rnd.IntN(len(pieces)-2)]
		}
		if checkSecret(t, rules[rnd.IntN(len(rules))], text) {
			hidden++
		}
	}
	if hidden < n/10 {
		t.Errorf("%d of %d strings have a secret", hidden, n)
	}
	for range 1000 {
		var text strings.Builder
		for range rnd.IntN(6) {
			text.WriteString(pieces[rnd.IntN(len(pieces))])
		}
		checkSecret(t, rule.IUserinfo, text.String()) // with no delimiter after it
		checkSecret(t, rule.Userinfo, text.String())
		for _, r := range []rule.Rule{rule.IAuthority, rule.Authority, rule.IHost, rule.HostField, rule.AuthorityForm} { // with no slashes before it
			checkSecret(t, r, text.String()+"@"+pieces[2+rnd.IntN(len(pieces)-2)])
		}
	}
	for _, size := range []int{1 << 10, 1 << 13, 1 << 20} { // after or before the mistake
		long := strings.Repeat("a", size)
		for _, text := range []string{"http://user:" + secret + " /" + long + "@h/", "http://" + secret + "@h/ " + long, "http://" + long + secret + "@h/ ", " //" + long + secret + long + "@"} {
			if !checkSecret(t, rule.IRI, text) {
				t.Errorf("%.20q is valid", text)
			}
		}
	}
}

func TestErrorsQuote(t *testing.T) {
	for text, want := range map[string]string{
		"https://medium.com/@user name/x":  `' ' is not allowed in a path: "https://***@user name/x"`,
		"https://example.com/x y?mail=a@b": `a character is not allowed in a path: "https://***@b"`,
		"http://user@example.com/a b?c=d":  `"http://***@example.com/a b?c=d"`,
		"http://user:pa/ss@h/ x":           `"http://***@h/ x"`,
		"http://user:80/ss@h/ x":           `"http://***@h/ x"`,
		"http://@h/ x":                     `"http://@h/ x"`,
		"  \"@context\": {":                `"  \"@context\": {" begins with ' '`,
		"user:password@host/ x":            `"user:password@host/ x"`,
		"mailto:john doe@example.org":      `"mailto:john doe@example.org"`,
		"_:b":                              `; this is a blank node of RDF, not an IRI: write it without < and >`,
	} {
		if err := rule.IRI.CheckString(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	for text, want := range map[string]string{"12:": `reference: "12:"`, "%4": `digits: "%4"`, "_:b": `; this is a blank node of RDF, not an IRI: write it without < and >`} {
		if err := rule.IRIReference.CheckString(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// TestErrorLines checks that an error is one line of less than 300 bytes for every string.
func TestErrorLines(t *testing.T) {
	long := func(s string) string { return strings.Repeat(s, 60) }
	longest := 0
	for _, before := range []string{"", "a:", "a://", "a://u:p@h:", "a://h:1", "a://[", "a://[::1", "a://[fe80::1%25", "a:?", "a:#", "a:/%", "//", "u@h", "a://u" + long("é") + "@h/"} {
		for _, wrong := range []string{"\x00", "\xff", "\"", "\\", "\n", "\U000e0001", "\u200e", "\ue000", " ", "%", "[", "]", "::", ":1", "é"} {
			for _, text := range []string{before + long(wrong), long("a") + before + wrong, before + long(wrong+"a"), before + "a" + wrong, before + wrong + long("1")} {
				for r := range rule.All() {
					err := r.CheckString(text)
					if err == nil {
						continue
					}
					for _, verb := range []string{"%v", "%+v", "%#v"} {
						line := fmt.Sprintf(verb, err)
						longest = max(longest, len(line))
						if len(line) >= 300 || strings.ContainsAny(line, "\n\r") {
							t.Fatalf("%v %q: %d bytes: %s", r, text, len(line), line)
						}
					}
				}
			}
		}
	}
	t.Logf("the longest has %d bytes", longest)
	if size := unsafe.Sizeof(iri.SyntaxError{}); size > 128 {
		t.Errorf("an error takes %d bytes", size)
	}
}

func TestComponentErrorLines(t *testing.T) {
	_, syntax := iri.Builder{}.Host(strings.Repeat("\xff", 100)).Reference()
	_, other := iri.Builder{}.Port("1").Reference()
	for _, err := range []error{syntax, other, &iri.ComponentError{}} {
		for _, verb := range []string{"%v", "%+v", "%#v"} {
			if line := fmt.Sprintf(verb, err); len(line) >= 300 || strings.Contains(line, "\n") || line == "" {
				t.Errorf("%d bytes: %s", len(line), line)
			}
		}
	}
}

// TestErrorsDivideNoCharacter cuts excerpts at each offset of a long mistake.
func TestErrorsDivideNoCharacter(t *testing.T) {
	for _, character := range []string{"é", "€", "😀"} {
		for n := range 80 {
			long := strings.Repeat(character, n)
			for _, text := range []string{"a://h:" + long, "a://h:" + long + "/", "1" + long + ":8" + long, "a://[::" + long, long + " " + long} {
				err := rule.IRIReference.CheckString(text)
				if err != nil && strings.Contains(err.Error(), `\x`) {
					t.Fatalf("%q: %v", text, err)
				}
			}
		}
	}
}

// TestErrorsOfLists checks that the userinfo of each reference in a field is hidden.
func TestErrorsOfLists(t *testing.T) {
	for _, r := range []rule.Rule{rule.Link, rule.LinkValue} {
		for _, text := range []string{"<//a/>, <//user:" + secret + "@h/ >", "<//u@a/>, <//a:8/>;a= <//" + secret + "@h/>", "< //a?b=//" + secret + "@h/"} {
			if err := r.CheckString(text); err == nil || strings.Contains(err.Error(), secret) {
				t.Errorf("%v %q: %v", r, text, err)
			}
		}
	}
}

func FuzzErrorsKeepSecrets(f *testing.F) {
	f.Add("http://user:", " ", "host/")
	f.Fuzz(func(t *testing.T, before, within, after string) {
		for i := range len(secret) - 2 {
			if strings.Contains(before+within+after, secret[i:i+3]) {
				t.Skip("another secret")
			}
		}
		checkSecret(t, rule.IRI, "http://"+before+secret+within+"@"+after)
		checkSecret(t, rule.IRIReference, "//"+before+secret+within+"@"+after)
		checkSecret(t, rule.IAuthority, before+secret+within+"@"+after)
	})
}

// TestConstants checks that exported constants equal the internal ones, from which they are converted.
func TestConstants(t *testing.T) {
	for i, same := range []bool{
		iri.HostRegName == iri.HostKind(inet.RegName), iri.HostIPv4 == iri.HostKind(inet.IPv4),
		iri.HostIPv6 == iri.HostKind(inet.IPv6), iri.HostIPvFuture == iri.HostKind(inet.IPvFuture),
		iri.CaseNormalization == iri.Normalization(normal.Case), iri.PercentNormalization == iri.Normalization(normal.Percent),
		iri.DotSegments == iri.Normalization(normal.Dots), iri.SchemeRules == iri.Normalization(normal.Scheme),
		iri.DecodeUTF8 == iri.Normalization(normal.UTF8), iri.IPv6Text == iri.Normalization(normal.IPv6),
		iri.FormFragment == iri.Forms(ref.FragmentOnly), iri.FormQuery == iri.Forms(ref.QueryOnly),
		iri.FormRelativePath == iri.Forms(ref.RelativePath), iri.FormAbsolutePath == iri.Forms(ref.AbsolutePath),
		iri.FormNetworkPath == iri.Forms(ref.NetworkPath), iri.FormIRI == iri.Forms(ref.Absolute),
	} {
		if !same {
			t.Errorf("constant %d differs", i)
		}
	}
}
