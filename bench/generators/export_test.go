package main

import (
	"strings"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
)

func TestExport(t *testing.T) {
	g, err := abnf.Parse([]byte("r = a-b [ 2*3\"x-\" ] *%xE9 / 1*%s\"Y\" 0a-b \"\"\na-b = %x41-5A %x42.43 / %d48\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		syntax
		want string
	}{
		{re2cSyntax, `	r2_a_b = @b0 (([\x41-\x5a] ([\x42-\x42] [\x43-\x43])) | [\x30-\x30]) @e0;
	r2_r = ((r2_a_b (((((([\x78-\x78] | [\x58-\x58]) [\x2d-\x2d])){2,3})){0,1}) ((([\xc3-\xc3] [\xa9-\xa9]))*)) | ((([\x59-\x59]){1,}) "" ""));
`},
		{ragelSyntax, `	r2_a_b = ((0x41..0x5a . (0x42..0x42 . 0x43..0x43)) | 0x30..0x30);
	r2_r = ((r2_a_b . ((((((0x78..0x78 | 0x58..0x58) . 0x2d..0x2d)){2,3})){0,1}) . (((0xc3..0xc3 . 0xa9..0xa9))*)) | (((0x59..0x59){1,}) . "" . ""));
`},
	} {
		definitions, name, err := export(g, "R", test.syntax, []string{"A-B"})
		if err != nil || definitions != test.want {
			t.Errorf("rule %s, error %v,\n%swant\n%s", name, err, definitions, test.want)
		}
	}
}

func TestExportErrors(t *testing.T) {
	for grammar, want := range map[string]string{
		"r = \"a\" [ r ]\n": "1:1: rule r refers to itself",
		"r = s\n":           "1:5: ",
	} {
		g, err := abnf.Parse([]byte(grammar))
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := export(g, "r", re2cSyntax, nil); err == nil || !strings.HasPrefix(strings.TrimPrefix(err.Error(), "abnf: "), want) {
			t.Errorf("%q: error %v, want %s", grammar, err, want)
		}
	}
}

// All texts of a contest match its rule.
func TestTexts(t *testing.T) {
	m := &module{root: "../../.."}
	for i := range contests {
		c := &contests[i]
		g, err := m.read(c)
		if err != nil {
			t.Fatal(err)
		}
		a, err := compile.Compile(g, c.rule, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range newTexts(c) {
			if !dfa.Match(a, text) {
				t.Fatalf("%s does not match %q", c.rule, text)
			}
		}
	}
}
