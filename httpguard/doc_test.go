package httpguard

import (
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// codeSpan is a code span of Markdown.
var codeSpan = regexp.MustCompile("`([^`]+)`")

// TestDocument holds docs/reference/guard.md true: its tables have every reason, its examples are
// refused because of it, its policy is one, and its answer is the one that is given.
func TestDocument(t *testing.T) {
	text, err := os.ReadFile("../docs/reference/guard.md")
	if err != nil {
		t.Fatal(err)
	}
	var shown Reason
	policy := RFC
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "`safe` refuses more") {
			policy = Safe
		}
		cells := strings.Split(line, " | ")
		name, is := strings.CutPrefix(cells[0], "| `")
		if !is || len(cells) != 4 {
			continue
		}
		var reason Reason
		if err := reason.UnmarshalText([]byte(strings.TrimSuffix(name, "`"))); err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		shown |= reason
		checkExamples(t, policy, reason, codeSpan.FindAllStringSubmatch(cells[2], -1))
	}
	if all := Reason(1<<numReasons - 1); shown != all {
		t.Errorf("the tables do not have %v", all&^shown)
	}
	checkBlocks(t, string(text))
}

// TestRecipe: the policies that docs/recipes/proxy.md proposes are such.
func TestRecipe(t *testing.T) {
	text, err := os.ReadFile("../docs/recipes/proxy.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, found := strings.Cut(string(text), "| you have | policy |\n|---|---|\n")
	if !found {
		t.Fatal("docs/recipes/proxy.md has no table of policies")
	}
	table, _, _ = strings.Cut(table, "\n\n")
	for line := range strings.Lines(table) {
		_, cell, _ := strings.Cut(line, " | ")
		checkPolicy(t, codeSpan.FindAllStringSubmatch(cell, -1))
	}
}

// checkPolicy asks whether code spans are the lines of a policy.
func checkPolicy(t *testing.T, lines [][]string) {
	var text []string
	for _, line := range lines {
		text = append(text, line[1])
	}
	if err := new(Policy).UnmarshalText([]byte(strings.Join(text, "\n"))); err != nil || len(lines) == 0 {
		t.Errorf("%q: %v", text, err)
	}
}

// repeated is how the document writes a text that stands often in an example.
var repeated = regexp.MustCompile(`\{(.)\*(\d+)\}`)

// checkExamples asks whether code spans are refused because of a reason. They are a target, maybe
// with a method in front and Host fields behind, or a Host field.
func checkExamples(t *testing.T, policy Policy, reason Reason, examples [][]string) {
	if len(examples) == 0 {
		t.Errorf("%v has no example", reason)
	}
	for _, example := range examples {
		text := repeated.ReplaceAllStringFunc(example[1], func(s string) string {
			m := repeated.FindStringSubmatch(s)
			n, _ := strconv.Atoi(m[2])
			return strings.Repeat(m[1], n)
		})
		parts := strings.Split(text, ", ")
		method, target, is := strings.Cut(parts[0], " ")
		hosts := []string{"h"}
		switch {
		case strings.HasPrefix(text, "Host: "):
			method, target = "GET", "/"
			hosts = []string{strings.TrimPrefix(text, "Host: ")}
		case !is:
			method, target = "GET", parts[0]
		}
		if len(parts) > 1 {
			hosts = nil
			for _, part := range parts[1:] {
				if host, is := strings.CutPrefix(part, "Host: "); is {
					hosts = append(hosts, host)
				}
			}
		}
		if got := refusal(policy, method, target, hosts...).Reason; got != reason {
			t.Errorf("%s is refused because of %q, not of %v", text, got, reason)
		}
	}
}

// checkBlocks asks whether the blocks of code are a policy that has every word, and an answer.
func checkBlocks(t *testing.T, text string) {
	blocks := regexp.MustCompile("(?s)```(jsonl)?\n(.*?)```").FindAllStringSubmatch(text, -1)
	if len(blocks) != 4 { // the last two are lines of logs
		t.Fatalf("%d blocks", len(blocks))
	}
	policy, answer := blocks[0][2], blocks[1][2]
	if err := new(Policy).UnmarshalText([]byte(policy)); err != nil {
		t.Error(err)
	}
	for _, word := range []string{"safe", "allow", "refuse", "schemes", "ports", "max", "iri", "observe"} {
		if !strings.Contains("\n"+policy, "\n"+word+" ") {
			t.Errorf("the policy does not have %s", word)
		}
	}
	w := httptest.NewRecorder()
	guarded(Safe).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/a%2Fb", nil))
	if w.Body.String() != answer {
		t.Errorf("%s, not %s", w.Body, answer)
	}
}
