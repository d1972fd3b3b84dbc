package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// generated returns lists of varied texts, the same in every run: web addresses,
// names in RDF, addresses with letters from beyond ASCII, percent-encoded ones. A
// branch predictor would learn a short list by heart.
func generated() []*list {
	const n = 8192
	return []*list{
		generate("url", n, genURL),
		generate("rdf", n, genRDF),
		generate("intl", n, genIntl),
		generate("pct", n, genPct),
	}
}

func generate(name string, n int, one func(*rand.Rand) string) *list {
	r := rand.New(rand.NewPCG(3987, 3986))
	texts := make([]string, n)
	for i := range texts {
		texts[i] = one(r)
	}
	return newList(name, texts)
}

func genURL(r *rand.Rand) string {
	u := pick(r, []string{"http://", "https://"}) + genHost(r) + genPath(r, latin, 5)
	switch r.IntN(5) {
	case 0:
		u += "/index.html"
	case 1:
		u += "?" + word(r, latin, 2) + "=" + word(r, latin, 3) + "&id=" + fmt.Sprint(r.IntN(1e6))
	case 2:
		u += "/"
	}
	return u
}

func genRDF(r *rand.Rand) string {
	return pick(r, []string{
		"http://www.w3.org/1999/02/22-rdf-syntax-ns#",
		"http://www.w3.org/2000/01/rdf-schema#",
		"http://xmlns.example/foaf/0.1/",
		"http://data.example.org/ontology#",
		"urn:uuid:f81d4fae-7dec-11d0-a765-",
	}) + word(r, latin, 5)
}

func genIntl(r *rand.Rand) string {
	script := pick(r, [][]string{append(accents, latin...), cyrillic, han})
	return "http://" + word(r, script, 3) + "." + genHost(r) + "/wiki" + genPath(r, script, 3) + "/" + word(r, script, 6)
}

func genPct(r *rand.Rand) string {
	var u strings.Builder
	u.WriteString("http://" + genHost(r) + "/")
	for _, c := range []byte(word(r, han, 6) + word(r, latin, 3)) {
		if c >= 0x80 {
			fmt.Fprintf(&u, "%%%02X", c)
		} else {
			u.WriteByte(c)
		}
	}
	return u.String()
}

func genHost(r *rand.Rand) string {
	return pick(r, []string{"", "www.", "www.", "en."}) + word(r, latin, 4) + "." + pick(r, tlds)
}

func genPath(r *rand.Rand, syllables []string, segments int) string {
	var b strings.Builder
	for range r.IntN(segments + 1) {
		b.WriteString("/" + word(r, syllables, 4))
	}
	return b.String()
}

// word makes a word of syllables.
func word(r *rand.Rand, syllables []string, most int) string {
	var b strings.Builder
	for range 1 + r.IntN(most) {
		b.WriteString(pick(r, syllables))
	}
	return b.String()
}

func pick[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

var (
	latin    = strings.Fields("ba con de fi gra ho in jo ka lo mi new on pro qui re sta ti un ver web x-y zo 1 20 net _a")
	cyrillic = strings.Fields("ба во где жи ка ло мо ни про ра ст ту хо чи")
	accents  = strings.Fields("é à ña ü ö ço ß ère ió å")
	han      = strings.Fields("中 文 国 际 化 资 源 标 识 東 京 日 本")
	tlds     = strings.Fields("com org net de co.uk info edu")
)
