package intl

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/publicsuffix"

	"example.org/iri/internal/testkit"
	"example.org/iri/internal/toplevel"
)

// TestTopLevel compares toplevel.txt with package publicsuffix, whose versions differ in a few domains. With -update, it
// writes the file.
func TestTopLevel(t *testing.T) {
	if *testkit.Update {
		testkit.Golden(t, "../internal/toplevel/toplevel.txt", strings.Join(publicSuffixes(t), "\n")+"\n")
	}
	names := strings.Fields(toplevel.List)
	unknown := 0
	for _, name := range names {
		if suffix, icann := publicsuffix.PublicSuffix("a." + name); !icann && !strings.Contains(suffix, ".") {
			unknown++
		}
	}
	if n := len(names); n < 1400 || unknown > n/50 {
		t.Errorf("%d top-level domains, of which %d are not in the list", n, unknown)
	}
	for host, want := range map[string]bool{
		"a.com": true, "a.b.museum": true, "a.xn--p1ai": true, "a.github.io": true, "a.ck": true, "a.uk": true,
		"a.html": false, "a.local": false, "a.": false, "com.a": false,
	} {
		if isTopLevel(host) != want {
			t.Errorf("%s: %v", host, !want)
		}
	}
}

// publicSuffixes returns the labels of the top nodes in the tables of package publicsuffix.
func publicSuffixes(t *testing.T) (names []string) {
	dir, err := exec.Command("go", "list", "-f", "{{.Dir}}", "golang.org/x/net/publicsuffix").Output()
	if err != nil {
		t.Fatal(err)
	}
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(dir)), name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	text, nodes := read("data/text"), read("data/nodes")
	number := regexp.MustCompile(`const numTLD = (\d+)`).FindStringSubmatch(read("table.go"))
	n, err := strconv.Atoi(number[1])
	if err != nil {
		t.Fatal(err)
	}
	const size = 5 // of a node, with the offset of the label in 16 of the last 22 bits, and its length in 6
	for i := range n {
		node := nodes[size*i : size*(i+1)]
		bits := int(node[2])<<16 | int(node[3])<<8 | int(node[4])
		offset, length := bits>>6&(1<<16-1), bits&(1<<6-1)
		names = append(names, text[offset:offset+length])
	}
	return names
}
