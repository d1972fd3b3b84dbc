package httpguard

import (
	"net/http"
	"net/http/httptest"
	"os"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var codeSpan = regexp.MustCompile("`([^`]+)`")

// TestDocument compares docs/security/policy.md with the code: its tables have every reason, each example is refused
// for its reason, the policy is valid and sets every field, and the answer is exact.
func TestDocument(t *testing.T) {
	page, err := os.ReadFile("../docs/security/policy.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := make(map[Reason]bool)
	policy := RFC
	_, reasons, _ := strings.Cut(string(page), "## Reasons\n")
	for line := range strings.Lines(reasons) {
		if strings.HasPrefix(line, "`safe` refuses more") {
			policy = Safe
		}
		if strings.HasPrefix(line, "One switch is off") {
			policy = Policy{Refuse: of(ReasonQueryFormatting)}
		}
		cells := strings.Split(line, " | ")
		name, is := strings.CutPrefix(cells[0], "| `")
		if !is || len(cells) != 3 {
			continue
		}
		var reason Reason
		if err := reason.UnmarshalText([]byte(strings.TrimSuffix(name, "`"))); err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		shown[reason] = true
		checkExamples(t, policy, reason, codeSpan.FindAllStringSubmatch(cells[2], -1))
	}
	for r := ReasonMethod; r < numReasons; r++ {
		if !shown[r] {
			t.Errorf("the tables do not have %v", r)
		}
	}
	checkBlocks(t, string(page))
}

// repeated matches the notation of the document for a repeated string.
var repeated = regexp.MustCompile(`\{(.)\*(\d+)\}`)

// checkExamples checks that code spans are refused for a reason. They are a target, with an optional method and Host
// fields, or a Host field.
func checkExamples(t *testing.T, policy Policy, reason Reason, examples [][]string) {
	if len(examples) == 0 {
		t.Errorf("%v has no example", reason)
	}
	for _, example := range examples {
		input := repeated.ReplaceAllStringFunc(example[1], func(s string) string {
			m := repeated.FindStringSubmatch(s)
			n, _ := strconv.Atoi(m[2])
			return strings.Repeat(m[1], n)
		})
		parts := strings.Split(input, ", ")
		method, target, is := strings.Cut(parts[0], " ")
		hosts := []string{"h"}
		switch {
		case strings.HasPrefix(input, "Host: "):
			method, target = "GET", "/"
			hosts = []string{strings.TrimPrefix(input, "Host: ")}
		case !is:
			method, target = "GET", parts[0]
		}
		if len(parts) > 1 {
			hosts = nil
			if parts[1] == "HTTP/1.0" {
				hosts = []string{"-"}
			}
			for _, part := range parts[1:] {
				if host, is := strings.CutPrefix(part, "Host: "); is {
					hosts = append(hosts, host)
				}
			}
		}
		if got := refusal(policy, method, target, hosts...).Reason; got != reason {
			t.Errorf("%s is refused because of %q, not of %v", input, got, reason)
		}
	}
}

// checkBlocks checks the code blocks: a policy with every field, and an answer.
func checkBlocks(t *testing.T, page string) {
	blocks := regexp.MustCompile("(?s)```jsonl?\n(.*?)```").FindAllStringSubmatch(page, -1)
	if len(blocks) != 2 {
		t.Fatalf("%d blocks", len(blocks))
	}
	policy, answer := new(Policy), blocks[1][1]
	if err := policy.UnmarshalJSON([]byte(blocks[0][1])); err != nil {
		t.Error(err)
	}
	for i := range reflect.TypeFor[Policy]().NumField() {
		if f := reflect.TypeFor[Policy]().Field(i); f.Name != "Logger" && reflect.ValueOf(policy).Elem().Field(i).IsZero() {
			t.Errorf("the policy does not have %s", f.Name)
		}
	}
	w := httptest.NewRecorder()
	guarded(Safe).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/a%2Fb", nil))
	if w.Body.String() != answer {
		t.Errorf("%s, not %s", w.Body, answer)
	}
}
