package httpguard

import (
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"
)

// codeSpan is a code span of Markdown.
var codeSpan = regexp.MustCompile("`([^`]+)`")

// TestDocument holds docs/recipes/proxy.md true: its tables have every reason, its examples are refused
// because of it, its policies are such, and its answer is the one that is given.
func TestDocument(t *testing.T) {
	text, err := os.ReadFile("../docs/recipes/proxy.md")
	if err != nil {
		t.Fatal(err)
	}
	var shown Reason
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(line, " | ")
		var reason Reason
		name := codeSpan.FindStringSubmatch(cells[0])
		switch {
		case name == nil || !strings.HasPrefix(line, "| `"):
			if len(cells) == 2 {
				checkPolicy(t, codeSpan.FindAllStringSubmatch(cells[1], -1))
			}
			continue
		case reason.UnmarshalText([]byte(name[1])) != nil || len(cells) < 3:
			t.Errorf("no reason: %s", line)
			continue
		}
		shown |= reason
		if len(cells) == 4 {
			checkExamples(t, reason, codeSpan.FindAllStringSubmatch(cells[2], -1))
		}
	}
	if all := Reason(1<<numReasons - 1); shown != all {
		t.Errorf("the tables do not have %v", all&^shown)
	}
	checkBlocks(t, string(text))
}

// checkPolicy asks whether code spans are the lines of a policy.
func checkPolicy(t *testing.T, lines [][]string) {
	var text []string
	for _, line := range lines {
		text = append(text, line[1])
	}
	if err := new(Policy).UnmarshalText([]byte(strings.Join(text, "\n"))); err != nil {
		t.Errorf("%q: %v", text, err)
	}
}

// checkExamples asks whether code spans are refused because of a reason. They are a method with a
// target, a target or a Host field.
func checkExamples(t *testing.T, reason Reason, examples [][]string) {
	for _, example := range examples {
		text := strings.TrimSuffix(example[1], " HTTP/1.1")
		method, target, is := strings.Cut(text, " ")
		host, isHost := strings.CutPrefix(text, "Host: ")
		switch {
		case isHost:
			method, target = "GET", "/"
		case !is:
			method, target, host = "GET", text, "h"
		default:
			host = "h"
		}
		if got := refusal(RFC, method, target, host).Reason; got != reason {
			t.Errorf("%s is refused because of %v, not of %v", text, got, reason)
		}
	}
}

// checkBlocks asks whether the blocks of code are a policy that has every word, and an answer.
func checkBlocks(t *testing.T, text string) {
	blocks := regexp.MustCompile("(?s)```(json)?\n(.*?)```").FindAllStringSubmatch(text, -1)
	if len(blocks) != 2 {
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
