package scan

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/corpus"
)

// scripts has words of characters that no path leaves undecided.
var scripts = []struct {
	name  string
	words []string
}{
	{"ASCII", strings.Fields("index wiki a-b_c.d~e images 2024 User's(x) a=1&b=2 *!$+,; v1.0 x")},
	{"Latin", strings.Fields("café straße Ærø naïve Łódź Dvořák Ğ žluťoučký kůň ñandú Việt Nguyễn")},
	{"Cyrillic", strings.Fields("Россия поиск Київ страница ёж объект Ѝ ҳавас")},
	{"Greek", strings.Fields("Ελλάδα οδός ψυχή ώρα άνθρωπος πολύς Ξένος ζωή ϐοή")},
	{"Hebrew", strings.Fields("ישראל שלום דף אבגדהוזחט תשרק ײַ")},
	{"Arabic", strings.Fields("العربية مرحبا صفحة كتاب فارسی پژوهش گفت\u200cوگو")},
	{"Devanagari", strings.Fields("हिन्दी भारत पृष्ठ नमस्ते विकि क्षेत्र")},
	{"Thai", strings.Fields("ไทย ภาษา หน้าหลัก กรุงเทพ")},
	{"CJK", strings.Fields("中文 漢字 日本語 東京 首页 维基百科")},
	{"kana", strings.Fields("ひらがな カタカナ トップ ページ ー・")},
	{"Hangul", strings.Fields("한국어 대문 서울 힣 가나다라")},
	{"symbols", strings.Fields("😀 🚀🌍 𝒳𝒴 𠮷野 € → ™ “”")},
	{"triples", strings.Fields("%20 %C3%A9 %E4%B8%AD a%2Fb %7e %F0%9f%98%80")},
}

// A writer makes strings of words of one script.
type writer struct {
	*rand.Rand
	words []string
}

// text returns an IRI, or a reference without a scheme.
func (w writer) text() string {
	switch w.IntN(10) {
	case 0:
		return "urn:" + w.list(1, 3, ":")
	case 1:
		return "data:text/plain," + w.list(1, 20, "")
	case 2:
		return w.list(1, 8, "/") + w.tail()
	case 3:
		return "/" + w.list(1, 8, "/") + w.tail()
	case 4:
		return corpus.Pick(w.Rand, []string{"../", "./", "?", "#", "//" + w.host() + "/"}) + w.list(1, 6, "/")
	}
	scheme := corpus.Pick(w.Rand, []string{"http", "https", "ftp", "file", "x-a+b.c"})
	return scheme + "://" + w.authority() + w.path() + w.tail()
}

func (w writer) authority() string {
	s := w.host()
	if w.IntN(8) == 0 {
		s = corpus.Pick(w.Rand, []string{"me", "u:p", corpus.Pick(w.Rand, w.words)}) + "@" + s
	}
	if w.IntN(6) == 0 {
		s += fmt.Sprint(":", w.IntN(65536))
	}
	return s
}

func (w writer) host() string {
	switch w.IntN(4) {
	case 0:
		return "192.0.2." + fmt.Sprint(w.IntN(256))
	case 1:
		return corpus.Pick(w.Rand, w.words) + ".example"
	}
	return corpus.Pick(w.Rand, []string{"", "example.org", "www.example.org", "a.b-c.example.com"})
}

func (w writer) path() string {
	if w.IntN(6) == 0 {
		return ""
	}
	return "/" + w.list(1, 9, "/")
}

func (w writer) tail() (s string) {
	if w.IntN(3) == 0 {
		s = "?" + w.list(1, 6, "&k=/?")
	}
	if w.IntN(4) == 0 {
		s += "#" + w.list(1, 3, "/?")
	}
	return s
}

// list returns between least and most words.
func (w writer) list(least, most int, sep string) string {
	var list []string
	for range least + w.IntN(most-least+1) {
		list = append(list, corpus.Pick(w.Rand, w.words))
	}
	return strings.Join(list, sep)
}

// anyText returns a string in one script, or in several.
func anyText(r *rand.Rand) string {
	words := corpus.Pick(r, scripts).words
	if r.IntN(3) == 0 {
		words = append(append(words[:len(words):len(words)], corpus.Pick(r, scripts).words...), corpus.Pick(r, scripts).words...)
	}
	return writer{r, words}.text()
}

// mutate returns a string with a few random changes.
func mutate(r *rand.Rand, text []byte) []byte {
	text = append([]byte(nil), text...)
	for range 1 + r.IntN(3) {
		at := r.IntN(len(text) + 1)
		gone := min(len(text)-at, corpus.Pick(r, []int{0, 0, 1, 2, 40}))
		var with []byte
		switch r.IntN(6) {
		case 0:
			with = []byte{byte(r.Uint32())}
		case 1:
			with = []byte(corpus.Pick(r, oddities))
		case 2:
			with = []byte{corpus.Pick(r, []byte(":/?#@[]%4a"))}
		case 3:
			with = []byte(strings.Repeat(corpus.Pick(r, []string{"a", "%44", "\u4e2d", "\u00e9", "/"}), r.IntN(80)))
		case 4:
			if at < len(text) {
				with, gone = []byte{text[at] ^ 1<<r.IntN(8)}, 1
			}
		}
		text = append(text[:at:at], append(with, text[at+gone:]...)...)
	}
	return text
}

// Strings that are, or begin with, one long component.
var fills = []struct{ name, head, fill, tail string }{
	{"path", "a:/", "b", ""},
	{"query", "a:?", "b", ""},
	{"fragment", "#", "b", ""},
	{"host", "a://", "b", ""},
	{"host before a path", "//", "b", "/"},
	{"port", "a://:", "4", ""},
	{"userinfo", "a://", "b", "@"},
	{"scheme", "", "b", ":"},
	{"triples", "a:", "%44", ""},
	{"characters", "a:", "\u4e2d", ""},
}

// lengths yields all lengths up to two blocks, and fewer of those far from borders.
func lengths(yield func(int) bool) {
	for n := 1; n <= 131; n++ {
		if near := (n+5)%32 < 10; (*exhaustive || near && *testkit.Long || n%effort(16, 8, 1) == 1) && !yield(n) {
			return
		}
	}
}

// TestEveryByte tests each byte at each offset of strings of each length, in each component.
func TestEveryByte(t *testing.T) {
	x := newTrial(t, fast(t))
	for k, f := range fills {
		for n := range lengths {
			text := pumped(f.head, f.fill, max(n, len(f.head)+len(f.tail)))
			copy(text[len(text)-len(f.tail):], f.tail)
			for at, old := range text {
				for c := range 256 {
					if (c+at+k)%effort(8, 8, 1) == 0 || at%32 < 2 || at%32 > 29 {
						text[at] = byte(c)
						x.try(text)
					}
				}
				text[at] = old
			}
		}
	}
}

// TestPercent tests a percent sign at each offset near a border, with each byte in each of the two positions after it,
// and the end of the string anywhere after it.
func TestPercent(t *testing.T) {
	x := newTrial(t, fast(t))
	for _, head := range []string{"a:", "a:?", "a://", "", "a:\u4e2d"} {
		for _, border := range []int{32, 64, 96, 128, 192} {
			for at := border - 4; at < border+2; at++ {
				text := pumped(head, "b", border+70)
				text[at] = '%'
				for c := range 512 {
					if !*testkit.Long && (c+at)%4 != 0 {
						continue
					}
					digits := [][2]byte{{byte(c), '4'}, {'f', byte(c)}}[c>>8]
					text[at+1], text[at+2] = digits[0], digits[1]
					x.try(text)
					x.try(text[:at+4])
					x.try(text[:at+3])
					x.try(text[:at+2])
					x.try(text[:at+1])
				}
			}
		}
	}
}

// Offsets at which characters cross the borders of the blocks that kernels load.
var borderPlaces = []int{28, 29, 30, 31, 32, 33, 61, 62, 63, 64, 93, 94, 95, 96, 97, 126, 127, 128}

// sparse yields the numbers below total: all with -exhaustive, otherwise a few, as multiples of a prime modulo total.
func sparse(total, few int) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for i := range min(total, effort(few/10, few, total)) {
			if n := uint64(i) * 2654435761 % uint64(total); !yield(int(n)) {
				return
			}
		}
	}
}

// TestThreeBytes tests all strings of three bytes that begin with a non-ASCII byte, at borders.
func TestThreeBytes(t *testing.T) {
	x := newTrial(t, fast(t))
	x.automata = tops[:1]
	for k, place := range borderPlaces {
		for _, tail := range []int{0, 1, 30}[k%3:][:1] {
			text := pumped("a:", "a", place+3+tail)
			for i := range sparse(0x80<<16, 40_000) {
				text[place], text[place+1], text[place+2] = byte(0x80+i>>16), byte(i>>8), byte(i)
				x.try(text)
			}
		}
	}
}

// TestFourBytes tests strings of four bytes that begin like characters of four bytes, or of three ones that are not
// ordinary, in queries.
func TestFourBytes(t *testing.T) {
	var second, third []byte // bytes of ASCII and lead bytes are all alike, or nearly
	for c := range 256 {
		if 0x70 <= c && c < 0xd0 {
			second = append(second, byte(c))
		}
		if c == 0 || 0x60 <= c && c <= 0xc2 || 0xe0 <= c {
			third = append(third, byte(c))
		}
	}
	x := newTrial(t, fast(t))
	x.automata = tops[:1]
	k := len(third)
	for _, place := range []int{29, 60, 61, 62, 63, 125} {
		text := pumped("a:?", "a", place+20)
		for i := range sparse(10*len(second)*k*k, 40_000) {
			text[place+3], text[place+2] = third[i%k], third[i/k%k]
			i /= k * k
			text[place+1], text[place] = second[i%len(second)], byte(0xee+i/len(second))
			x.try(text)
		}
	}
}

// TestScalars tests every character in a host, a path and a query, at varying offsets.
func TestScalars(t *testing.T) {
	x := newTrial(t, fast(t))
	heads := []string{"a://", "a:", "a:?", "//", "?"}
	for r := range sparse(utf8.MaxRune+1, 80_000) {
		if !utf8.ValidRune(rune(r)) {
			continue
		}
		for k, head := range heads {
			n := len(head) + (r+17*k)%131
			text := utf8.AppendRune(pumped(head, "a", n), rune(r))
			x.try(append(text, "aaaaa"[:r%6]...))
		}
	}
}
