package httpguard

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"
)

// linksFile has the results of node 20.20.2 and Chromium 156 for 2,000 links. To regenerate it, run
//
//	go -C bench test -run TestRemakeLinks ./browser -args -links "$PWD/httpguard/testdata/links.jsonl"
var linksFile = flag.String("links", "testdata/links.jsonl", "file that TestRemakeLinks of bench/browser has written")

// An oddLink is a link, with the host and target of the request that node makes, and Chromium if that differs; they are
// empty if there is no HTTP request.
type oddLink struct {
	Link     string   `json:"link"`
	Node     []string `json:"node"`
	Chromium []string `json:"chromium,omitempty"`
}

// TestLinks checks that policy Browser only refuses requests of browsers if Safe has a reason besides the syntax, or
// the path has a percent sign without two digits.
func TestLinks(t *testing.T) {
	all, err := os.ReadFile(*linksFile)
	if err != nil {
		t.Fatal(err)
	}
	lone := regexp.MustCompile(`%($|[^0-9A-Fa-f]|[0-9A-Fa-f]($|[^0-9A-Fa-f]))`)
	links, accepted, bySafe, reasons := 0, 0, 0, make(map[Reason]int)
	for line := range bytes.Lines(all) {
		var x oddLink
		if err := json.Unmarshal(line, &x); err != nil {
			t.Fatal(err)
		}
		links++
		for _, request := range [][]string{x.Node, x.Chromium} {
			if len(request) == 0 {
				continue
			}
			host, target := request[0], request[1]
			path, _, _ := strings.Cut(target, "?")
			e := refusal(Browser, "GET", target, host)
			if e == (Error{}) {
				accepted++
			} else if e.Reason < ReasonScheme && !(e.Reason == ReasonSyntax && e.In == inTarget && lone.MatchString(path)) {
				t.Errorf("%q becomes %q: %v", x.Link, target, &e)
			}
			if refusal(Safe, "GET", target, host) == (Error{}) {
				bySafe++
			}
			reasons[e.Reason]++
		}
	}
	if t.Logf("%d links, %d requests accepted, by Safe %d; %v", links, accepted, bySafe, reasons); links != 2000 || accepted < 800 {
		t.Errorf("%d links, %d requests accepted", links, accepted)
	}
}
