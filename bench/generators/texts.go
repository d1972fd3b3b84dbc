package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// random makes texts as people write them, the same in every run.
type random struct{ *rand.Rand }

// newTexts returns different texts of a contest, so many that no branch predictor learns them.
func newTexts(c *contest) []string {
	const many = 2000
	r := &random{rand.New(rand.NewPCG(5234, 7405))}
	list := make([]string, many)
	for i := range list {
		list[i] = c.texts(r)
	}
	return list
}

// one returns one of the words in a text, which blanks separate; _ is none.
func (r *random) one(words string) string {
	list := strings.Fields(words)
	return strings.Trim(list[r.IntN(len(list))], "_")
}

// word returns so many letters of an alphabet.
func (r *random) word(least, most int, alphabet string) string {
	text := make([]byte, least+r.IntN(most-least+1))
	for i := range text {
		text[i] = alphabet[r.IntN(len(alphabet))]
	}
	return string(text)
}

const (
	digits  = "0123456789"
	hex     = "0123456789abcdef"
	letters = "abcdefghijklmnopqrstuvwxyz"
)

func (r *random) urn() string {
	switch r.IntN(5) {
	case 0:
		return "urn:isbn:" + r.word(9, 13, digits)
	case 1:
		return "urn:uuid:" + r.word(8, 8, hex) + "-" + r.word(4, 4, hex) + "-4" + r.word(3, 3, hex) + "-a" + r.word(3, 3, hex) + "-" + r.word(12, 12, hex)
	case 2:
		return "urn:ietf:rfc:" + r.word(3, 4, digits)
	case 3:
		return "urn:oasis:names:specification:" + r.word(4, 12, letters) + ":schema:" + r.word(2, 8, letters) + ":" + r.word(1, 1, digits) + "." + r.word(1, 1, digits)
	}
	return "urn:" + r.one("nbn lex epc mrn ogc example") + ":" + r.word(2, 10, letters) + "/" + r.word(3, 20, letters+digits+":-.") + r.one("_ _ ?=a=b #top ?+x?=y#z")
}

func (r *random) dateTime() string {
	return fmt.Sprintf("%04d-%02d-%02dT%02d:%02d:%02d%s%s", 1970+r.IntN(80), 1+r.IntN(12), 1+r.IntN(28), r.IntN(24), r.IntN(60), r.IntN(60),
		r.one("_ _ .5 .123 .123456 .000000001"), r.one("Z Z z +01:00 -08:00 +05:30"))
}

func (r *random) mediaType() string {
	var text strings.Builder
	text.WriteString(r.one("text application image audio multipart model font") + "/" +
		r.one("html plain json xml png svg+xml vnd.api+json vnd.ms-excel x-www-form-urlencoded octet-stream ld+json vnd.openxmlformats-officedocument.wordprocessingml.document form-data"))
	for range r.IntN(3) {
		text.WriteString(r.one(";_ ;_ ; ") + r.one("charset q boundary version profile") + "=" + r.one(`utf-8 UTF-8 0.9 1 ----WebKitFormBoundary7MA4YWxk "a;b\"c" iso-8859-1`))
	}
	return text.String()
}

func (r *random) languageTag() string {
	return r.one("en de fr zh ja es pt ar hi sr sl hy mn yue gsw zh-cmn") + r.one("_ _ _ -Latn -Hans -Cyrl -Arab") +
		r.one("_ -US -DE -CN -419 -BR -ZZ -001") + r.one("_ _ _ -rozaj-biske -1996 -u-co-phonebk -t-jp-x0-abc") + r.one("_ _ _ _ -x-private-use")
}

func (r *random) template() string {
	var text strings.Builder
	text.WriteString("https://" + r.word(3, 12, letters) + ".example.com")
	for range 1 + r.IntN(3) {
		text.WriteString("/" + r.word(3, 12, letters) + r.one("_ /{id} {/path*} /{user}/{repo}"))
	}
	return text.String() + r.one("_ {?q,lang,page} {?query*} {#section:20} {&more,x:3} ?fixed=1{&more*}")
}

func (r *random) iri() string {
	var text strings.Builder
	text.WriteString(r.one("https http https") + "://" + r.one("www. api. _ user@ blog.") + r.word(3, 14, letters) + r.one(".com .org .net .co.uk :8080 .de"))
	for range r.IntN(5) {
		text.WriteString("/" + r.one("_ wiki index posts tag/ %C3%A9t%C3%A9 été 東京 ~u a-b_c") + r.word(1, 12, letters+digits+"-"))
	}
	if r.IntN(3) == 0 {
		text.WriteString("?" + r.word(1, 6, letters) + "=" + r.word(1, 12, letters+digits+"&=+/"))
	}
	return text.String() + r.one("_ _ _ #top #"+r.word(3, 9, letters))
}
