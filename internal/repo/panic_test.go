//go:build !386 && !purego

package repo

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/netip"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.org/iri"
	"example.org/iri/file"
	"example.org/iri/fix"
	"example.org/iri/httpguard"
	"example.org/iri/internal/testkit"
	"example.org/iri/lint"
	"example.org/iri/neturl"
	"example.org/iri/rule"
	"example.org/iri/ssrf"
	"example.org/iri/stream"
)

// callable lists the functions that take strings from others, by package, as in testdata/api.txt. A generic one is
// listed once for all types.
var callable = map[string]map[string]any{
	".": {
		"AppendDecoded": iri.AppendDecoded, "AppendIRI": iri.AppendIRI, "AppendNormal": iri.AppendNormal, "AppendURI": iri.AppendURI,
		"AppendURLEncoded": iri.AppendURLEncoded, "DefaultPort": iri.DefaultPort, "EncodeQueryValue": iri.EncodeQueryValue, "URLEncodedPairs": iri.URLEncodedPairs,
		"Decode": iri.Decode, "Encode": iri.Encode, "EncodeNonASCII": iri.EncodeNonASCII, "EncodeSegment": iri.EncodeSegment,
		"Parse": iri.Parse, "ParseAs": iri.ParseAs, "ParseReference": iri.ParseReference, "Split": iri.Split, "SplitReference": iri.SplitReference,
		"SplitReferenceString": iri.SplitReferenceString, "SplitString": iri.SplitString, "Valid": iri.Valid, "ValidReference": iri.ValidReference,
		"ValidReferenceString": iri.ValidReferenceString, "ValidString": iri.ValidString,
	},
	"rule":      {"ByName": rule.ByName, "All": rule.All},
	"ssrf":      {},
	"httpguard": {"Handler": httpguard.Handler, "Parts": httpguard.Parts, "Rewrite": httpguard.Rewrite},
	"lint":      {"Check": lint.Check, "Repair": lint.Repair},
	"neturl":    {"IRI": neturl.IRI, "Reference": neturl.Reference, "URL": neturl.URL[iri.IRI]},
	"stream":    {"NewReader": stream.NewReader, "SkipLines": stream.SkipLines},
	"file":      {}, "fix": {},
}

// values has a zero value of each type with methods, by package.
var values = map[string][]any{
	".": {
		iri.Builder{}, iri.ComponentError{}, iri.HostKind(0), iri.IRI{}, iri.Reference{}, iri.Resolver{}, iri.Normalization(0),
	},
	"rule": {
		rule.Batch{}, rule.Component(0), rule.Matcher{}, rule.Parts{}, rule.Reason(0), rule.Rule{}, rule.SyntaxError{},
	},
	"ssrf":      {ssrf.Error{}, ssrf.Policy{}, ssrf.Reason(0)},
	"file":      {file.Error{}, file.Reason(0), file.Style(0)},
	"fix":       {fix.Error{}, fix.Fixer{}, fix.Kind(0)},
	"httpguard": {httpguard.Error{}, httpguard.Policy{}, httpguard.Reason(0), httpguard.Reasons(0)},
	"lint":      {lint.Severity(0)},
	"stream":    {stream.Scanner{}, stream.LineTooLongError{}, stream.Chunk{}},
}

// programming lists the calls that panic like an index out of range, which no string from others can cause.
var programming = strings.Fields("AppendCheck AppendNormalParts Run Reader.Next Batch.Matches Batch.Next Rule.Column Guard.ServeHTTP Guard.Stats Chunk.Matches Chunk.Next Chunk.Lines")

func TestCallable(t *testing.T) {
	for dir, functions := range callable {
		var types []string
		for _, v := range values[dir] {
			types = append(types, reflect.TypeOf(v).Name())
		}
		for _, line := range exported(t, dir) {
			if m := regexp.MustCompile(`^func (\w+)[\[(]`).FindStringSubmatch(line); m != nil && !strings.HasPrefix(m[1], "Must") &&
				functions[m[1]] == nil && !slices.Contains(programming, m[1]) {
				t.Errorf("%s: %s is not in the list", dir, m[1])
			}
			if m := regexp.MustCompile(`^func \(\w+ \*?([A-Z]\w*)\) (\w+)\(`).FindStringSubmatch(line); m != nil && !slices.Contains(types, m[1]) &&
				!slices.Contains(programming, m[1]+"."+m[2]) {
				t.Errorf("%s: %s.%s: a value of the type is not in the list", dir, m[1], m[2])
			}
		}
	}
}

// hostile returns strings of each kind that has caused errors, and long ones.
func hostile() []string {
	list := []string{
		"", "a", ":", "/", "?", "#", "//", "///", "%", "%4", "%zz", "\x00", "\xff", "\xe2\x82", "é", "\u202e", "\U0010ffff", "[", "[::1]", "http://h/", "http:",
		"http://u:p@[v1.a]:/%41?#", "//@:", "../..", "/..", "/.//a", "a:..", "urn:a/..//b", "file:///C:/a", "C:\\a", "git@h:a", "\\\\h\\s", "a b", "\t\n", "127.1:99999",
		"h:443", "*", "null", "{}", `"a"`, "0", "-1", "IRI-reference", "rfc",
	}
	for _, piece := range []string{"a", "/", "..", "%", "%41", "[", "@", ":", "é", "\xff", " ", "&a=", "\\"} {
		long := strings.Repeat(piece, 1<<12)
		list = append(list, long, "http://"+long, "http://h/"+long, "a:"+long, long+":")
	}
	return append(list, strings.Repeat("a/../", 1<<17), "a:"+strings.Repeat("/b", 1<<18))
}

// TestNoPanics calls each function with zero values, with values from JSON and SQL, and with hostile strings, and
// checks only that they return.
func TestNoPanics(t *testing.T) {
	m := newMaker(t)
	for _, dir := range slices.Sorted(mapKeys(callable)) {
		for name, f := range callable[dir] {
			m.call(t, dir+"."+name, reflect.ValueOf(f), nil)
		}
		for _, v := range values[dir] {
			m.methods(t, dir, v)
		}
	}
	if m.calls < 10_000 {
		t.Errorf("%d calls", m.calls)
	}
}

func mapKeys[V any](m map[string]V) iter.Seq[string] {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

type maker struct {
	rnd     *rand.Rand
	strings []string
	made    map[reflect.Type][]reflect.Value
	calls   int
}

func newMaker(t *testing.T) *maker {
	m := &maker{rnd: rand.New(rand.NewPCG(1, 2)), strings: hostile(), made: make(map[reflect.Type][]reflect.Value)}
	for _, s := range m.strings {
		m.add(s)
		m.add([]byte(s))
		if text, err := json.Marshal(s); err == nil {
			m.decode(text)
		}
		for _, src := range []any{nil, s, []byte(s)} {
			var x iri.IRI
			var y iri.Reference
			_, _ = x.Scan(src), y.Scan(src)
			m.add(x)
			m.add(y)
			m.add(iri.Resolver{Base: x})
			m.add(y.With())
		}
		if u, err := url.Parse(s); err == nil {
			m.add(u)
			m.add(*u)
		}
		m.add([]string{s, s})
		m.add([][]byte{[]byte(s)})
		m.add(io.Reader(strings.NewReader(s)))
	}
	for r := range rule.All() {
		m.add(r)
	}
	m.add(func(yield func(string, string) bool) { yield("a", "b") })
	m.add(iri.SyntaxError{Rule: "x", Reason: 200, Offset: -1, Byte: 300, Rune: -5})
	m.add(netip.MustParseAddr("::1"))
	m.add(slog.Default())
	for _, n := range []int{-1, 1, 7, 255, 1 << 30} {
		m.add(n)
		m.add(int64(n))
		m.add(uint8(n))
		m.add(uint16(n))
		m.add(rune(n))
	}
	request := httptest.NewRequest("GET", "http://127.0.0.1/a?b", nil)
	m.add(request)
	m.add(&http.Request{URL: &url.URL{}, Header: http.Header{}})
	m.add([]*http.Request{request})
	m.add(http.Handler(http.NotFoundHandler()))
	m.add(&httputil.ProxyRequest{In: request, Out: request.Clone(t.Context())})
	return m
}

// decode adds values decoded from JSON.
func (m *maker) decode(text []byte) {
	var x struct {
		IRI       iri.IRI
		Reference iri.Reference
	}
	if json.Unmarshal(fmt.Appendf(nil, `{"IRI":%s}`, text), &x) == nil {
		m.add(x.IRI)
	}
	if json.Unmarshal(fmt.Appendf(nil, `{"Reference":%s}`, text), &x) == nil {
		m.add(x.Reference)
	}
}

func (m *maker) add(v any) {
	t := reflect.TypeOf(v)
	m.made[t] = append(m.made[t], reflect.ValueOf(v))
}

// some returns a zero or made value of a type.
func (m *maker) some(t reflect.Type) reflect.Value {
	var list []reflect.Value
	for made, values := range m.made {
		if made == t || t.Kind() == reflect.Interface && t.NumMethod() > 0 && made.Implements(t) || made.Kind() == reflect.Func && made.ConvertibleTo(t) {
			list = append(list, values...)
		}
	}
	nilable := t.Kind() == reflect.Interface && t.NumMethod() > 0 || t.Kind() == reflect.Func || t.Kind() == reflect.Pointer // where nil is an error of the program
	if len(list) > 0 && (nilable || m.rnd.IntN(8) > 0) {
		v := list[m.rnd.IntN(len(list))]
		if v.Type() != t && v.CanConvert(t) {
			v = v.Convert(t)
		}
		return v
	}
	switch t.Kind() {
	case reflect.Uint8, reflect.Uint16, reflect.Uint32:
		return reflect.ValueOf(m.rnd.Uint64()).Convert(t)
	case reflect.Pointer:
		return reflect.New(t.Elem())
	case reflect.Struct:
		v := reflect.New(t).Elem()
		for i := range t.NumField() {
			if f := v.Field(i); f.CanSet() && m.rnd.IntN(2) > 0 && f.Kind() != reflect.Pointer && f.Kind() != reflect.Interface {
				f.Set(m.some(f.Type()))
			}
		}
		return v
	}
	return reflect.Zero(t)
}

// methods calls all methods of a value like v, and of a pointer to it.
func (m *maker) methods(t *testing.T, dir string, v any) {
	p := reflect.New(reflect.TypeOf(v))
	for i := range p.NumMethod() {
		name := p.Elem().Type().Name() + "." + p.Type().Method(i).Name
		if slices.Contains(programming, name) {
			continue
		}
		m.call(t, dir+"."+name, reflect.Value{}, func() reflect.Value {
			p := reflect.New(reflect.TypeOf(v))
			p.Elem().Set(reflect.ValueOf(v))
			if m.rnd.IntN(4) > 0 {
				p.Elem().Set(m.some(reflect.TypeOf(v)))
			}
			return p.Method(i)
		})
	}
}

func (m *maker) call(t *testing.T, name string, f reflect.Value, method func() reflect.Value) {
	rounds := 150
	if *testkit.Long {
		rounds = 5000
	}
	for range rounds {
		if method != nil {
			f = method()
		}
		var args []reflect.Value
		for i := range f.Type().NumIn() {
			args = append(args, m.some(f.Type().In(i)))
		}
		m.calls++
		func() {
			defer func() {
				if r := recover(); r != nil {
					t.Errorf("%s: %v", name, r)
				}
			}()
			var results []reflect.Value
			if f.Type().IsVariadic() {
				results = f.CallSlice(args)
			} else {
				results = f.Call(args)
			}
			for _, r := range results {
				drain(r)
			}
		}()
	}
}

// drain iterates over sequences, and formats errors.
func drain(v reflect.Value) {
	if v.Kind() == reflect.Func && !v.IsNil() && v.Type().NumOut() == 0 && v.Type().NumIn() == 1 && v.Type().In(0).Kind() == reflect.Func {
		for range 100 {
			v.Call([]reflect.Value{reflect.MakeFunc(v.Type().In(0), func([]reflect.Value) []reflect.Value { return []reflect.Value{reflect.ValueOf(true)} })})
			break
		}
		return
	}
	if err, is := v.Interface().(error); is && err != nil && !(v.Kind() == reflect.Pointer && v.IsNil()) {
		fmt.Fprintf(new(bytes.Buffer), "%v %+v %#v", err, err, err)
	}
}
