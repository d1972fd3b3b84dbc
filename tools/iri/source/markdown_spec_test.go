package source

import (
	"encoding/json"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// more lists examples in which the reader finds more URLs than the HTML has, by reason.
var more = map[string][]int{
	"a definition that no link uses":          {204, 207, 208, 210, 317, 536, 537, 538, 544, 545, 563, 565, 567, 571, 592},
	"a link in the description of an image":   {520, 574, 575},
	"a URL in prose, which CommonMark leaves": {602, 608, 611},
}

// TestSpecification compares link destinations with the HTML of the examples in the CommonMark specification. They
// agree except for more.
func TestSpecification(t *testing.T) {
	dir := strings.TrimSpace(command(t, "go", "list", "-m", "-f", "{{.Dir}}", "github.com/yuin/goldmark"))
	text, err := os.ReadFile(filepath.Join(dir, "_test", "spec.json"))
	if err != nil {
		t.Fatal(err)
	}
	var examples []struct {
		Markdown, HTML string
		Example        int
	}
	if err := json.Unmarshal(text, &examples); err != nil {
		t.Fatal(err)
	}
	named := slices.Concat(slices.Collect(maps.Values(more))...)
	for _, x := range examples {
		got, want := targets(t, Markdown, x.Markdown), targets(t, HTML, x.HTML)
		if slices.Contains(named, x.Example) {
			got = slices.DeleteFunc(got, func(s string) bool { return !slices.Contains(want, s) })
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d: %q: %q, want %q", x.Example, x.Markdown, got, want)
		}
	}
}

// targets returns the distinct link destinations, percent-decoded.
func targets(t *testing.T, f Format, text string) (all []string) {
	got, err := readAll(strings.NewReader(text), Options{Format: f})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range got {
		target, err := url.PathUnescape(x.text)
		if err != nil {
			target = x.text
		}
		if target != "" && !strings.HasPrefix(target, "mailto:") {
			all = append(all, target)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
