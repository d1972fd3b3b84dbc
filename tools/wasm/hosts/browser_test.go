//go:build nightly

package hosts_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// TestChromium serves the package, and has the browser judge every case in testdata/browser.html.
func TestChromium(t *testing.T) {
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		t.Skipf("no chromium here: %v", err)
	}
	cases := conformance(t)
	mux := http.NewServeMux()
	mux.Handle("/iri/", http.StripPrefix("/iri", http.FileServer(http.Dir(packageDir))))
	mux.Handle("/browser.html", http.FileServer(http.Dir("testdata")))
	mux.HandleFunc("/cases.jsonl", func(w http.ResponseWriter, _ *http.Request) {
		e := json.NewEncoder(w)
		for _, c := range cases {
			e.Encode(c)
		}
	})
	mux.HandleFunc("/recipe.html", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, "<!doctype html><input>%s", recipe(t))
	})
	results := make(chan string, 1)
	mux.HandleFunc("POST /result", func(_ http.ResponseWriter, r *http.Request) {
		text, err := io.ReadAll(r.Body)
		results <- fmt.Sprint(string(text), err)
	})
	server := httptest.NewServer(mux)
	defer server.Close()

	profile, err := os.MkdirTemp("", "chromium") // not t.TempDir: processes of Chromium may outlive the first
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(profile)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	cmd := exec.CommandContext(ctx, chromium, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
		"--user-data-dir="+profile, "--remote-debugging-port=0", server.URL+"/browser.html")
	cmd.WaitDelay = 10 * time.Second
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer cancel()
	want := regexp.MustCompile(fmt.Sprintf(`^%d cases, \d{5,} texts, 0 wrong; ' ' is not allowed in a path; it is written %%20,é\.example,http://a/😀,8<nil>$`, len(cases)))
	select {
	case got := <-results:
		if !want.MatchString(got) {
			t.Error(got)
		}
	case <-ctx.Done():
		t.Error("the page did not finish")
	}
}

// recipe returns the piece of HTML in docs/recipes/javascript.md.
func recipe(t *testing.T) string {
	page, err := os.ReadFile(filepath.Join(root, "docs/recipes/javascript.md"))
	if err != nil {
		t.Error(err)
		return ""
	}
	_, block, _ := strings.Cut(string(page), "```html\n")
	block, _, _ = strings.Cut(block, "```\n")
	return block
}
