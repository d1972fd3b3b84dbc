package abnf

import (
	"strings"
	"testing"
)

// TestLayout pins how rules are broken into lines.
func TestLayout(t *testing.T) {
	name := strings.Repeat("long-", 8)
	text := "IRI = scheme \":\" hier\n" +
		"ihier-part = \"//\" iauthority ipath-abempty / ipath-absolute / ipath-rootless / ipath-empty\n" +
		"exactly-80 = aaaaaaaaaaaa / bbbbbbbbbbbbbbbbbbb / ccccccccccccc / ddddddddddd\n" +
		"ucschar = %xA0-D7FF / %xF900-FDCF / %xFDF0-FFEF / %x10000-1FFFD / %x20000-2FFFD / 2%x30000-3FFFD\n" +
		name + " = a\n"
	want := `
IRI                      = scheme ":" hier
ihier-part               = "//" iauthority ipath-abempty
                         / ipath-absolute
                         / ipath-rootless
                         / ipath-empty
exactly-80               = aaaaaaaaaaaa / bbbbbbbbbbbbbbbbbbb / ccccccccccccc
                         / ddddddddddd
ucschar                  = %xA0-D7FF / %xF900-FDCF / %xFDF0-FFEF / %x10000-1FFFD
                         / %x20000-2FFFD / 2%x30000-3FFFD
` + name + " = a\n"
	g := mustParse(t, text)
	if got := "\n" + g.String(); got != want {
		t.Errorf("got%s\nwant%s", got, want)
	}
	if !sameGrammar(g, mustParse(t, g.String())) {
		t.Error("does not read back")
	}
	if got, want := g.Lookup("exactly-80").String(), "exactly-80 = aaaaaaaaaaaa / bbbbbbbbbbbbbbbbbbb / ccccccccccccc / ddddddddddd"; got != want {
		t.Errorf("rule printed as\n%s\nwant\n%s", got, want)
	}
}

// TestReadBack: Parse of a printed grammar gives the grammar, and printing that
// gives the same text.
func TestReadBack(t *testing.T) {
	for _, file := range grammarFiles {
		g := readGrammar(t, file)
		again := mustParse(t, g.String())
		if !sameGrammar(g, again) {
			t.Errorf("%s: reads back as\n%v", file, again)
		}
		if g.String() != again.String() {
			t.Errorf("%s: prints differently after reading back", file)
		}
	}
}
