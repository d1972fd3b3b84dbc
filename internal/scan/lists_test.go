package scan

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A list is texts to test and measure with: varied ones, since a branch predictor
// learns a single text by heart.
type list struct {
	name  string
	texts []string
}

// lists returns generated lists and the files of the folder that IRI_CORPORA
// names, a text a line.
func lists(tb testing.TB) []list {
	const n = 8192
	all := []list{
		generate("url", n, genURL),
		generate("rdf", n, genRDF),
		generate("intl", n, genIntl),
		generate("pct", n, genPct),
		generate("query", n, genQuery),
	}
	folder := os.Getenv("IRI_CORPORA")
	if folder == "" {
		return all
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.txt"))
	if err != nil || len(files) == 0 {
		tb.Fatalf("no *.txt in %s (%v)", folder, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			tb.Fatal(err)
		}
		lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
		all = append(all, list{strings.TrimSuffix(filepath.Base(file), ".txt"), lines})
	}
	return all
}

func generate(name string, n int, one func(*rand.Rand) string) list {
	r := rand.New(rand.NewPCG(3987, 3986))
	texts := make([]string, n)
	for i := range texts {
		texts[i] = one(r)
	}
	return list{name, texts}
}

// word makes a word of syllables.
func word(r *rand.Rand, syllables []string, most int) string {
	var b strings.Builder
	for range 1 + r.IntN(most) {
		b.WriteString(pick(r, syllables))
	}
	return b.String()
}

var (
	latin    = strings.Fields("ba con de fi gra ho in jo ka lo mi new on pro qui re sta ti un ver web x-y zo 1 20 net _a")
	cyrillic = strings.Fields("ба во где жи ка ло мо ни про ра ст ту хо чи")
	accents  = strings.Fields("é à ña ü ö ço ß ère ió å")
	han      = strings.Fields("中 文 国 际 化 资 源 标 识 東 京 日 本")
	tlds     = strings.Fields("com org net de co.uk info edu")
)

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

// genQuery makes texts with ports, users, queries with triples and fragments.
func genQuery(r *rand.Rand) string {
	var u strings.Builder
	u.WriteString(pick(r, []string{"http://", "https://", "ws://user@"}) + genHost(r))
	if r.IntN(3) == 0 {
		u.WriteString(fmt.Sprintf(":%d", 1+r.IntN(9999)))
	}
	u.WriteString(genPath(r, latin, 3) + "?")
	for range 1 + r.IntN(3) {
		u.WriteString(word(r, latin, 2) + "=" + word(r, latin, 3) + pick(r, []string{"%20", "%2F", "+", ""}) + word(r, latin, 2) + "&")
	}
	if r.IntN(3) == 0 {
		u.WriteString("#" + word(r, latin, 2))
	}
	return u.String()
}
