package httpguard

import (
	"fmt"
	"strings"
	"testing"

	"example.org/iri/dfa"
)

// TestPlain: what eight bytes at a time are enough for is clear. Pieces stand in all places of a word,
// at either end and in the middle.
func TestPlain(t *testing.T) {
	pieces := []string{
		"a", "/", ".", ";", "%41", "%2F", "%2e", "%5c", "%00", "%25", "%23", "%3F", "%3b", "\u00e9", "%C3%A9",
		"\u200e", "%E2%80%8E", "\u061c", "%D8%9C", "%d8%a7", "%E2%81%A6", "%C0%AF", "%e0%80%ae", "%F0%80%80%A5",
	}
	for octet := range 256 {
		pieces = append(pieces, fmt.Sprintf("%%%02x", octet))
	}
	plain := 0
	for _, first := range pieces {
		for _, second := range pieces[:24] {
			for n := range 17 {
				run := strings.Repeat("a", n)
				for _, text := range []string{run + first + second, first + second + run, "/" + first + run + second + "/"} {
					for _, c := range []*clearText{&clearPath, &clearHost, &clearQuery} {
						if !isPlain(c, text) {
							continue
						}
						plain++
						if !dfa.Match(c.all, text) {
							t.Errorf("%q is plain, but not clear for %s", text, c.all.Name)
						}
					}
				}
			}
		}
	}
	t.Logf("%d plain texts", plain)
	for _, text := range []string{"/api/v1/users", "/caf%C3%A9", "/a.b;c/d?e=/f.g"} {
		if !isPlain(&clearPath, text) || !isPlain(&clearPath, []byte(text)) {
			t.Errorf("%q is not plain", text)
		}
	}
}
