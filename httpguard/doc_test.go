package httpguard

import (
	"go/version"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"os"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.org/iri/internal/testkit"
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

// details are files with tables that TestDetails computes. The first has all rows, the page the important ones.
var details = []string{"testdata/net-http.md", "../docs/security/proxies.md"}

// TestDetails computes tables: the messages as a handler sees them, and as ReverseProxy forwards them.
func TestDetails(t *testing.T) {
	http1, http2, proxied := seenByHandler(t), seenByHandler2(t), forwarded(t)
	for _, file := range details {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		doc := string(source)
		doc = fillTable(t, file, doc, "message", http1)
		doc = fillTable(t, file, doc, "fields of HTTP/2", http2)
		doc = fillTable(t, file, doc, "sent", proxied)
		testkit.Golden(t, file, doc)
	}
}

// A row that ends in refusedSince127 describes older versions: Go 1.27 refuses the request.
const refusedSince127 = "Go 1.27 refuses it"

var since127 = version.Compare(runtime.Version(), "go1.27") >= 0

// fillTable computes all columns but the first and last of the table whose first column has a name. The cells of the
// first column are quoted as in Go, without quotes.
func fillTable(t *testing.T, file, doc, column string, cells func(input string) []string) string {
	begin := strings.Index(doc, "| "+column+" |")
	if begin < 0 {
		t.Fatalf("%s has no table of %s", file, column)
	}
	end := begin + strings.Index(doc[begin:]+"\n\n", "\n\n")
	row := regexp.MustCompile("(?m)^\\| `([^|]*)` \\|.*\\| ([^|]*) \\|$")
	return doc[:begin] + row.ReplaceAllStringFunc(doc[begin:end], func(line string) string {
		m := row.FindStringSubmatch(line)
		input, err := strconv.Unquote(`"` + m[1] + `"`)
		if err != nil {
			t.Fatalf("%s: %s: %v", file, line, err)
		}
		found := cells(input)
		if since127 && strings.HasSuffix(m[2], refusedSince127) {
			if slices.ContainsFunc(found, func(cell string) bool { return cell != nothing }) {
				t.Errorf("%s: %s: %q", file, line, found)
			}
			return line
		}
		return "| `" + m[1] + "` | " + strings.Join(found, " | ") + " | " + m[2] + " |"
	}) + doc[end:]
}

func code(s string) string {
	if s == "" {
		return "empty"
	}
	return "`" + strings.Trim(strconv.QuoteToGraphic(s), `"`) + "`"
}

// observed returns a handler that sends the request to a channel, and the channel.
func observed() (http.Handler, <-chan string) {
	seen := make(chan string, 1)
	return http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		line := "target " + code(r.RequestURI) + ", Host " + code(r.Host)
		if hosts := r.Header["Host"]; hosts != nil {
			line += ", field `Host` " + code(strings.Join(hosts, ", "))
		}
		seen <- line
	}), seen
}

const nothing = "nothing"

func seenByHandler(t *testing.T) func(string) []string {
	h, seen := observed()
	addr := serve(t, h, false)
	return func(message string) []string {
		answer := send(t, addr, message+"Connection: close\r\n\r\n")
		select {
		case line := <-seen:
			return []string{line}
		default:
			return []string{nothing + ": " + answer[len("HTTP/1.1 "):len("HTTP/1.1 400")]}
		}
	}
}

func seenByHandler2(t *testing.T) func(string) []string {
	h, seen := observed()
	addr := serve(t, h, true)
	return func(fields string) []string {
		sendHTTP2(t, addr, strings.Split(fields, ", ")...)
		select {
		case line := <-seen:
			return []string{line}
		default:
			return []string{nothing}
		}
	}
}

// forwarded returns the requests that a server receives from ReverseProxy alone, and with Rewrite after a Guard.
func forwarded(t *testing.T) func(string) []string {
	to, heads := backend(t)
	alone := serve(t, &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(to)
		r.Out.Host = r.In.Host
	}}, false)
	guarded := serve(t, Handler(&httputil.ReverseProxy{Rewrite: Rewrite(to)}, Policy{IRI: true}), false)
	return func(request string) (cells []string) {
		line, host, _ := strings.Cut(request, ", ")
		for _, addr := range []string{alone, guarded} {
			send(t, addr, line+" HTTP/1.1\r\n"+host+"\r\nConnection: close\r\n\r\n")
			cell := nothing
			select {
			case head := <-heads:
				cell = code(strings.ReplaceAll(head, to.Host, "backend"))
			default:
			}
			if cell == code(request) {
				cell = "as sent"
			}
			cells = append(cells, cell)
		}
		return cells
	}
}
