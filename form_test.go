package iri_test

import (
	"fmt"
	"iter"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"

	"example.org/iri"
)

// anyText generates strings of any bytes, with many that forms encode.
func anyText() gopter.Gen {
	tokens := gen.SliceOf(gen.OneConstOf("&", "=", "+", "#", "%", "%4", "%41", "%zz", " ", "é", "\xff", "*", "~", ";", "/", "?", "a", "\x00", "\ue000", "\u202e"))
	return gen.OneGenOf(gen.AnyString(), tokens.Map(func(list []string) string { return strings.Join(list, "") }))
}

func pairsOfList(list []string) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for pair := range slices.Chunk(list, 2) {
			if !yield(pair[0], pair[len(pair)-1]) {
				return
			}
		}
	}
}

func collect(pairs iter.Seq2[string, string]) (list []string) {
	for name, value := range pairs {
		list = append(list, name, value)
	}
	return list
}

func TestEncodeQueryValue(t *testing.T) {
	for _, c := range [][2]string{
		{"", ""}, {"x&admin=1", "x%26admin%3D1"}, {"a+b c", "a%2Bb%20c"}, {"100%", "100%25"}, {"#", "%23"}, {"rosé", "rosé"},
		{"a/b?c", "a%2Fb%3Fc"}, {"\xff", "%FF"}, {"a-._~Z9", "a-._~Z9"}, {"\u202e\ue000", "%E2%80%AE%EE%80%80"},
	} {
		if got := iri.EncodeQueryValue(c[0]); got != c[1] {
			t.Errorf("%q: %q, want %q", c[0], got, c[1])
		}
	}
	p := newProperties(t, 20_000)
	p.Property("a name and a value come back, alone and as AddPair writes them", prop.ForAll(func(name, value string) (string, error) {
		query := iri.EncodeQueryValue(name) + "=" + iri.EncodeQueryValue(value)
		x, err := iri.Builder{}.Query(query).Reference()
		if err != nil {
			return "", err
		}
		for p := range x.QueryPairs() {
			if p.Name != name || p.Value != value || p.NameSpan.Start != 1 || p.ValueSpan.End != len(x.String()) {
				return "", fmt.Errorf("%+v", p)
			}
		}
		y, err := iri.Builder{}.AddPair(name, value).Reference()
		if x != y {
			return "", fmt.Errorf("%q, AddPair %q, %w", x, y, err)
		}
		return "", err
	}, anyText(), anyText()))
	p.TestingRun(t)
}

// TestURLEncoded compares with net/url, which encodes an asterisk and no tilde, sorts by name, and refuses semicolons
// and invalid percent signs.
func TestURLEncoded(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"", nil}, {"&&", nil}, {"=", []string{"", ""}}, {"a", []string{"a", ""}}, {"a=b=c", []string{"a", "b=c"}},
		{"a=1&a=2&&b", []string{"a", "1", "a", "2", "b", ""}}, {"a+b=%2B%26%3d", []string{"a b", "+&="}},
		{"%41%zz%4=%", []string{"A%zz%4", "%"}}, {"a;b=c", []string{"a;b", "c"}}, {"%FF=\xff", []string{"\xff", "\xff"}},
		{"access_token=x%2Fy&state=a+b", []string{"access_token", "x/y", "state", "a b"}},
	} {
		if got := collect(iri.URLEncodedPairs(c.text)); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
	for range iri.URLEncodedPairs("a&b") {
		break
	}
	pairs := pairsOfList([]string{"a*~b", " \xff", "é", ""})
	if got := string(iri.AppendURLEncoded([]byte("x?"), pairs)); got != "x?a*%7Eb=+%FF&%C3%A9=" {
		t.Error(got)
	}
	if got := iri.AppendURLEncoded(nil, nil); len(got) != 0 {
		t.Errorf("%q", got)
	}
	p := newProperties(t, 20_000)
	p.Property("pairs come back, in their order", prop.ForAll(func(list []string) (string, error) {
		pairs := collect(pairsOfList(list))
		text := iri.AppendURLEncoded(nil, pairsOfList(list))
		if got := collect(iri.URLEncodedPairs(string(text))); !slices.Equal(got, pairs) {
			return "", fmt.Errorf("%q: %q", text, got)
		}
		return "", nil
	}, gen.SliceOf(anyText())))
	p.Property("a pair is encoded as net/url does", prop.ForAll(func(name, value string) (string, error) {
		got := iri.AppendURLEncoded(nil, pairsOfList([]string{name, value}))
		want := url.Values{name: {value}}.Encode()
		if want = strings.NewReplacer("~", "%7E", "%2A", "*").Replace(want); string(got) != want {
			return "", fmt.Errorf("%q, want %q", got, want)
		}
		return "", nil
	}, anyText(), anyText()))
	p.Property("what net/url parses, it parses alike", prop.ForAll(func(text string) (string, error) {
		want, err := url.ParseQuery(text)
		if err != nil {
			return "", nil
		}
		got := make(url.Values)
		for name, value := range iri.URLEncodedPairs(text) {
			got.Add(name, value)
		}
		if got.Encode() != want.Encode() {
			return "", fmt.Errorf("%q, want %q", got, want)
		}
		return "", nil
	}, anyText()))
	p.TestingRun(t)
}
