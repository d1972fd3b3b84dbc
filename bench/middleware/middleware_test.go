package middleware

import (
	"bufio"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/gin-gonic/gin"
	"github.com/labstack/echo/v4"
	"github.com/valyala/fasthttp"

	"example.org/iri/bench/proxies/fasthttpguard"
	"example.org/iri/httpguard"
	"example.org/iri/internal/testkit/corpus"
)

// servers starts a server of each kind on loopback, which answers with the target, and returns their addresses.
func servers(t *testing.T) map[string]string {
	gin.SetMode(gin.ReleaseMode)
	site := func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, r.RequestURI) }
	addrs := make(map[string]string)
	for name, handler := range map[string]http.Handler{
		"net/http": netHTTP(http.HandlerFunc(site)),
		"chi":      chiRouter(site),
		"gin":      ginRouter(func(c *gin.Context) { site(c.Writer, c.Request) }),
		"echo":     echoRouter(func(c echo.Context) error { site(c.Response(), c.Request()); return nil }),
	} {
		server := httptest.NewServer(handler)
		t.Cleanup(server.Close)
		addrs[name] = server.Listener.Addr().String()
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	fast := fasthttpguard.Handler(func(ctx *fasthttp.RequestCtx) { ctx.Write(ctx.Request.Header.RequestURI()) }, httpguard.Browser)
	server := &fasthttp.Server{Handler: fast, Logger: log.New(io.Discard, "", 0)}
	go server.Serve(listener)
	addrs["fasthttp"] = listener.Addr().String()
	return addrs
}

// send sends a message over a raw socket, and returns the status and body of the first answer.
func send(t *testing.T, addr, message string) (status int, body string) {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	io.WriteString(conn, message)
	conn.(*net.TCPConn).CloseWrite()
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return 0, ""
	}
	defer answer.Body.Close()
	all, _ := io.ReadAll(answer.Body)
	return answer.StatusCode, string(all)
}

// TestServers checks that each server answers accepted requests with the target unchanged, and refuses the rest.
func TestServers(t *testing.T) {
	list, err := corpus.Requests("../../httpguard/testdata/requests.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for name, addr := range servers(t) {
		passed, refused := 0, 0
		for _, r := range list {
			if r.Method != http.MethodGet || r.Label == "message" || len(r.Hosts) != 1 {
				continue
			}
			status, body := send(t, addr, r.Raw)
			switch {
			case status == http.StatusOK && r.Browser == "host-mismatch" && name != "fasthttp":
				// net/http hides the Host field if there is an absolute-form.
			case status == http.StatusOK && r.Browser != "":
				t.Errorf("%s: %s is answered, and should be refused: %s", name, r.Name, r.Browser)
			case status == http.StatusOK && name != "fasthttp" && body != r.Target:
				t.Errorf("%s: %s: the handler got %.100q", name, r.Name, body)
			case status == http.StatusOK:
				passed++
			case r.Browser != "":
				refused++
			}
		}
		if t.Logf("%s: %d answered, %d refused", name, passed, refused); passed < 60 || refused < 150 {
			t.Errorf("%s: %d answered, %d refused", name, passed, refused)
		}
	}
}

// TestUnitTests shows which function makes a request for a handler.
func TestUnitTests(t *testing.T) {
	got := httptest.NewRequest(http.MethodGet, "http://h/a", nil)   // as a server gets it: 200
	sent, err := http.NewRequest(http.MethodGet, "http://h/a", nil) // as a client sends it: 400
	if err != nil {
		t.Fatal(err)
	}
	handler := netHTTP(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	for r, want := range map[*http.Request]int{got: http.StatusOK, sent: http.StatusBadRequest} {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if w.Code != want || want != http.StatusOK && !strings.Contains(w.Body.String(), `"reason":"syntax"`) {
			t.Errorf("%q: %d %s, want %d", r.RequestURI, w.Code, w.Body, want)
		}
	}
}
