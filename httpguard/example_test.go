package httpguard_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"

	"example.org/iri/httpguard"
	"example.org/iri/rule"
)

// A reverse proxy refuses requests that two servers may parse differently, and forwards others byte for byte.
func Example() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, "the server got ", r.RequestURI)
	}))
	defer server.Close()

	to, err := url.Parse(server.URL)
	if err != nil {
		fmt.Println(err)
		return
	}
	proxy := httptest.NewServer(httpguard.Handler(&httputil.ReverseProxy{Rewrite: httpguard.Rewrite(to)}, httpguard.Safe))
	defer proxy.Close()

	for _, path := range []string{"/a?b;c", "/files/..%2f..%2fetc/passwd"} {
		answer, err := http.Get(proxy.URL + path)
		if err != nil {
			fmt.Println(err)
			return
		}
		body, _ := io.ReadAll(answer.Body)
		answer.Body.Close()
		fmt.Println(answer.StatusCode, string(body))
	}
	// Output:
	// 200 the server got /a?b;c
	// 400 {"title":"Bad Request","status":400,"detail":"encoded-dot-segment in the path of the target (byte 7)","reason":"encoded-dot-segment","in":"target","component":"path","offset":7}
}

// A server without net/http passes the bytes of the message.
func ExamplePolicy_Check() {
	policy := httpguard.RFC
	result, err := policy.Check([]byte("GET"), []byte("/a?b"), []byte("example.org:80"))
	fmt.Println(result.Form, result.Target.Path(), err)

	_, err = policy.Check([]byte("GET"), []byte("/a b"), []byte("example.org"))
	fmt.Println(err)
	_, err = policy.Check([]byte("GET"), []byte("/"), []byte("a.example"), []byte("b.example"))
	fmt.Println(err)
	// Output:
	// origin-form {0 2} <nil>
	// iri: request refused: syntax in the path of the target (byte 2)
	// iri: request refused: several-hosts in the Host field (byte 0)
}

// A middleware answers in its own way.
func ExamplePolicy_CheckRequest() {
	policy := httpguard.Safe
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := policy.CheckRequest(r); err != nil {
			http.Error(w, "no", http.StatusTeapot)
			return
		}
		fmt.Fprint(w, "yes")
	})
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/a//b", nil))
	fmt.Println(w.Code)
	// Output: 418
}

func ExampleError() {
	_, err := httpguard.Safe.Check([]byte("GET"), []byte("ftp://h/"), []byte("h"))
	var e *httpguard.Error
	if errors.As(err, &e) && e.Reason == httpguard.ReasonScheme {
		fmt.Println(e.Status, e.Reason, e.In, e.Component, e.Offset)
	}
	// Output: 421 scheme target scheme 0
}

func ExampleGuard_Stats() {
	site := http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})
	handler := httpguard.Handler(site, httpguard.Safe)
	for _, target := range []string{"/", "/%00", "/.."} {
		handler.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, target, nil))
	}
	var stats httpguard.Stats = handler.Stats()
	object, err := json.Marshal(stats)
	fmt.Println(string(object), err)
	// Output: {"accepted":1,"refused":{"dot-segment":1,"encoded-nul":1}} <nil>
}

// A policy is Safe with some switches off and other limits.
func ExamplePolicy() {
	policy := httpguard.Safe
	policy.Refuse = policy.Refuse.Without(httpguard.ReasonEncodedSlash, httpguard.ReasonEmptySegment)
	policy.Schemes = []string{"https"}
	policy.Ports = httpguard.PortRange{First: 443, Last: 443}
	policy.Max = httpguard.Lengths{Target: 2000}

	_, err := policy.Check([]byte("GET"), []byte("/repos/a%2Fb//c"), []byte("example.org"))
	fmt.Println(err)
	_, err = policy.Check([]byte("GET"), []byte("/"), []byte("example.org:80"))
	fmt.Println(err)
	// Output:
	// <nil>
	// iri: request refused: port in the port of the Host field (byte 12)
}

// A policy is read from a file. Fields that the file does not have keep their values.
func ExamplePolicy_UnmarshalJSON() {
	policy := httpguard.Browser
	err := json.Unmarshal([]byte(`{"refuse":["dot-segment"],"max":{"path":1000}}`), &policy)
	fmt.Println(policy.Refuse.Has(httpguard.ReasonEncodedSlash), policy.Max, err)

	err = json.Unmarshal([]byte(`{"refuse":["dot-segments"]}`), &policy)
	fmt.Println(err)
	// Output:
	// false {8000 0 0 255 1000 0} <nil>
	// iri: policy: "dot-segments" is not a reason
}

// A handler after the filter uses the path that is not decoded.
func ExampleParts() {
	handler := httpguard.Handler(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		path := httpguard.Parts(r).Path()
		fmt.Println(r.RequestURI[path.Start:path.End], "not", r.URL.Path)
	}), httpguard.RFC)
	handler.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/a%2Fb?c", nil))
	// Output: /a%2Fb not /a/b
}

// The form of the target determines from where the host of a request is taken.
func ExampleResult_form() {
	for _, x := range []struct{ method, target string }{
		{"GET", "/a"}, {"GET", "http://h/"}, {"CONNECT", "h:443"}, {"OPTIONS", "*"},
	} {
		v, err := httpguard.RFC.Check([]byte(x.method), []byte(x.target), []byte("h"))
		if err != nil {
			fmt.Println(err)
			continue
		}
		switch v.Form {
		case rule.OriginForm, rule.AsteriskForm:
			fmt.Println(v.Form, "for the Host field")
		case rule.AbsoluteForm, rule.AuthorityForm:
			fmt.Println(v.Form, "for the target's authority")
		}
	}
	// Output:
	// origin-form for the Host field
	// absolute-form for the target's authority
	// authority-form for the target's authority
	// asterisk-form for the Host field
}

func ExampleReasons() {
	set := httpguard.Browser.Refuse.Without(httpguard.ReasonEncodedSlash).With(httpguard.ReasonQueryFormatting)
	fmt.Println(set.Has(httpguard.ReasonEncodedSlash), set.Has(httpguard.ReasonQueryFormatting))
	// Output: false true
}

func ExampleResult() {
	var v httpguard.Result
	v, err := httpguard.RFC.Check([]byte("GET"), []byte("http://user@example.org/"), []byte("example.org"))
	userinfo, present := v.Target.Userinfo()
	host, _ := v.Host.Host()
	fmt.Println(userinfo, present, host, err)
	// Output: {7 11} true {0 11} <nil>
}

func ExampleRewrite() {
	to, err := url.Parse("http://127.0.0.1:8080/app/")
	if err != nil {
		fmt.Println(err)
		return
	}
	in := httptest.NewRequest(http.MethodGet, "http://example.org/a%2Fb?c;d", nil)
	r := &httputil.ProxyRequest{In: in, Out: in.Clone(in.Context())}
	httpguard.Rewrite(to)(r)
	fmt.Println(r.Out.URL, r.Out.Host)
	// Output: http://127.0.0.1:8080/app/a%2Fb?c;d example.org
}
