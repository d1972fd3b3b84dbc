//go:build !386 && !purego

package docs_test

import (
	"os"
	"strings"
	"testing"

	"example.org/iri/internal/walkthrough"
)

// TestExplanations runs the commands of explanation/how-it-works.md and explanation/captures.md.
func TestExplanations(t *testing.T) {
	grammar, err := os.ReadFile("pictures/pair.abnf")
	if err != nil {
		t.Fatal(err)
	}
	setup := newSetup(t)
	setup.Before = "go -C '" + setup.Replace["PATH/OF/THE/CLONE"] + "' install ./tools/abnfc"
	for _, page := range []string{"explanation/how-it-works.md", "explanation/captures.md"} {
		t.Run(page, func(t *testing.T) {
			walkthrough.Run(t, page, setup)
			text, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(text), "\n"+string(grammar)+"```\n") {
				t.Errorf("%s has another grammar than pictures/pair.abnf", page)
			}
		})
	}
}

// TestMasks makes the masks that explanation/kernels.md draws.
func TestMasks(t *testing.T) {
	const text = "http://me@h:80/a?b#c"
	mask := func(bytes string) (m uint64) {
		for i := range len(text) {
			if strings.IndexByte(bytes, text[i]) >= 0 {
				m |= 1 << i
			}
		}
		return m
	}
	const letters = "abcdefghijklmnopqrstuvwxyz"
	scheme, colon, slash, tail := mask(letters+"0123456789+-."), mask(":"), mask("/"), mask("?#")
	first, end := mask(letters)&1, uint64(1)<<len(text)
	mark := (scheme + first) &^ scheme
	second := ((mark & colon) << 1 & slash) << 1 & slash
	ends := slash | tail | end
	stop := (second<<1 - 1 - ends) & ends
	page, err := os.ReadFile("explanation/kernels.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		name string
		mask uint64
	}{
		{"scheme", scheme}, {"colon", colon}, {"slash", slash}, {"tail", tail}, {"mark", mark},
		{"slashes", second}, {"ends", ends}, {"stop", stop}, {"authority", stop - second<<1},
	} {
		line := []byte(row.name + strings.Repeat(" ", 11-len(row.name)) + strings.Repeat(".", len(text)+1) + "\n")
		for i := range len(text) + 1 {
			if row.mask>>i&1 == 1 {
				line[11+i] = '1'
			}
		}
		if !strings.Contains(string(page), "\n"+string(line)) {
			t.Errorf("the page does not have %s", line)
		}
	}
}
