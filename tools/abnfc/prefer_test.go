package main

import (
	"strings"
	"testing"
)

// pairs can be read in two ways: a key may be a word or a number.
const pairs = `pairs  = 1*( key [ "," ] )
key    = word / number
word   = 1*( ALPHA / DIGIT )
number = 1*DIGIT
`

const pairsNote = `g.abnf:3:1: note: rule pairs: where word lies is ambiguous: in "0" it is absent or at 0 to 1; the first reading counts
`

// TestPrefer: what is ambiguous is refused, unless the first reading is preferred. A note says why
// that was necessary, and nothing if it was not.
func TestPrefer(t *testing.T) {
	t.Chdir(folder(t, "g.abnf", pairs))
	for _, test := range []struct {
		args string
		want result
	}{
		{"prove --rule pairs --span word,number g.abnf", result{1, "pairs accepts the language of its rule: 6 pairs\n",
			"g.abnf:3:1: rule pairs: where word lies is ambiguous: in \"0\" it is absent or at 0 to 1\n"}},
		{"prove --rule pairs --span word,number --prefer first g.abnf", result{0, `pairs accepts the language of its rule: 6 pairs
with spans, pairs accepts the language of its rule: 49 pairs
pairs reports where word lies in the reading that is preferred: 190 pairs
pairs reports where number lies in the reading that is preferred: 78 pairs
`, pairsNote}},
		{"prove --rule number --prefer first g.abnf", result{0, "number accepts the language of its rule: 3 pairs\n", ""}},
		{"compile --notest -o p/p.go --rule pairs --span word,number --prefer first g.abnf", result{0, "", pairsNote}},
		{"compile --notest -o p/p.go --rule word --prefer first g.abnf", result{}},
	} {
		if got := diagnosed(strings.Fields(test.args)...); got != test.want {
			t.Errorf("%s:\n%+v, want\n%+v", test.args, got, test.want)
		}
	}
	if r := abnfc("compile", "-o", "p.go", "--prefer", "last", "g.abnf"); r.code != 2 || !strings.Contains(r.stderr, "only first can be preferred") {
		t.Errorf("%+v", r)
	}
}
