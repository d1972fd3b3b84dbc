package httpguard

import (
	"go/version"
	"net/http"
	"net/http/httputil"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.org/iri/internal/testkit"
)

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
