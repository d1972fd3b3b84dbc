package httpguard

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"

	"example.org/iri/rule"
)

func guarded(p Policy) *Guard {
	return Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, "passed "+r.RequestURI)
	}), p)
}

// TestAnswer checks that a refusal is a problem (RFC 9457), after which nothing on the connection is read.
func TestAnswer(t *testing.T) {
	g := guarded(Safe)
	addr := serve(t, g, false)
	got := send(t, addr, "GET /a HTTP/1.1\r\nHost: h\r\n\r\n"+
		"POST /b%2Fc HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc"+
		"GET /d HTTP/1.1\r\nHost: h\r\n\r\n")
	const body = `{"title":"Bad Request","status":400,"detail":"encoded-slash in the path of the target (byte 2)",` +
		`"reason":"encoded-slash","in":"target","component":"path","offset":2}` + "\n"
	if !strings.Contains(got, "passed /a") || !strings.HasSuffix(got, "\r\n\r\n"+body) || strings.Contains(got, "/d") {
		t.Errorf("%s", got)
	}
	for _, field := range []string{"HTTP/1.1 400 Bad Request", "Content-Type: application/problem+json", "Cache-Control: no-store",
		"X-Content-Type-Options: nosniff", "Connection: close"} {
		if !strings.Contains(got, field+"\r\n") {
			t.Errorf("no %s: %s", field, got)
		}
	}
	if s := g.Stats(); s.Accepted != 1 || len(s.Refused) != 1 || s.Refused[ReasonEncodedSlash] != 1 {
		t.Errorf("%+v", s)
	}
}

func TestStatus(t *testing.T) {
	for _, x := range []struct {
		target, host string
		status       int
	}{
		{"/", "h", 200},
		{"/" + strings.Repeat("a", 8000), "h", 414},
		{"/", strings.Repeat("h", 256), 400},
		{"ftp://h/", "h", 421},
		{"/..", "h", 400},
	} {
		for _, major := range []int{1, 2} {
			w := httptest.NewRecorder()
			guarded(Safe).ServeHTTP(w, &http.Request{Method: "GET", RequestURI: x.target, Host: x.host, ProtoMajor: major, URL: &url.URL{}})
			want := x.status
			if major == 2 && x.status == 421 {
				want = 400 // not an absolute-form
			}
			if w.Code != want || (w.Header().Get("Connection") == "close") != (major == 1 && want != 200) {
				t.Errorf("%.20s, HTTP/%d: %d %v", x.target, major, w.Code, w.Header())
			}
		}
	}
}

// TestHTTP2 checks pseudo-header fields and Host fields.
func TestHTTP2(t *testing.T) {
	for _, x := range []struct {
		fields        string
		byRFC, bySafe Reason
	}{
		{":path: /a, :authority: h", 0, 0},
		{":path: /a, :authority: h, host: H", 0, 0},
		{":path: /a, :authority: h, host: other", 0, ReasonHostMismatch},
		{":path: /a, :authority: h, host: h, host: other", 0, ReasonHostMismatch},
		{":path: /a, :authority: h, host: h/", ReasonSyntax, ReasonSyntax},
		{":path: /a, :authority: h, host: h, host: u@h", ReasonSyntax, ReasonSyntax},
		{":path: /a, host: h", 0, 0},
		{":path: /a, host: h, host: other", 0, ReasonHostMismatch},
		{":path: /a", 0, ReasonEmptyHost},
		{":path: http://h/a, :authority: h", ReasonForm, ReasonForm},
		{":path: *, :authority: h", ReasonForm, ReasonForm},
		{":path: /a, :authority: h/", ReasonSyntax, ReasonSyntax},
		{":path: /a, :authority: h.", 0, ReasonHostName},
		{":path: /a;b, :authority: h", 0, ReasonPathParameters},
		{":path: /a, :authority: h, host: h%2F", 0, ReasonHostMismatch},
	} {
		for _, p := range []struct {
			policy Policy
			want   Reason
		}{{RFC, x.byRFC}, {Safe, x.bySafe}} {
			g := guarded(p.policy)
			sendHTTP2(t, serve(t, g, true), append([]string{":method: GET", ":scheme: http"}, strings.Split(x.fields, ", ")...)...)
			s, seen := g.Stats(), uint64(1)
			if since127 && strings.HasPrefix(x.fields, ":path: http:") {
				seen = 0 // the server has refused it
			}
			if s.Accepted+s.Refused[p.want] != seen || (s.Accepted == 1) != (p.want == 0) {
				t.Errorf("%s: %+v, want %v", x.fields, s, p.want)
			}
		}
	}
}

// TestHostBeside checks that switches other than host-mismatch apply to a Host field of HTTP/2.
func TestHostBeside(t *testing.T) {
	p := Policy{Refuse: Safe.Refuse.Without(ReasonHostMismatch)}
	for host, want := range map[string]Reason{"other": 0, "h%2F": ReasonEncodedSlash, "h.": ReasonHostName, "h:": ReasonHostName, "h ": ReasonSyntax} {
		r := &http.Request{Method: "GET", RequestURI: "/", Host: "h", ProtoMajor: 2, Header: http.Header{"Host": {"h", host}}}
		_, err := p.CheckRequest(r)
		var e *Error
		if errors.As(err, &e); err != nil && e.Reason != want || (err == nil) != (want == 0) {
			t.Errorf("%q: %v, want %v", host, err, want)
		}
	}
}

func TestConnectionOfHTTP2(t *testing.T) {
	transport := &http.Transport{Protocols: new(http.Protocols)}
	transport.Protocols.SetUnencryptedHTTP2(true)
	t.Cleanup(transport.CloseIdleConnections)
	addr := serve(t, guarded(Safe), true)
	for i, want := range []int{400, 200, 400, 200} {
		reused := false
		ctx := httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{GotConn: func(c httptrace.GotConnInfo) { reused = c.Reused }})
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+addr+[]string{"/a%2Fb", "/a"}[i%2], nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := transport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, answer.Body)
		answer.Body.Close()
		if answer.StatusCode != want || reused != (i > 0) {
			t.Errorf("%d: %d, connection reused: %v", i, answer.StatusCode, reused)
		}
	}
}

// TestGeneralOptions checks that the server answers OPTIONS * itself, unless configured otherwise.
func TestGeneralOptions(t *testing.T) {
	g := guarded(RFC)
	s := httptest.NewServer(g)
	defer s.Close()
	answer := send(t, s.Listener.Addr().String(), "OPTIONS * HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
	if !strings.HasPrefix(answer, "HTTP/1.1 200 ") || g.Stats().Accepted != 0 {
		t.Errorf("%s, %+v", answer, g.Stats())
	}
}

// TestExtendedCONNECT checks that the target is validated like that of GET (RFC 8441, RFC 9220). The server of net/http
// only supports it with a setting of GODEBUG.
func TestExtendedCONNECT(t *testing.T) {
	r := &http.Request{Method: "CONNECT", RequestURI: "/chat", Host: "h", ProtoMajor: 2, Header: http.Header{":protocol": {"websocket"}}}
	if v, err := Safe.CheckRequest(r); err != nil || v.Form != rule.OriginForm {
		t.Error(v, err)
	}
	r.ProtoMajor = 1
	if _, err := Safe.CheckRequest(r); err == nil {
		t.Error("HTTP/1 has no such method")
	}
	for proto, form := range map[string]rule.Rule{"websocket": rule.OriginForm, "HTTP/3.0": {}} { // as in quic-go
		r = &http.Request{Method: "CONNECT", RequestURI: "/chat", Host: "h", ProtoMajor: 3, Proto: proto}
		if v, err := Safe.CheckRequest(r); v.Form != form {
			t.Error(proto, v, err)
		}
	}
}

// TestNoHost checks that switch no-host decides about HTTP/1.0, where an absent and an empty Host field look the same.
func TestNoHost(t *testing.T) {
	for _, p := range []Policy{RFC, Safe, Browser} {
		for minor := range 2 {
			r := &http.Request{Method: "GET", RequestURI: "/", ProtoMajor: 1, ProtoMinor: minor}
			want := map[bool]Reason{true: ReasonNoHost, false: ReasonEmptyHost}[minor == 0]
			_, err := p.CheckRequest(r)
			if e, is := err.(*Error); is != p.Refuse.Has(want) || is && e.Reason != want {
				t.Errorf("HTTP/1.%d: %v, want %v", minor, err, want)
			}
		}
	}
}

// TestHiddenHost checks a target with a host, of which net/http shows the decoded form, but not the Host field. If they
// differ, a router may use another host than the filter.
func TestHiddenHost(t *testing.T) {
	for _, x := range []struct {
		target, host  string
		byRFC, bySafe Reason
	}{
		{"http://h:80/", "h:80", 0, 0},
		{"http://h%C3%A9/", "hé", 0, ReasonHostMismatch},
		{"http://u@H/", "H", 0, ReasonUserinfo},
		{"urn:a", "h/", ReasonSyntax, ReasonSyntax},
		{"urn:a", "h", 0, ReasonScheme},
	} {
		r := &http.Request{Method: "GET", RequestURI: x.target, Host: x.host, ProtoMajor: 1}
		for _, p := range []struct {
			policy Policy
			want   Reason
		}{{RFC, x.byRFC}, {Safe, x.bySafe}} {
			_, err := p.policy.CheckRequest(r)
			if e, is := err.(*Error); (p.want == 0) != (err == nil) || is && e.Reason != p.want {
				t.Errorf("%s, %s: %v, want %v", x.target, x.host, err, p.want)
			}
		}
	}
}

// TestPreface checks the preface of HTTP/2, which net/http passes to handlers if HTTP/2 is off.
func TestPreface(t *testing.T) {
	if got := send(t, serve(t, guarded(RFC), false), "PRI * HTTP/2.0\r\n\r\n"); !strings.Contains(got, `"reason":"form"`) {
		t.Errorf("%s", got)
	}
}

// TestNoServer checks that requests which no server has received are refused, because they have no RequestURI.
func TestNoServer(t *testing.T) {
	r, err := http.NewRequest(http.MethodGet, "http://h/", nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := RFC.CheckRequest(r); err == nil {
		t.Error("accepted")
	}
	if _, err := RFC.CheckRequest(httptest.NewRequest(http.MethodGet, "http://h/", nil)); err != nil {
		t.Error(err)
	}
}

func TestObserve(t *testing.T) {
	p, log := Safe, new(bytes.Buffer)
	p.Observe, p.Logger = true, slog.New(slog.NewJSONHandler(log, nil))
	g := guarded(p)
	w := httptest.NewRecorder()
	g.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/a//b", nil))
	if w.Body.String() != "passed /a//b" || g.Stats().Refused[ReasonEmptySegment] != 1 {
		t.Error(w.Body, g.Stats())
	}
	const fields = `"reason":"empty-segment",%s"in":"target","component":"path","offset":3}` + "\n"
	if want := `"level":"WARN","msg":"request would be refused",` + fmt.Sprintf(fields, ""); !strings.HasSuffix(log.String(), want) {
		t.Errorf("%s", log)
	}
	log.Reset()
	p.Observe = false
	guarded(p).ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/a//b", nil))
	if want := `"level":"WARN","msg":"request refused",` + fmt.Sprintf(fields, `"status":400,`); !strings.HasSuffix(log.String(), want) {
		t.Errorf("%s", log)
	}
}

func TestDefaultLogger(t *testing.T) {
	before := slog.Default()
	defer slog.SetDefault(before)
	log := new(bytes.Buffer)
	slog.SetDefault(slog.New(slog.NewTextHandler(log, nil)))
	for _, observe := range []bool{false, true} {
		log.Reset()
		guarded(Policy{Observe: observe}).ServeHTTP(httptest.NewRecorder(), &http.Request{Method: "GET", RequestURI: "*", URL: &url.URL{}})
		if (log.Len() > 0) != observe {
			t.Errorf("observe %v: %s", observe, log)
		}
	}
}

// TestNothingIsReflected checks that answers, errors and logs contain nothing from the client.
func TestNothingIsReflected(t *testing.T) {
	plain := regexp.MustCompile(`^[a-zA-Z0-9 ,:;/()"{}=+_.\n\[\]-]*$`)
	const marker = "zqz"
	hostile := []string{"\r\nzqz: 1", "\x00zqz", "\"},{\"zqz\":\"", "<script>zqz</script>", "%0d%0azqz", "\u202ezqz", "zqz=\"\n level=ERROR", "\x1b[31mzqz", "zqz\xff"}
	for _, input := range hostile {
		for _, r := range []*http.Request{
			{Method: input, RequestURI: "/", Host: "h"},
			{Method: "GET", RequestURI: input, Host: "h"},
			{Method: "GET", RequestURI: "/" + input, Host: "h"},
			{Method: "GET", RequestURI: "/%2f" + input, Host: "h"},
			{Method: "GET", RequestURI: "http://" + input + "@h/", Host: "h"},
			{Method: "GET", RequestURI: "/", Host: input},
			{Method: "GET", RequestURI: "/..", Host: "h", Header: http.Header{"Zqz": {input}}},
		} {
			p, log := Safe, new(bytes.Buffer)
			p.Logger = slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
				if a.Key == slog.TimeKey {
					return slog.Attr{}
				}
				return a
			}}))
			w := httptest.NewRecorder()
			r.URL = &url.URL{}
			guarded(p).ServeHTTP(w, r)
			if w.Code == http.StatusOK { // %0d is a method
				continue
			}
			_, err := p.CheckRequest(r)
			out := fmt.Sprint(log, w.Body, w.Result().Header, err)
			if strings.Contains(strings.ToLower(out), marker) || !plain.MatchString(out) || strings.Count(log.String(), "\n") != 1 {
				t.Errorf("%q: %s", input, out)
			}
		}
	}
}

func TestStatsRace(t *testing.T) {
	g := guarded(Safe)
	var all sync.WaitGroup
	const each = 500
	for _, target := range []string{"/", "/", "/..", "//", "/%00", "/%00"} {
		all.Add(1)
		go func() {
			defer all.Done()
			for range each {
				g.ServeHTTP(httptest.NewRecorder(), &http.Request{Method: "GET", RequestURI: target, Host: "h", URL: &url.URL{}})
				g.Stats()
			}
		}()
	}
	all.Wait()
	object, err := json.Marshal(g.Stats())
	if string(object) != `{"accepted":1000,"refused":{"dot-segment":500,"empty-segment":500,"encoded-nul":1000}}` || err != nil {
		t.Errorf("%s, %v", object, err)
	}
	var s Stats
	if err := json.Unmarshal(object, &s); err != nil || s.Accepted != 1000 || s.Refused[ReasonEncodedNUL] != 1000 {
		t.Error(s, err)
	}
}

// TestCopy checks that a handler does not see later changes of its policy.
func TestCopy(t *testing.T) {
	p := Policy{Schemes: []string{"https"}}
	g := guarded(p)
	p.Schemes[0], p.Refuse = "http", of(ReasonEmptyHost)
	w := httptest.NewRecorder()
	g.ServeHTTP(w, &http.Request{Method: "GET", RequestURI: "https:///", Host: "h", URL: &url.URL{}})
	if w.Code != 400 || g.Stats().Refused[ReasonEmptyHTTPHost] != 1 {
		t.Error(w.Code, g.Stats())
	}
	if _, err := g.policy.Check([]byte("GET"), []byte("https://h/"), []byte("h")); err != nil {
		t.Error(err)
	}
}

func TestParts(t *testing.T) {
	for _, target := range []string{"/a?b", "//a/b", "http://u@h:1/p?q", "urn:a", "*", "", "/%", "/é", "/[?%"} {
		for _, method := range []string{"GET", "OPTIONS", "CONNECT"} {
			r := &http.Request{Method: method, RequestURI: target, Host: "h"}
			v, _ := (&Policy{IRI: true, Browser: true}).CheckRequest(r)
			if got := Parts(r); got != v.Target {
				t.Errorf("%s %s: %v, want %v", method, target, got, v.Target)
			}
		}
	}
}

func TestAllocations(t *testing.T) {
	g := Handler(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}), Safe)
	ok := &http.Request{Method: "GET", RequestURI: "/api/v1/users/12345/orders?page=2&a=%2F", Host: "h.example:8080", ProtoMajor: 2}
	if n := testing.AllocsPerRun(100, func() { g.ServeHTTP(nil, ok) }); n != 0 {
		t.Errorf("Handler: %v", n)
	}
	if n := testing.AllocsPerRun(100, func() { Parts(ok) }); n != 0 {
		t.Errorf("Parts: %v", n)
	}
	for target, want := range map[string]float64{
		"http://H.example:80/a.b?c": 0, "/a%41": 0,
		"/%2f": 1, "/%": 1, "ftp://h.example:80/": 1, "//": 1, "http://u@h.example:80/": 1, "h:80": 1, "1:80": 1, "http://other/": 1,
		strings.Repeat("a", 40) + ":b": 1,
	} {
		method, target, host := []byte("GET"), []byte(target), []byte("h.example:80")
		if n := testing.AllocsPerRun(100, func() { _, _ = Safe.Check(method, target, host) }); n != want {
			t.Errorf("Check %s: %v", target, n)
		}
	}
}

func TestLogValue(t *testing.T) {
	var b bytes.Buffer
	_, err := Safe.Check([]byte("GET"), []byte("/.."), []byte("h"))
	slog.New(slog.NewJSONHandler(&b, nil)).Log(context.Background(), slog.LevelInfo, "x", "refused", err)
	if !strings.Contains(b.String(), `"refused":{"reason":"dot-segment","status":400,"in":"target","component":"path","offset":1}`) {
		t.Errorf("%s", b.String())
	}
}
