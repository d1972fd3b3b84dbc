package httpguard

import (
	"net/http"
	"net/http/httputil"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"example.org/iri/internal/testkit"
)

const details = "../docs/security/proxies.md"

// TestDetails computes the tables of docs/security/proxies.md: what a handler sees of messages, and what
// becomes of requests with ReverseProxy.
func TestDetails(t *testing.T) {
	text, err := os.ReadFile(details)
	if err != nil {
		t.Fatal(err)
	}
	doc := string(text)
	doc = fillTable(t, doc, "message", seenByHandler(t))
	doc = fillTable(t, doc, "fields of HTTP/2", seenByHandler2(t))
	doc = fillTable(t, doc, "sent", forwarded(t))
	testkit.Golden(t, details, doc)
}

// fillTable computes the columns after the first two of the table whose first column has a name.
// The cells of the first are Go-quoted, without quotes.
func fillTable(t *testing.T, doc, column string, cells func(text string) []string) string {
	begin := strings.Index(doc, "| "+column+" |")
	if begin < 0 {
		t.Fatalf("%s has no table of %s", details, column)
	}
	end := begin + strings.Index(doc[begin:]+"\n\n", "\n\n")
	row := regexp.MustCompile("(?m)^\\| `([^|]*)` \\|.*\\| ([^|]*) \\|$")
	return doc[:begin] + row.ReplaceAllStringFunc(doc[begin:end], func(line string) string {
		m := row.FindStringSubmatch(line)
		text, err := strconv.Unquote(`"` + m[1] + `"`)
		if err != nil {
			t.Fatalf("%s: %s: %v", details, line, err)
		}
		return "| `" + m[1] + "` | " + strings.Join(cells(text), " | ") + " | " + m[2] + " |"
	}) + doc[end:]
}

// code returns a text as a cell shows it.
func code(text string) string {
	if text == "" {
		return "empty"
	}
	return "`" + strings.Trim(strconv.QuoteToGraphic(text), `"`) + "`"
}

// observed returns a handler that sends what it sees to a channel, and the channel.
func observed() (http.Handler, <-chan string) {
	seen := make(chan string, 1)
	return http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		text := "target " + code(r.RequestURI) + ", Host " + code(r.Host)
		if hosts := r.Header["Host"]; hosts != nil {
			text += ", field `Host` " + code(strings.Join(hosts, ", "))
		}
		seen <- text
	}), seen
}

// nothing is the cell for a message that does not reach the handler.
const nothing = "nothing"

func seenByHandler(t *testing.T) func(string) []string {
	h, seen := observed()
	addr := serve(t, h, false)
	return func(message string) []string {
		answer := send(t, addr, message+"Connection: close\r\n\r\n")
		select {
		case text := <-seen:
			return []string{text}
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
		case text := <-seen:
			return []string{text}
		default:
			return []string{nothing}
		}
	}
}

// forwarded returns what a server gets from ReverseProxy alone, and from it with Rewrite after a Guard.
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
			head := nothing
			select {
			case head = <-heads:
				head = strings.ReplaceAll(head, to.Host, "backend")
			default:
			}
			if head = code(head); head == code(request) {
				head = "the same"
			}
			cells = append(cells, head)
		}
		return cells
	}
}
