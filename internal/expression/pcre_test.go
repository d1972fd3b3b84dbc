//go:build nightly

package expression

import (
	"bytes"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"example.org/iri/internal/testkit/matcher"
)

// pcre returns the output of pcre2test for an expression and strings. It sets the limit of nesting to 250, the
// library's default.
func pcre(t *testing.T, expression string, list []string) []byte {
	t.Helper()
	if _, err := exec.LookPath("pcre2test"); err != nil {
		t.Skip(err)
	}
	var input bytes.Buffer
	fmt.Fprintf(&input, "/%x/hex,utf,dollar_endonly,parens_nest_limit=250\n", expression)
	for _, s := range list {
		for _, c := range s {
			fmt.Fprintf(&input, `\x{%x}`, c)
		}
		input.WriteString("\\\n") // otherwise an empty string would be the end
	}
	cmd := exec.Command("pcre2test", "-q")
	cmd.Stdin = &input
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return out
}

func TestPCRE(t *testing.T) {
	for _, x := range newSubjects(t) {
		var got []bool
		for line := range bytes.Lines(pcre(t, x.Expression, x.Strings)) {
			switch {
			case bytes.HasPrefix(line, []byte("No match")):
				got = append(got, false)
			case bytes.HasPrefix(line, []byte(" 0: ")):
				got = append(got, true)
			}
		}
		if len(got) != len(x.Valid) {
			t.Errorf("%d verdicts on %d strings: %s", len(got), len(x.Valid), x.Expression)
			continue
		}
		for i, s := range x.Strings {
			if got[i] != x.Valid[i] {
				t.Errorf("%q: %t: %s", s, got[i], x.Expression)
			}
		}
	}
}

func TestPCRELimits(t *testing.T) {
	nested := func(n int) string { return strings.Repeat(`*( "a" `, n) + `"b"` + strings.Repeat(" )", n) }
	for body, want := range map[string]string{
		nested(250): "", nested(251): "too deeply nested", `900( "ab" / "c" )`: "", `6000( "ab" / "c" )`: "too large",
	} {
		text, err := Of(matcher.Parse(t, "r = "+body+"\n"), "r")
		if err != nil {
			t.Fatal(err)
		}
		out := string(pcre(t, text, nil))
		if failed := strings.Contains(out, "Failed"); failed != (want != "") || !strings.Contains(out, want) {
			t.Errorf("%.60s: got %s, want %q", body, out, want)
		}
	}
}
