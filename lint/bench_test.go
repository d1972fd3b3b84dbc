package lint

import (
	"strconv"
	"strings"
	"testing"

	"example.org/iri"
)

func BenchmarkCheck(b *testing.B) {
	for _, text := range []string{"https://www.example.org/over/there/some/where?name=ferret&color=purple#nose", "HTTPS://Example.ORG:443/%7Euser/./a/../b"} {
		x := iri.MustParseReference(text)
		b.Run(text[:5], func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				Check(x)
			}
		})
	}
}

// BenchmarkManyFindings shows that time per byte does not depend on the length of strings full of findings.
func BenchmarkManyFindings(b *testing.B) {
	for _, unit := range []string{"/%c3%a9", "/\u200e", "/%2541", "/..", "/a/..", "//", "%41", "A1.", "%41.", "%E9", "%00", "/%7Ba", "/(http://", "/,"} {
		for _, n := range []int{1 << 12, 1 << 16} {
			head := "a:/x"
			if !strings.Contains(unit, "/") {
				head = "http://"
			}
			x := iri.MustParseReference(head + strings.Repeat(unit, n))
			b.Run(strconv.QuoteToASCII(unit)+"/"+strconv.Itoa(n), func(b *testing.B) {
				b.SetBytes(int64(len(x.String())))
				for b.Loop() {
					Repair(x.String(), Check(x))
				}
			})
		}
	}
}
