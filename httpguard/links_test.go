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

// linksFile has what node 20.20.2 and Chromium 156 make of 2,000 links. To remake it, run
//
//	go -C bench test -run TestRemakeLinks ./browser -args -links "$PWD/httpguard/testdata/links.jsonl"
var linksFile = flag.String("links", "testdata/links.jsonl", "file that TestRemakeLinks of bench/browser has written")

// An oddLink is a link, and the host and the target of the request that node makes of it, and Chromium if
// that differs; empty if it is not a request of HTTP.
type oddLink struct {
	Link     string   `json:"link"`
	Node     []string `json:"node"`
	Chromium []string `json:"chromium,omitempty"`
}

// TestLinks: policy Browser refuses no request that browsers make of odd links, unless Safe has a reason beside
// the syntax, or the path has a percent sign without two digits.
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
