package browser

import (
	"bytes"
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// oddLinks returns 2,000 links as people and programs write them, rightly or wrongly.
func oddLinks() []string {
	pieces := strings.Split(`a|/|//|.|..|./|../|%2e|%2E%2e|%2F|%5c|%25|%00|%0A|%7F|%|%4|%zz|%u0041|%%32e|;|;a=b|?|??|#|&|=|+|$|,|!|'|(|)|*|:|@|~|_|-|`+
		`[|]|[]|[0]|{|}|^|\|<|>|"|`+"`"+`| |	|é|ä|東京|😀|%C3%A9|%E2%80%8F|%E2%80%AE|`+"\u200f|\u202e|\u061c|\u00a0|\u2028|\ufeff|\uff0e|\uff0f"+`|...|a..|:80|&amp;|<b>|"x"`, "|")
	pieces = append(pieces, "|", "||", "a|b", "\n", "\r", "\x01", "\x7f", "\u0080")
	links := strings.Split(`/?ids[]=1
/posts?filter[status]=open&page[number]=2
https://fonts.example/css?family=Open+Sans:400,700|Roboto&subset=latin
/?q={"a":1,"b":[1,2]}
/search?d=50%
/?q=%u0041
/x[1].png
/wiki/C++
/wiki/C#
/wiki/AC/DC_(band)
/wiki/Wait...
/a b/c d?e f#g h
/path;param=1?a;b
//cdn.example/x|y
\\evil.example\x
/\evil.example
https:/x|y
https:x|y
HTTPS://EXAMPLE.ORG:443/%7Efoo
http://user:p|w@example.org/x
?q=a|b
#only
/?next=https://example.org/?a=[1]
/^foo$/
/?re=^[a-z]+$
/{id}/x
/?a=\\server\share
/?q=`+"`ls`"+`
/?q=шалом%E2%80%8F
/%E2%80%AEgnp.exe
mailto:me@example.org
javascript:alert(1)
data:text/html,<b>`, "\n")
	rnd := rand.New(rand.NewPCG(28, 2000))
	starts := []string{"/", "/", "/?", "/?", "", "a/", "https://example.org/", "http://example.net:8080/", "//other.example/", "/a/b/", "/#"}
	for _, piece := range pieces { // each piece alone, in a path and in a query
		links = append(links, "/a"+piece+"b", "/?a"+piece+"b")
	}
	for len(links) < 2000 {
		var link strings.Builder
		link.WriteString(starts[rnd.IntN(len(starts))])
		for range 1 + rnd.IntN(6) {
			link.WriteString(pieces[rnd.IntN(len(pieces))])
			if rnd.IntN(3) == 0 {
				link.WriteString("a")
			}
		}
		if !slices.Contains(links, link.String()) {
			links = append(links, link.String())
		}
	}
	return links
}

// script finds the host and target of links on a page of example.org by a URL parser of the WHATWG.
const script = `LINKS.map((link) => {
	let url;
	try { url = new URL(link, "https://example.org/dir/page?old#old"); } catch { return []; }
	if (!/^https?:$/.test(url.protocol)) return [];
	const href = url.href.split("#")[0];
	return [url.host, href.slice(href.indexOf("/", url.protocol.length + 2))];
})`

var linksFile = flag.String("links", "", "file that TestRemakeLinks writes, for TestLinks of httpguard")

// TestRemakeLinks parses odd links by node and Chromium, and writes the results to the file that -links names.
func TestRemakeLinks(t *testing.T) {
	if *linksFile == "" {
		t.Skip("-links names no file")
	}
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("no node here")
	}
	links := oddLinks()
	list, err := json.Marshal(links)
	if err != nil {
		t.Fatal(err)
	}
	code := "JSON.stringify(" + strings.Replace(script, "LINKS", string(list), 1) + ")"
	file := filepath.Join(t.TempDir(), "links.js")
	if err := os.WriteFile(file, []byte("console.log("+code+")"), 0o666); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("node", file).Output()
	if err != nil {
		t.Fatal(err)
	}
	byChromium := eval[[][]string](t, open(t, desktop), "JSON.parse("+code+")")
	var byNode [][]string
	if err := json.Unmarshal(out, &byNode); err != nil || len(byNode) != len(links) || len(byChromium) != len(links) {
		t.Fatal(len(byNode), len(byChromium), err)
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	for i, link := range links {
		line := struct {
			Link     string   `json:"link"`
			Node     []string `json:"node"`
			Chromium []string `json:"chromium,omitempty"`
		}{link, byNode[i], nil}
		if !slices.Equal(byNode[i], byChromium[i]) {
			line.Chromium = byChromium[i]
		}
		if err := encoder.Encode(line); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(*linksFile, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}
