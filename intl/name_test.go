package intl_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/idna"
	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/unicode/norm"

	"example.org/iri"
	"example.org/iri/internal/testkit"
	"example.org/iri/intl"
	"example.org/iri/rule"
)

// hostOf returns the converted host, or "" for an error.
func hostOf(p intl.Profile, host string) string {
	x, _ := p.ToASCII(iri.MustParse("http://" + host + "/"))
	got, _ := x.Host()
	return got
}

// TestASCII checks all ASCII characters, percent-encoded and fullwidth. UTS46 rejects the forbidden domain code points
// of the WHATWG URL Standard and the four other characters that a reg-name of RFC 3986 cannot have. The other profiles
// reject all but letters, digits and hyphens, and IDNA2008 also rejects upper case.
func TestASCII(t *testing.T) {
	const (
		forbidden = "\x00\t\n\r #/:<>?@[\\]^|%\x7f" // and controls
		others    = "\"`{}"
		ldh       = "abcdefghijklmnopqrstuvwxyz0123456789-"
	)
	for c := range rune(0x80) {
		forms := []string{fmt.Sprintf("%%%02X", c)}
		if '!' <= c && c <= '~' {
			forms = append(forms, string(c-'!'+'！'))
		}
		lower := strings.ToLower(string(c))
		for i, form := range forms {
			for _, p := range profiles {
				takes := strings.Contains(ldh, lower) || c == '.'
				switch {
				case p == intl.UTS46:
					takes = c >= ' ' && !strings.ContainsRune(forbidden+others, c)
				case p == intl.IDNA2008 && (i > 0 || string(c) != lower): // without mapping
					takes = false
				}
				want := ""
				if takes {
					want = "a" + lower + "b.example"
				}
				if got := hostOf(p, "a"+form+"b.example"); got != want {
					t.Errorf("%v %q as %s: %q, want %q", p, c, form, got, want)
				}
			}
		}
	}
	if got := hostOf(intl.UTS46, "≠.com"); got != "xn--1ch.com" { // "=" with a stroke, which STD3 decomposes
		t.Error(got)
	}
}

// TestLengths checks the limits of DNS, which browsers ignore: labels of 1 to 63 octets, and 253 octets in all, without
// the final dot.
func TestLengths(t *testing.T) {
	label := strings.Repeat("a", 63)
	name := strings.Repeat(label+".", 3) // 192 octets
	for host, inDNS := range map[string]bool{
		"a": true, "a.": true, "a.b": true, "a.b.": true,
		"a..": false, "a..b": false, ".a": false, ".": false, "..": false, "..a": false, "a.b..": false, "é..": false, ".é": false,
		label: true, label + "a": false, "a." + label + "a.b": false, label[:57] + "é": false,
		name + label[:61]: true, name + label[:61] + ".": true, name + label[:62]: false, name + label[:62] + ".": false,
		"-a": false, "a-": false, "a.-": false, "a-.b": false, "b.-a": false, "a-b": true, "a---b": true,
	} {
		for _, p := range profiles {
			wants := p == intl.UTS46 || inDNS && !(p == intl.IDNA2008 && host == "a---b") // RFC 5891, section 4.2.3.1
			if got := hostOf(p, host); (got != "") != wants || wants && !strings.Contains(host, "é") && got != host {
				t.Errorf("%v %q: %q, want accepted: %t", p, host, got, wants)
			}
			dots := strings.ReplaceAll(host, ".", "。")
			if got := hostOf(p, dots); p != intl.IDNA2008 && got != hostOf(p, host) {
				t.Errorf("%v %q: %q", p, dots, got)
			}
		}
	}
}

// TestNoFalsePunycode checks that no character that is mapped or ignored hides Punycode of ASCII.
func TestNoFalsePunycode(t *testing.T) {
	for c := rune(0x80); c < 0xF0000; c++ {
		if 0x32000 <= c && c < 0xE0000 || iri.Encode(iri.ComponentHost, string(c)) != string(c) { // unassigned; not allowed
			continue
		}
		host := string(c)
		if strings.Trim(norm.NFKD.String(host), "xXnN-aA") == host && hostOf(intl.UTS46, "a"+host) != "a" {
			continue // neither mapped to one of these nor ignored
		}
		for i := range "xn--a-" {
			for _, host := range []string{"xn--a-"[:i] + host + "xn--a-"[i:], "xn--a-"[:i] + host + "xn--a-"[i+1:]} {
				if got := hostOf(intl.UTS46, host); got == "a" || strings.HasPrefix(got, "xn--") && !stable(got) {
					t.Errorf("%+q: %q", host, got)
				}
			}
		}
	}
}

// FuzzProfile checks that a result is ASCII without percent-encoded octets and stable, also after ToUnicode.
func FuzzProfile(f *testing.F) {
	for _, seed := range []string{"é.a_b", "xn--9ca.", "ｘn--a-", "א..1", "１２７。0.0.1", "a%2541", "\u0301", "ẞ≠"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 100 {
			return
		}
		x, err := iri.Parse("http://" + iri.Encode(iri.ComponentHost, text) + "/")
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range profiles {
			y, err := p.ToASCII(x)
			if err != nil {
				continue
			}
			host, _ := y.Host()
			again, err := p.ToASCII(y)
			if err != nil || again != y || !rule.RegName.ValidString(host) || strings.Contains(host, "%") {
				t.Errorf("%v %q: %q, then %q, %v", p, text, y, again, err)
			}
			if back, err := p.ToASCII(p.ToUnicode(y)); err != nil || back != y {
				t.Errorf("%v %q: %q, for people %q, then %q, %v", p, text, y, p.ToUnicode(y), back, err)
			}
		}
	})
}

func stable(host string) bool { return hostOf(intl.UTS46, host) == host }

// TestUnicodeVersion checks that the page about the profiles has a column for the version of Unicode in package idna.
// Packages norm and bidi may have a newer one: with Go 1.27, golang.org/x/text has 17.0.0, and an older x/net 15.0.0.
func TestUnicodeVersion(t *testing.T) {
	const file = "../docs/guide/hosts.md"
	rows := testkit.Table(t, file, "host")
	column := slices.Index(rows[0], "with Unicode "+idna.UnicodeVersion)
	if len(rows) < 2 || column < 0 {
		t.Fatalf("%s: no column for Unicode %s: %q", file, idna.UnicodeVersion, rows[0])
	}
	for name, version := range map[string]string{"norm": norm.Version, "bidi": bidi.UnicodeVersion} {
		if version < idna.UnicodeVersion {
			t.Errorf("%s has Unicode %s", name, version)
		}
	}
	for _, row := range rows[1:] {
		got := hostOf(intl.UTS46, strings.Trim(row[0], "`"))
		if got == "" {
			got = "error"
		}
		if want := strings.Trim(row[column], "`"); got != want {
			t.Errorf("%s: %s becomes %s, not %s", file, row[0], got, want)
		}
	}
}

// TestIsNFC compares with norm, and checks that the span is the first part to change.
func TestIsNFC(t *testing.T) {
	pieces := []string{"", "a", "é", "e\u0301", "\u0301", "\u0323", "\u212b", "한", "\u1112\u1161\u11ab", "\u0344", "\xff", "/"}
	for _, a := range pieces {
		for _, b := range pieces {
			for _, c := range pieces {
				text := a + b + c
				span, ok := intl.IsNFC(text)
				if ok != norm.NFC.IsNormalString(text) {
					t.Errorf("%+q: %v", text, ok)
				}
				if !ok && (norm.NFC.IsNormalString(text[span.Start:span.End]) || !norm.NFC.IsNormalString(text[:span.Start])) {
					t.Errorf("%+q: %v", text, span)
				}
			}
		}
	}
}
