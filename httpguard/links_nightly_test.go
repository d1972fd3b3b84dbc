//go:build nightly

package httpguard

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.org/iri/internal/testkit"
)

// oddLinks returns 2,000 links as people and programs write them, and as they should not.
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
		link := starts[rnd.IntN(len(starts))]
		for range 1 + rnd.IntN(6) {
			link += pieces[rnd.IntN(len(pieces))]
			if rnd.IntN(3) == 0 {
				link += "a"
			}
		}
		if !slices.Contains(links, link) {
			links = append(links, link)
		}
	}
	return links
}

// script has a URL parser of WHATWG find the host and the target of links on a page of example.org.
const script = `LINKS.map((link) => {
	let url;
	try { url = new URL(link, "https://example.org/dir/page?old#old"); } catch { return []; }
	if (!/^https?:$/.test(url.protocol)) return [];
	const href = url.href.split("#")[0];
	return [url.host, href.slice(href.indexOf("/", url.protocol.length + 2))];
})`

// TestRemakeLinks has node and Chromium parse the links again. With -update, it writes the file.
func TestRemakeLinks(t *testing.T) {
	links := oddLinks()
	list, err := json.Marshal(links)
	if err != nil {
		t.Fatal(err)
	}
	code := strings.Replace(script, "LINKS", string(list), 1)
	dir := t.TempDir()
	write := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return name
	}
	run := func(name string, args ...string) string {
		out, err := exec.Command(name, args...).Output()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return string(out)
	}
	parse := func(text string) (results [][]string) {
		if err := json.Unmarshal([]byte(text), &results); err != nil || len(results) != len(links) {
			t.Fatal(len(results), err)
		}
		return results
	}
	byNode := parse(run("node", write("links.js", "console.log(JSON.stringify("+code+"))")))
	page := write("links.html", `<meta charset="utf-8"><body><script>
		const bytes = new TextEncoder().encode(JSON.stringify(`+strings.ReplaceAll(code, "</", `<\/`)+`));
		document.body.dataset.result = btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join(""));
	</script>`)
	dom := run("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir="+dir, "--dump-dom", "file://"+page)
	encoded := regexp.MustCompile(`data-result="([^"]*)"`).FindStringSubmatch(dom)
	if encoded == nil {
		t.Fatalf("Chromium has no result: %.500s", dom)
	}
	decoded, err := base64.StdEncoding.DecodeString(encoded[1])
	if err != nil {
		t.Fatal(err)
	}
	byChromium := parse(string(decoded))
	var b bytes.Buffer
	for i, link := range links {
		line := oddLink{Link: link, Node: byNode[i]}
		if !slices.Equal(byNode[i], byChromium[i]) {
			line.Chromium = byChromium[i]
		}
		encoder := json.NewEncoder(&b)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(line); err != nil {
			t.Fatal(err)
		}
	}
	fmt.Printf("node %sChromium: %s", run("node", "--version"), run("chromium", "--version"))
	testkit.Golden(t, linksFile, b.String())
}
