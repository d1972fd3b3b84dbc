package main

import (
	"fmt"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"

	"example.org/iri"
)

// componentsOf returns the existing components of a reference by name.
func componentsOf(x iri.Reference) map[string]string {
	all := map[string]string{"path": x.Path()}
	for name, get := range map[string]func() (string, bool){
		"userinfo": x.Userinfo, "host": x.Host, "port": x.Port, "query": x.Query, "fragment": x.Fragment,
	} {
		if value, is := get(); is {
			all[name] = value
		}
	}
	if scheme := x.Scheme(); scheme != "" {
		all["scheme"] = scheme
	}
	return all
}

// TestSet checks that --set sets a component to a value that decodes to the given one, and changes nothing else.
func TestSet(t *testing.T) {
	references := []string{
		"http://u@h.example:80/a/b?q=1&r#f", "https://[::1]/", "//h", "http://é/%7e?%41#%C3%A9", "http://h?#", "ftp://@:/",
	}
	values := map[string][]any{
		"scheme": {"x", "", "A+b"}, "port": {"", "8", "00"}, "userinfo": {"a:b", "a@b/c", "", "é ü", "\xff"},
		"host": {"example.org", "a b", "bücher", "a/b?c#d", "\u202e"}, "path": {"/a b", "/é?#", "", "/a/../b", "/[x]"},
		"query": {"a=b c", "", "#", "a&b=c", "\x00\xff"}, "fragment": {"a#b", "", "é", "?/"},
	}
	names := []any{"scheme", "port", "userinfo", "host", "path", "query", "fragment"}
	properties := gopter.NewProperties(nil)
	properties.Property("one component", prop.ForAll(func(i, k, name int) string {
		text, component := references[i%len(references)], names[name%len(names)].(string)
		value := values[component][k%len(values[component])].(string)
		s := newSetter()
		if err := s.set.Set(component + "=" + value); err != nil {
			return err.Error()
		}
		result, err := s.appendChanged(nil, []byte(text))
		if err != nil {
			return fmt.Sprintf("%s, %s=%q: %v", text, component, value, err)
		}
		x, err := iri.ParseReference(string(result))
		if err != nil {
			return fmt.Sprintf("%s, %s=%q: %s: %v", text, component, value, result, err)
		}
		got, want := componentsOf(x), componentsOf(iri.MustParseReference(text))
		decoded, err := iri.AppendDecoded(nil, []byte(got[component]))
		if _, is := got[component]; string(decoded) != value || err != nil || value == "" && is && component != "path" {
			return fmt.Sprintf("%s, %s=%q: %s", text, component, value, result)
		}
		delete(got, component)
		delete(want, component)
		if fmt.Sprint(got) != fmt.Sprint(want) {
			return fmt.Sprintf("%s, %s=%q: %s", text, component, value, result)
		}
		return ""
	}, gen.IntRange(0, 100), gen.IntRange(0, 100), gen.IntRange(0, 100)))
	properties.TestingRun(t)
}

// TestSetKeeps checks that percent-encoded octets in values are kept, and that pairs are removed and sorted by decoded
// names.
func TestSetKeeps(t *testing.T) {
	for _, test := range []struct{ flag, value, text, want string }{
		{"set", "path=/a%2Fb c%zz%", "http://h/", "http://h/a%2Fb%20c%25zz%25"},
		{"set", "host=[v1.a]", "http://h/", "http://[v1.a]/"},
		{"set", "authority=u@é:1", "http://h/", "http://u@é:1/"},
		{"append", "path=a/b c", "http://h", "http://h/a/b%20c"},
		{"append", "path=x", "", "x"},
		{"append", "path=x", "a/b/?q", "a/b/x?q"},
		{"append", "query=a=b c", "http://h/?", "http://h/?a=b%20c"},
		{"append", "query=a=%26", "http://h/?b#f", "http://h/?b&a=%26#f"},
		{"trim", "query=utm_*", "?utm_a&%75tm_b=1&b&&utm", "?b&&utm"},
		{"trim", "query=a", "?a", ""},
		{"trim", "query=a", "?A=a&b=a", "?A=a&b=a"},
		{"trim", `query=a\*`, "?a*=1&ab=2", "?ab=2"},
	} {
		s := newSetter()
		flag := map[string]*assignments{"set": &s.set, "append": &s.append, "trim": &s.trim}[test.flag]
		if err := flag.Set(test.value); err != nil {
			t.Errorf("%s: %v", test.value, err)
			continue
		}
		if got, err := s.appendChanged(nil, []byte(test.text)); err != nil || string(got) != test.want {
			t.Errorf("--%s %s of %s: %s, %v, want %s", test.flag, test.value, test.text, got, err, test.want)
		}
	}
	sorter := &setter{sort: true}
	if got, err := sorter.appendChanged(nil, []byte("?b=1&%62=0&a%FF&a=2&%61=1")); err != nil || string(got) != "?a=2&%61=1&a%FF&b=1&%62=0" {
		t.Errorf("--sort-query: %s, %v", got, err)
	}
	for _, value := range []string{"authority=h/p", "authority=a b", "authority=h?q", "host=[::1", "port=8x", "scheme=1"} {
		if err := newSetter().set.Set(value); err == nil {
			t.Errorf("%s is no error", value)
		}
	}
	for _, value := range []string{"path=..", "path=a/%2e", "path=", "query="} {
		if err := newSetter().append.Set(value); err == nil {
			t.Errorf("%s is no error", value)
		}
	}
}
