package main

import (
	"strings"
	"testing"
)

// utf8Octets is section 4 of RFC 3629.
const utf8Octets = `UTF8-octets = *( UTF8-char )
UTF8-char   = UTF8-1 / UTF8-2 / UTF8-3 / UTF8-4
UTF8-1      = %x00-7F
UTF8-2      = %xC2-DF UTF8-tail
UTF8-3      = %xE0 %xA0-BF UTF8-tail / %xE1-EC 2( UTF8-tail ) /
              %xED %x80-9F UTF8-tail / %xEE-EF 2( UTF8-tail )
UTF8-4      = %xF0 %x90-BF 2( UTF8-tail ) / %xF1-F3 3( UTF8-tail ) /
              %xF4 %x80-8F 2( UTF8-tail )
UTF8-tail   = %x80-BF
`

// field has obs-text of RFC 9110.
const field = `field    = 1*( VCHAR / obs-text ) [ LF tail ]
obs-text = %x80-FF
tail     = 2obs-text
`

// TestOctets: every command reads values as octets if it is told to.
func TestOctets(t *testing.T) {
	t.Chdir(folder(t, "utf8.abnf", utf8Octets, "chars.abnf", "chars = *%x0-10FFFF\nchar = %x0-10FFFF\n", "f.abnf", field,
		"l.eq", "Chars = chars.abnf:char\nOctets = octets:utf8.abnf:UTF8-char & Chars\nField = octets:f.abnf:field\n"))
	for _, test := range []struct {
		args []string
		want result
	}{
		{[]string{"equal", "octets:utf8.abnf:UTF8-octets", "chars.abnf:chars"}, result{0, "equal\n", ""}},
		{[]string{"equal", "octets:f.abnf:tail", "f.abnf:tail"}, result{1,
			"neither is a subset of the other: only octets:f.abnf:tail matches \"\\x80\\x80\", only f.abnf:tail matches \"\\xc2\\x80\\xc2\\x80\"\n", ""}},
		{[]string{"equal", "--octets", "--rename", "tail=end", "f.abnf:end", "f.abnf:obs-text"}, result{1,
			"neither is a subset of the other: only f.abnf:end matches \"\\x80\\x80\", only f.abnf:obs-text matches \"\\x80\"\n",
			"f.abnf:1:40: repaired: tail renamed to end\nf.abnf:3:1: repaired: tail renamed to end\n"}},
		{[]string{"equal", "--rename", "tail=end", "octets:f.abnf:end", "f.abnf:end"}, result{1,
			"neither is a subset of the other: only octets:f.abnf:end matches \"\\x80\\x80\", only f.abnf:end matches \"\\xc2\\x80\\xc2\\x80\"\n",
			strings.Repeat("f.abnf:1:40: repaired: tail renamed to end\nf.abnf:3:1: repaired: tail renamed to end\n", 2)}},
		{[]string{"prove", "--octets", "--rule", "field", "--span", "tail", "f.abnf"}, result{0, `field accepts the language of its rule: 6 pairs
with spans, field accepts the language of its rule: 6 pairs
field reports where tail lies: 18 pairs
`, ""}},
		{[]string{"sample", "--octets", "--quote", "--rule", "tail", "f.abnf"}, result{0, "\"\\xff\\x80\"\n\"\\xdb\\x80\"\n", ""}},
		{[]string{"explain", "--octets", "f.abnf", "field", "\u20ac"}, result{0, `field 0-3 "\xe2\x82\xac"
  obs-text 0-1 "\xe2"
  obs-text 1-2 "\x82"
  obs-text 2-3 "\xac"
`, ""}},
		{[]string{"explain", "--octets", "f.abnf", "tail", "\u00e4\u00e4"}, result{1, "", `abnfc: 0xC3 is not allowed (tail, byte 2, expected end)
`}},
		{[]string{"explain", "--octets", "f.abnf", "tail", "\u00e4"[:1]}, result{1, "", `abnfc: the text ends too early (tail, byte 1, expected obs-text of tail)
`}},
		{[]string{"compile", "--octets", "--trace", "--rule", "x", "--import", "f.abnf", "chars.abnf"}, result{1, "", "abnfc: rule \"x\" is not defined\n"}},
		{[]string{"compile", "--octets", "--trace", "--rule", "char", "chars.abnf"}, result{1, "", "chars.abnf:2:8: rule char: %x00-10FFFF is no octet\n"}},
	} {
		if got := diagnosed(test.args...); got != test.want {
			t.Errorf("%q:\n%+v, want\n%+v", test.args, got, test.want)
		}
	}
	for _, command := range []string{"dot", "svg", "railroad"} {
		if r := abnfc(command, "--octets", "--rule", "tail", "f.abnf"); r.code != 0 || strings.Contains(r.stdout, "U+00") {
			t.Errorf("%s: %+v", command, r)
		}
	}
	r := abnfc("compile", "--octets", "-o", "f.go", "f.abnf")
	if source := read(t, "f.go"); r != (result{}) || !strings.Contains(source, ".\n// Its values are octets.\n") {
		t.Errorf("compile: %+v", r)
	}
	if r := abnfc("derive", "-o", "l.go", "l.eq"); r.code != 0 || !strings.Contains(read(t, "l.go"), "octets:f.abnf:field") {
		t.Errorf("derive: %+v", r)
	}
	if plain, octets := abnfc("suite", "--rule", "tail", "f.abnf"), abnfc("suite", "--octets", "--rule", "tail", "f.abnf"); octets.code != 0 || octets.stdout == plain.stdout {
		t.Errorf("suite: %+v", octets)
	}
}
