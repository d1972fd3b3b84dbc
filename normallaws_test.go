package iri_test

import (
	"errors"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/leanovate/gopter/prop"

	"example.org/iri"
	"example.org/iri/rule"
)

// vary writes a text in another way that may be equivalent: with triples in place of characters,
// capitals in place of small letters, dot segments between others. What is no reference then stays
// as it was.
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

// TestNormalizeLaws: the package agrees with the slow twin on texts of the grammar and on other ways
// to write them. Equivalent is an equivalence relation, that of normal forms and of hashes.
func TestNormalizeLaws(t *testing.T) {
	g := newGenerator()
	p := newProperties(t, 20_000)
	p.Property("normal forms are those of the slow twin", prop.ForAll(func(s trial, seed int64) (string, error) {
		rng := rand.New(rand.NewSource(seed))
		text, level := vary(s.text, rng), iri.Level(rng.Intn(1<<len(rules)))
		return "", errors.Join(judgeNormal(s.text, level), judgeNormal(text, level))
	}, g.matchingOf(rule.IRIReference.Rule), genSeed))
	p.Property("Equivalent is an equivalence relation", prop.ForAll(func(s trial, seed int64) (string, error) {
		rng := rand.New(rand.NewSource(seed))
		level := iri.Level(rng.Intn(1 << len(rules)))
		var list []iri.Reference
		for range 3 {
			list = append(list, iri.MustParseReference(vary(s.text, rng)))
		}
		return "", relates(list, level)
	}, g.matchingOf(rule.IRIReference.Rule), genSeed))
	p.TestingRun(t)
}

// relates compares all pairs and triples of a list.
func relates(list []iri.Reference, level iri.Level) error {
	for _, x := range list {
		for _, y := range list {
			same := x.Equivalent(y, level)
			if same != (x.Normalize(level) == y.Normalize(level)) || same != y.Equivalent(x, level) || same != (hashOf(x, level) == hashOf(y, level)) {
				return fmt.Errorf("%q and %q, %v: Equivalent %v", x, y, level, same)
			}
			for _, z := range list {
				if same && y.Equivalent(z, level) && !x.Equivalent(z, level) {
					return fmt.Errorf("%q, %q and %q, %v: not transitive", x, y, z, level)
				}
			}
		}
	}
	return nil
}

// FuzzNormalize compares with the slow twin.
func FuzzNormalize(f *testing.F) {
	for i, text := range seeds {
		f.Add(text, uint8(rungs[i%len(rungs)]))
	}
	for i, text := range []string{
		"HTTP://%41%ce%b1:80/%2E/a/%2e./..//%7E?%ee%80%80#%E2%80%8E", "a:b/../..//c/.", "a:.//..", "a:/.//x/..", "//[FE80::1]:", "http://%C3%A9X",
	} {
		f.Add(text, uint8(rungs[i%len(rungs)]))
	}
	f.Fuzz(func(t *testing.T, text string, level uint8) {
		if len(text) > 1000 || !iri.ValidReferenceString(text) {
			return // the twin is slow
		}
		if err := judgeNormal(text, iri.Level(level)%(1<<len(rules))); err != nil {
			t.Error(err)
		}
	})
}
