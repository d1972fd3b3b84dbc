package proxy

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// docs/reference/guard.md has the limits.
func TestDoc(t *testing.T) {
	doc, err := os.ReadFile("../../../../docs/reference/guard.md")
	if err != nil {
		t.Fatal(err)
	}
	for what, value := range map[string]string{
		"first line and fields of a request": fmt.Sprint(headerBytes>>10, " KiB"),
		"time for them":                      fmt.Sprint(public.header.Seconds(), " s"),
		"time until the next bytes of a body come, or a client takes bytes": fmt.Sprint(public.stall.Seconds(), " s"),
		"a connection without a request":                                    fmt.Sprint(idle.Seconds(), " s"),
		"requests under way in a connection of HTTP/2":                      fmt.Sprint(streams),
		"time to reach the server":                                          fmt.Sprint(dial.Seconds(), " s"),
		"time until its answer begins":                                      fmt.Sprint(public.reply.Seconds(), " s"),
		"fields of its answer":                                              fmt.Sprint(replyBytes>>20, " MiB"),
		"a connection to the server without a request":                      fmt.Sprint(spare.Seconds(), " s"),
		"time for requests under way when it stops":                         fmt.Sprint(public.drain.Seconds(), " s"),
	} {
		if row := fmt.Sprintf("\n| %s | %s |", what, value); !strings.Contains(string(doc), row) {
			t.Errorf("no row %s", row)
		}
	}
}
