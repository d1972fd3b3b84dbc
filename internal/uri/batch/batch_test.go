package batch

import (
	"flag"
	"math/rand/v2"
	"testing"

	"example.org/iri/internal/uri"
)

var seed = flag.Uint64("seed", 1, "seed of the random tests")

// The streams of each code: the table in package uri, once more.
func TestDecode(t *testing.T) {
	for code, want := range map[int]string{
		uri.CodeText: "", uri.CodeColon: "colon", uri.CodeAt: "at", uri.CodePercent: "percent",
		uri.CodeSlash: "slash stop", uri.CodeQuery: "stop", uri.CodeFragment: "hash stop", uri.CodeEnd: "end stop",
		uri.CodeScheme: "scheme", uri.CodeNever: "never", uri.CodeDigit: "scheme hex digit", uri.CodeRare: "rare",
		uri.CodeFirst: "scheme first", uri.CodeReturn: "stop back", uri.CodeHex: "scheme first hex",
	} {
		p := planesOf([]uint8{uint8(code)})
		x := p.decode()
		got := ""
		for _, stream := range []struct {
			name string
			bits uint64
		}{
			{"colon", x.colon}, {"at", x.at}, {"percent", x.percent}, {"slash", x.slash}, {"hash", x.hash}, {"end", x.end},
			{"scheme", x.scheme}, {"first", x.first}, {"hex", x.hex}, {"digit", x.digit},
			{"never", x.never}, {"rare", x.rare}, {"stop", x.stop}, {"back", x.back},
		} {
			if stream.bits&1 != 0 {
				got += " " + stream.name
			}
		}
		if got != "" {
			got = got[1:]
		}
		if got != want {
			t.Errorf("code %d: streams %q, want %q", code, got, want)
		}
	}
}

// planesOf returns the planes of at most 64 codes.
func planesOf(codes []uint8) (p Planes) {
	for i, code := range codes {
		for k := range p {
			p[k] |= uint64(code>>k&1) << i
		}
	}
	return p
}

// A step of many bytes says what as many steps of one say. So what package plan proves by steps of
// one byte holds of all.
func TestWidths(t *testing.T) {
	t.Logf("-seed=%d", *seed)
	random := rand.New(rand.NewPCG(*seed, 0))
	for n := range 20000 {
		rule := &uri.Plan{Relative: n&1 != 0, Schemes: n&2 != 0}
		wide, narrow := NewLines(rule, 64), NewLines(rule, 1)
		for range 4 {
			codes := someCodes(random)
			p := planesOf(codes)
			ends, good, asks := wide.Step(&p)
			for i, code := range codes {
				p := planesOf([]uint8{code})
				e, g, a := narrow.Step(&p)
				if e&1 != ends>>i&1 || g&1 != good>>i&1 || a&1 != asks>>i&1 {
					t.Fatalf("byte %d of codes %d: end %d, good %d, asks %d; in a step of 64: %d, %d, %d",
						i, codes, e&1, g&1, a&1, ends>>i&1, good>>i&1, asks>>i&1)
				}
			}
			same := narrow
			same.top = wide.top
			if same != wide {
				t.Fatalf("behind codes %d: carries %+v, in a step of 64: %+v", codes, narrow, wide)
			}
		}
	}
}

// someCodes returns 64 codes, in half of the cases those of something like an authority and ends.
func someCodes(random *rand.Rand) []uint8 {
	likely := []uint8{
		uri.CodeText, uri.CodeFirst, uri.CodeColon, uri.CodeSlash, uri.CodeSlash, uri.CodeAt, uri.CodeDigit, uri.CodeEnd,
	}
	codes := make([]uint8, 64)
	common := random.IntN(8)
	for i := range codes {
		codes[i] = uint8(random.IntN(uri.NumCodes))
		if random.IntN(8) < common {
			codes[i] = likely[random.IntN(len(likely))]
		}
	}
	return codes
}
