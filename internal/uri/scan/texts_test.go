package scan

import (
	"fmt"
	"math/rand/v2"
	"strings"

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
