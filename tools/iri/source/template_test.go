package source

import (
	"errors"
	"strings"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"

	"example.org/iri/rule"
)

func TestIsTemplate(t *testing.T) {
	for text, want := range map[string]bool{
		"http://{{ host }}/":               true,
		"{{site.url}}/a":                   true,
		"{{< ref \"a.md\" >}}":             true,
		"{{ url_for(":                      true,
		"{% url 'a' %}":                    true,
		"{%- asset":                        true,
		"http://a/${B}/c":                  true,
		"http://a/#{b.c}":                  true,
		"http://a/<%= b %>":                true,
		"<?php echo $a; ?>/b":              true,
		"<?= url(":                         true,
		"http://a/{b}":                     true,
		"/a/{b-c}/{d_e.f}":                 true,
		"http://a{/b*}{?c,d:3}":            true,
		"http://a/{#b}{&c}":                true,
		"http://a/{0}/{1}":                 true,
		"http://a/{%C3%A9}":                true,
		"http://a/{your name}":             true,
		"http://a/{proxy+}":                true,
		"http://a/{path...}":               true,
		"http://a/{$b}":                    true,
		"http://a/{id:int}":                true,
		"http://a{1...4}/b":                true,
		"%PUBLIC_URL%/a.ico":               true,
		"%APP%/a":                          true,
		"https://%s/a":                     true,
		"https://a/%d":                     true,
		"https://a/%1$s/b":                 true,
		"https://a/?q=%s&b=%20":            true,
		"http://$HOST:$PORT":               true,
		"//a.example:$PORT/b":              true,
		"http://a/{$ b.c $}/d":             true,
		"http://a/{$ b":                    true,
		"http://a/%q":                      true,
		"{{":                               true,
		"http://<host>:<port>/a":           true,
		"https://a/<your id>":              true,
		"http://a/<bc>d</bc>":              false,
		"<http://a/>":                      false,
		"http://host:port/":                true,
		"http://localhost:PORT":            true,
		"//a.example:your_port?b":          true,
		"http://localhost:xxxx/a":          true,
		"http://a:*":                       true,
		"*|UNSUB|*":                        true,
		"%script%":                         true,
		"#sec-%name%-object":               true,
		"http://a/50%name%":                false,
		"{a[b]}":                           true,
		"unix://[/path]":                   true,
		"http://a/b{/,}**":                 true,
		`http://a/{"b":1,"c":2}*`:          false,
		`http://a\.example/b`:              true,
		`/a/(.*\.txt)`:                     true,
		`http://a\b.c`:                     false,
		"http://<host|id.net>/a":           true,
		"http://a/*|":                      false,
		"http://a:80*/b":                   true,
		"http://[host]/a":                  true,
		"http://[your host]:80/a":          true,
		"tcp://[host:port]":                true,
		"{`https://example.org/${a()}/b`}": true,
		"https://h/a.(owl|ttl)":            true,
		"https://h/a[.rdf|.xml]":           true,
		"https://h/?p[url]={{ a }}":        true,
		"https://h/a|b":                    false,
		"/a/[id]":                          true,
		"/a/[...rest]/b":                   true,
		"http://a/?b=[your key]&c":         true,
		"http://a:support@b c/":            false,
		"http://a:8o80/":                   false,
		"http://a/b:port c":                false,
		"http://a/?b[c]=d":                 false,
		"http://a/[b](http://c)":           false,
		"http://a/[0]":                     false,
		"http://[::1/a":                    false,
		"http://a/}} {{":                   false,
		"http://a/{{":                      false,
		"http://a/{}":                      false,
		"http://a/[a-z]{2,3}":              false,
		"http://a/[a-z]{2}":                false,
		"https://exa mple.org/?a={b}":      false,
		"/a b/{{ c }}":                     false,
		"/{{ a }} b|c/{{ d }}/e":           true,
		"/{{ a }}/b c":                     false,
		"http://[USER]:[PASS]@a/":          true,
		"http://a:{{ .B }}":                true,
		"http://a:$PORT{{ .B }}":           true,
		"{{ a }}{% if b == ":               true,
		"#{{a}}-{{":                        false,
		" {{ a }} ":                        true,
		"mailto:%(email)s":                 true,
		"a:///%kernel.dir%/b":              true,
		"mailto:%%ADMIN%%":                 true,
		"%= @url %":                        true,
		"http://a/{lower(b)}":              true,
		"mailto:<!--#echo var=b-->":        true,
		`{{ rel "/a" }}"`:                  true,
		`http://\1`:                        true,
		"$relpath^a.js":                    true,
		"?P<a>[0-9.]+":                     true,
		"'/a?v=' + b.c+'&d='+e":            true,
		"' + pathto('a') + '":              true,
		"http://a/b 'c' d":                 false,
		"http://a/(a|b){2}":                false,
		`http://a/\d{3}`:                   false,
		`http://a/?q={"b":"c"}`:            false,
		"http://a/?b=<c>%d0":               false,
		"http://a/50%sale":                 false,
		"http://a/%zz":                     false,
		"http://a/b c%20d%20":              false,
		"http://a/%E9t%E9%":                false,
		"http://a/%DA%":                    false,
		"http://a/%7Bb%7D$c":               false,
		"http://$HOST/a":                   false, // valid
		"http://user:$PASSWORD@a/{":        false,
		"http://a b/c//d:$e":               false,
		"http://[fe80::1%25{]/":            false,
		"http://[::1]:80x/":                false,
		"http://a/{b} c":                   false,
		"http://a/{{b}} c":                 false,
		"http://a/{b}\"c":                  false,
		"http://a/b {{c}}":                 false,
		"http://a/{b} ":                    true,
		"http://a/b":                       false,
		"":                                 false,
		"http://a/<b>c":                    false,
		"http://a/{3F2504E0-4F89-41D3-9A0C-0305E82C3301}":     false,
		"http://a/{f2504e01-4f89-41d3-9a0c-0305e82c3301}/{b}": false,
		"http://a/{f2504e01-4f89-41d3-9a0c-0305e82c3301}":     false,
	} {
		if got := IsTemplate([]byte(text)); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}

// TestTemplatesAreInvalid checks that no template is a valid reference, so that no valid string is left out, that
// strings without template characters are not templates, and that readers leave out templates only.
func TestTemplatesAreInvalid(t *testing.T) {
	properties := gopter.NewProperties(nil)
	part := gen.OneConstOf("http://", "a", "B_1", "/", "?", "#", ":", "%20", "%", "%s", "$", "{", "}", "{{", "}}", "{%", "%}", "<", ">", "<%", "%>", "é", " ", "[", "]", "0", ",", "-", "@", "...")
	text := gen.SliceOf(part).Map(func(parts []string) string { return strings.Join(parts, "") })
	properties.Property("a template is invalid", prop.ForAll(func(text string) bool {
		return !IsTemplate([]byte(text)) || !rule.IRIReference.ValidString(text)
	}, text))
	properties.Property("a string without the characters of templates is not one", prop.ForAll(func(text string) bool {
		return !IsTemplate([]byte(strings.NewReplacer("{", "(", "<", "(", "%", "(", "$", "(", "[", "(", "*", "(", `\\`, "(").Replace(text)))
	}, text))
	properties.Property("what is left out are templates", prop.ForAll(func(texts []string) bool {
		var all, rest Block
		all.Reset()
		rest.Reset()
		for i, s := range texts {
			p := Place{Line: int64(i), Column: 1}
			all.Keep([]byte("\n"), []byte(s))
			if all.Add([]byte(s), p); !IsTemplate([]byte(s)) {
				rest.Add([]byte(s), p)
			}
		}
		raw := string(all.Raw)
		n := all.LeaveOut(true, IsTemplate)
		if int(n)+all.Len() != len(texts) || all.Len() != rest.Len() || string(all.Raw) != raw || len(all.Spans) != all.Len() {
			return false
		}
		i := 0
		left := all.Cursor()
		for p, s := range rest.All() {
			q, same := left.Text(i)
			span := all.Spans[i]
			if p != q || string(s) != string(same) || raw[span.Start:span.End] != string(s) {
				return false
			}
			i++
		}
		return true
	}, gen.SliceOf(text)))
	properties.TestingRun(t)
}

func TestTemplatesOfFormats(t *testing.T) {
	for _, test := range []struct {
		format    Format
		text      string
		templates int64
	}{
		{HTML, `<a href="/{{ a }}"><a href=b>`, 1},
		{Markdown, "[a](/{a}) [b](b) http://c/${d} `http://a/{b}`", 2},
		{Text, "http://a/{b}, http://a/{{ c }} http://b", 2},
		{JSON, `{"href": "/{a}", "url": "b"}`, 1},
		{JSONL, `{"href": "/{a}"}` + "\n" + `{"url": "b"}`, 1},
		{YAML, "href: '/{a}'\nurl: b", 1},
		{XML, `<a href="/{a}"><b href="b"/></a>`, 1},
		{Lines, "/{a}\nb", 0},
		{CSV, "/{a}\nb", 0},
		{TSV, "/{a}\nb", 0},
		{NTriples, "<http://a/{a}> <http://b> _:c .", 0},
		{Turtle, "<http://a/{a}> <http://b> _:c .", 0},
	} {
		count := func(o Options) (strings int, templates int64) {
			o.Format, o.Column = test.format, "1"
			r, b := open(t, "x", test.text, o), new(Block)
			for err := error(nil); err == nil; {
				err = r.Read(b)
				strings += b.Len()
				templates += int64(b.Templates)
			}
			return strings, templates
		}
		all, none := count(Options{Templates: true})
		if left, n := count(Options{}); n != test.templates || none != 0 || left+int(n) != all || left == 0 {
			t.Errorf("%s: %d strings and %d templates; with Options.Templates %d and %d", test.format, left, n, all, none)
		}
	}
}

// TestTemplateFiles checks that an error inside template tags or after front matter is marked as a template.
func TestTemplateFiles(t *testing.T) {
	filler := strings.Repeat(" ", 2*bufferSize)
	for _, test := range []struct {
		format Format
		text   string
		want   bool
	}{
		{JSON, `{"a": {{ x }}}`, true},
		{JSON, `{{ x }}`, true},
		{JSON, `[{"a":1 {{/if}}}]`, true},
		{JSON, `{% if x %}[1]{% endif %}`, true},
		{JSON, `{"a": 1{%- x %}}`, true},
		{JSON, `[<%= x %>]`, true},
		{JSON, `{"a": "{{ json "b" }}"}`, true},
		{JSON, `[1,` + filler + `{{ x }}]`, true},
		{JSON, "---\na: b\n---\n{}", true},
		{JSON, "---\na: b\n", false},
		{JSON, `{"hello":"Hello {{name}}","homepage":"http://museum.example/" "x":1}`, false},
		{JSON, `{"a":{"b":{}} "c":{{ x }}}`, false},
		{XML, `<a>{{ x < y }}</a>`, true},
		{XML, `<a>{{ b && c }}</a>`, true},
		{XML, `<a {{ if x }}b="c"{{ end }}></a>`, true},
		{XML, `<a><%= x %></a>`, true},
		{XML, `<a b="{{ x "a" }}"/>`, true},
		{XML, "---\na: b\n---\n<a><b></a>", true},
		{XML, `<a b="{{ x }}"><c></a>`, false},
		{YAML, "a:\n{{- if .x }}\n  b: c\n{{- end }}\n", true},
		{YAML, "a: b\n{% if x %}\nc: d\n{% endif %}\n", true},
		{YAML, "a: \"{{ include \"x\" . }}\"\nb: c\n", true},
		{YAML, "#" + filler + "\na: b\nc:\n  {{- range .x }}\n  - d: {{ . }}\n    e: f\n  {{- end }}\n", true},
		{YAML, "a: {{ x }}\nb: c: d\n", false},
		{YAML, "a: 'Hello {{x}}'\nb: c: d\n", false},
	} {
		r, b := open(t, "x", test.text, Options{Format: test.format}), new(Block)
		err := error(nil)
		for err == nil {
			err = r.Read(b)
		}
		broken := new(BrokenError)
		if !errors.As(err, &broken) || broken.Template != test.want {
			t.Errorf("%s %.100q: %v, %+v", test.format, test.text, err, broken)
		}
	}
}
