package batch

import (
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/iri/internal/testkit"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/bitmap"
)

// TestClassify lists the streams of each code independently of package uri.
func TestClassify(t *testing.T) {
	for code, want := range map[int]string{
		uri.CodeText: "", uri.CodeColon: " colon", uri.CodeAt: " at", uri.CodePercent: "",
		uri.CodeSlash: " slash stop", uri.CodeQuery: " stop", uri.CodeFragment: " fragment stop", uri.CodeEnd: " end stop",
		uri.CodeScheme: " scheme", uri.CodeNever: " wrong", uri.CodeDigit: " scheme digit", uri.CodeRare: " undecided",
		uri.CodeFirst: " scheme first", uri.CodeReturn: " stop", uri.CodeHex: " scheme first",
	} {
		var x bitmap.Bitmaps
		l := NewLines(&uri.Plan{Relative: true, Schemes: true})
		l.classify(&x, []Planes{planesOf([]uint8{uint8(code)})})
		var got strings.Builder
		for _, stream := range []struct {
			name string
			bits bitmap.Bitmap
		}{
			{"colon", x.Colon}, {"at", x.At}, {"slash", x.Slash}, {"fragment", x.Fragment}, {"end", x.Ends}, {"stop", x.Stop},
			{"scheme", x.Scheme}, {"first", x.First}, {"digit", x.Digit}, {"wrong", x.Wrong}, {"undecided", x.Undecided},
		} {
			if stream.bits[0]&1 != 0 {
				got.WriteString(" " + stream.name)
			}
		}
		if got.String() != want {
			t.Errorf("code %d: streams%s, want%s", code, got.String(), want)
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

// TestSingle validates 64 bytes at once and byte by byte, which is how package plan proves the package.
func TestSingle(t *testing.T) {
	t.Logf("-seed=%d", uint64(testkit.Seed(1)))
	random := rand.New(rand.NewPCG(uint64(testkit.Seed(1)), 0))
	for n := range 10000 {
		rule := &uri.Plan{Relative: n&1 != 0, Schemes: n&2 != 0}
		many, single := NewLines(rule), NewSingle(rule)
		var x bitmap.Bitmaps
		var planes []Planes
		codes := make([][]uint8, 4)
		for i := range codes {
			codes[i] = someCodes(random)
			planes = append(planes, planesOf(codes[i]))
		}
		many.Validate(&x, planes)
		for w, codes := range codes {
			for i, code := range codes {
				var y bitmap.Bitmaps
				single.Validate(&y, []Planes{planesOf([]uint8{code})})
				if (y.Ends[0]^x.Ends[w]>>i|y.Wrong[0]^x.Wrong[w]>>i|y.Undecided[0]^x.Undecided[w]>>i)&1 != 0 {
					t.Fatalf("%+v: byte %d of codes %d in word %d: ends, wrong, undecided: %x, %x, %x; by themselves %x, %x, %x",
						rule, i, codes, w, x.Ends[w], x.Wrong[w], x.Undecided[w], y.Ends[0], y.Wrong[0], y.Undecided[0])
				}
			}
		}
		if single.single = false; single != many {
			t.Fatalf("after codes %d: carries %+v, byte by byte %+v", codes, many, single)
		}
	}
}

// someCodes returns 64 random codes, biased towards those of authorities.
func someCodes(random *rand.Rand) []uint8 {
	likely := []uint8{
		uri.CodeText, uri.CodeFirst, uri.CodeColon, uri.CodeSlash, uri.CodeSlash, uri.CodeAt, uri.CodeDigit, uri.CodeEnd,
	}
	codes := make([]uint8, 64)
	common := random.IntN(9)
	for i := range codes {
		codes[i] = uint8(random.IntN(uri.NumCodes))
		if random.IntN(8) < common {
			codes[i] = likely[random.IntN(len(likely))]
		}
	}
	return codes
}

func TestCount(t *testing.T) {
	var x bitmap.Bitmaps
	x.Ends[0], x.Ends[7], x.Ends[8], x.Ends[16] = 1<<5|1, 1<<63, 7, 1
	x.Wrong[8], x.Undecided[3] = 2, 4
	count(&x, 17)
	if got := [4]uint64{x.Before[0][0], x.Before[1][0], x.Before[2][0], x.Before[3][0]}; got != [4]uint64{0, 3, 6, 7} {
		t.Errorf("lines before groups: %d", got)
	}
	if x.Invalid[0] != 0 || x.Invalid[1] != 1 || x.Invalid[2] != 0 || x.AnyUndecided != 1 {
		t.Errorf("wrong %x, undecided %x", x.Invalid, x.AnyUndecided)
	}
}

func BenchmarkValidate(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 2))
	var planes []Planes
	for range len(bitmap.Bitmap{}) {
		line := []uint8{14, 12, 12, 12, 1, 4, 4, 12, 12, 0, 12, 8, 14, 4, 12, 12, 10, 10, 10, 4, 12, 12, 12, 12}
		for len(line) < 64 {
			line = append(line, uri.CodeFirst)
		}
		line[24+random.IntN(40)] = uri.CodeEnd
		planes = append(planes, planesOf(line))
	}
	var t bitmap.Bitmaps
	b.SetBytes(bitmap.Size)
	for b.Loop() {
		l := NewLines(&uri.Plan{Schemes: true})
		l.Validate(&t, planes)
	}
}
