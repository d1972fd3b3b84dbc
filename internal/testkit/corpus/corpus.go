// Package corpus generates lists of strings for tests and benchmarks, and reads them from files. Lists are long,
// because a branch predictor learns a single string, and the same in every run. Only tests and tools import it.
package corpus

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

type List struct {
	Name  string
	Texts []string
}

func (l List) Bytes() (n int) {
	for _, text := range l.Texts {
		n += len(text)
	}
	return n
}

// Generated returns lists of http URLs, RDF names, IRIs with non-ASCII characters, and percent-encoded URIs.
func Generated() []List {
	return []List{
		Generate("url", URL),
		Generate("rdf", RDF),
		Generate("intl", International),
		Generate("pct", Percent),
	}
}

// Generate returns a list of 8,192 strings, each from a call of generate.
func Generate(name string, generate func(*rand.Rand) string) List {
	r := rand.New(rand.NewPCG(3987, 3986))
	texts := make([]string, 8192)
	for i := range texts {
		texts[i] = generate(r)
	}
	return List{name, texts}
}

// Folder returns a list for each file *.txt of a folder, with a string for each line. If folder is "", it returns none.
func Folder(folder string) (all []List, err error) {
	if folder == "" {
		return nil, nil
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.txt"))
	switch {
	case err != nil:
		return nil, err
	case len(files) == 0:
		return nil, fmt.Errorf("no *.txt in %s", folder)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
		all = append(all, List{strings.TrimSuffix(filepath.Base(file), ".txt"), lines})
	}
	return all, nil
}

func Pick[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

func word(r *rand.Rand, syllables []string, most int) string {
	var b strings.Builder
	for range 1 + r.IntN(most) {
		b.WriteString(Pick(r, syllables))
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

func host(r *rand.Rand) string {
	return Pick(r, []string{"", "www.", "www.", "en."}) + word(r, latin, 4) + "." + Pick(r, tlds)
}

func path(r *rand.Rand, syllables []string, segments int) string {
	var b strings.Builder
	for range r.IntN(segments + 1) {
		b.WriteString("/" + word(r, syllables, 4))
	}
	return b.String()
}

func URL(r *rand.Rand) string {
	u := Pick(r, []string{"http://", "https://"}) + host(r) + path(r, latin, 5)
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

func RDF(r *rand.Rand) string {
	return Pick(r, []string{
		"http://www.w3.org/1999/02/22-rdf-syntax-ns#",
		"http://www.w3.org/2000/01/rdf-schema#",
		"http://xmlns.example/foaf/0.1/",
		"http://data.example.org/ontology#",
		"urn:uuid:f81d4fae-7dec-11d0-a765-",
	}) + word(r, latin, 5)
}

func International(r *rand.Rand) string {
	script := Pick(r, [][]string{append(accents, latin...), cyrillic, han})
	return "http://" + word(r, script, 3) + "." + host(r) + "/wiki" + path(r, script, 3) + "/" + word(r, script, 6)
}

func Percent(r *rand.Rand) string {
	var u strings.Builder
	u.WriteString("http://" + host(r) + "/")
	for _, c := range []byte(word(r, han, 6) + word(r, latin, 3)) {
		if c >= 0x80 {
			fmt.Fprintf(&u, "%%%02X", c)
		} else {
			u.WriteByte(c)
		}
	}
	return u.String()
}

// Path returns a URL with a long path, of about 117 bytes.
func Path(r *rand.Rand) string {
	var u strings.Builder
	u.WriteString("http://" + host(r))
	for range 10 + r.IntN(6) {
		u.WriteString("/" + word(r, latin, 5))
	}
	return u.String()
}

// Query returns a URL with a query, and perhaps a userinfo, a port, percent-encoded octets or a fragment.
func Query(r *rand.Rand) string {
	var u strings.Builder
	u.WriteString(Pick(r, []string{"http://", "https://", "ws://user@"}) + host(r))
	if r.IntN(3) == 0 {
		u.WriteString(fmt.Sprintf(":%d", 1+r.IntN(9999)))
	}
	u.WriteString(path(r, latin, 3) + "?")
	for range 1 + r.IntN(3) {
		u.WriteString(word(r, latin, 2) + "=" + word(r, latin, 3) + Pick(r, []string{"%20", "%2F", "+", ""}) + word(r, latin, 2) + "&")
	}
	if r.IntN(3) == 0 {
		u.WriteString("#" + word(r, latin, 2))
	}
	return u.String()
}
