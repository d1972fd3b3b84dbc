package source

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"
)

func TestComments(t *testing.T) {
	for text, want := range map[string][]string{
		"// a\n{\"url\": \"b\", // \"c\"\n/* \"d\" **/ \"href\": \"e\", /* */ }": {"2:10=b", "3:21=e"},
		`{"url": ["//a", "/*b*/",], "href": "c\"//"}`:                            {"1:11=//a", "1:18=/*b*/", `1:37~c"//`},
		"{\"url\":\n[\"a\"\n,\n\"b\"\n,\n]}":                                     {"2:3=a", "4:2=b"},
	} {
		if got := texts(t, "tsconfig.json", text, Options{}); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	for _, text := range []string{
		"[1 / 2]", "[,]", "{,}", "[ /**/ , ]", "[1,,2]", "[1,,]", "[1,", "[1] /* a", `["a" "b"]`, "[1/2]", "/", "[1] /", "[1] /*", "[1] /* *", "1 ,", "1 , // a",
	} {
		for _, r := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text)), iotest.DataErrReader(strings.NewReader(text))} {
			if got, err := io.ReadAll(&uncommented{r: r}); err != nil || json.Valid(got) {
				t.Errorf("%s: %q, %v", text, got, err)
			}
		}
	}
}

// TestUncommented checks that JSON with or without comments keeps its value, whatever the sizes of reads.
func TestUncommented(t *testing.T) {
	properties := gopter.NewProperties(nil)
	between := gen.OneConstOf("", " ", "\n", "// ,\"]\n", "/**/", "/* \" **/ ", "\t")
	properties.Property("comments", prop.ForAll(func(values []string, comments []string, comma bool) bool {
		value, err := json.Marshal(values)
		if err != nil {
			return false
		}
		text := string(value)
		for i, c := range comments {
			if i%2 == 0 {
				text = c + text + c
			} else if comma && len(values) > 0 && strings.HasSuffix(text, "]") {
				text = strings.TrimSuffix(text, "]") + c + "," + c + "]"
				comma = false
			}
		}
		whole, err := io.ReadAll(&uncommented{r: strings.NewReader(text)})
		bytewise, err2 := io.ReadAll(&uncommented{r: iotest.OneByteReader(strings.NewReader(text))})
		var got, want []string
		return err == nil && err2 == nil && len(whole) == len(text) && string(whole) == string(bytewise) &&
			json.Unmarshal(whole, &got) == nil && json.Unmarshal(value, &want) == nil && slices.Equal(got, want)
	}, gen.SliceOf(gen.AnyString()), gen.SliceOf(between), gen.Bool()))
	properties.TestingRun(t)
}

func TestContexts(t *testing.T) {
	for _, test := range []struct {
		text string
		want string // strings that end in x, in order
	}{
		{`{"@id":"x"}`, "http://d/x"},
		{`{"@context":{"@base":"http://e/"},"@id":"x"}`, "http://e/x"},
		{`{"@id":"x","@context":{"@base":"http://e/"}}`, "http://e/x"},
		{`{"@context":{"@base":"e/"},"@id":"x"}`, "http://d/e/x"},
		{`{"@context":{"@base":"e/"},"url":{"@context":{"@base":"f/"},"@id":"x"},"@id":"x"}`, "http://d/e/f/x http://d/e/x"},
		{`{"url":{"@context":{"@base":"f/"},"@id":"x"},"@id":"x","@context":{"@base":"e/"}}`, "http://d/e/f/x http://d/e/x"},
		{`{"@context":{"@base":null},"@id":"x"}`, "x"},
		{`{"@context":{"@base":null},"url":{"@context":{"@base":"e/"},"@id":"x"}}`, "x"},
		{`{"@context":{"@base":"http://e/"},"url":{"@context":{"@base":null},"@id":"x"},"@id":"x"}`, "x http://e/x"},
		{`{"@context":{"@base":"http://e/"},"url":{"@context":null,"@id":"x"},"@id":"x"}`, "http://d/x http://e/x"},
		{`{"@context":{"@base":"http://e/"},"url":[{"@context":[null,{"@base":"f/"}],"@id":"x"},{"@id":"x"}]}`, "http://d/f/x http://e/x"},
		{`{"@context":[{"@base":"http://e/"},{"@base":"f/"},"http://context/"],"@id":"x"}`, "http://e/f/x"},
		{`{"@context":[{"@base":"http://e/"},null],"@id":"x"}`, "http://d/x"},
		{`{"@context":"http://context/","@id":"x"}`, "http://d/x"},
		{`{"@context":{"@base":"http://e/"},"@graph":[{"@id":"x"},{"url":["x","http://f/x"]}]}`, "http://e/x http://e/x http://f/x"},
		{`[{"@context":{"@base":"http://e/"},"@id":"x"},{"@id":"x"}]`, "http://e/x http://d/x"},
		{`{"@context":{"name":{"@id":"x"},"@base":"http://e/"}}`, "http://e/x"},
		{`{"@context":{"name":{"@id":"x","@context":{"@base":"http://f/"}},"@base":"http://e/"},"@id":"x"}`, "http://e/x http://e/x"},
		{`{"@context":{"@base":"http://e e/"},"@id":"x"}`, "http://d/x"},
		{`{"@context":[{"@base":"http://e/"},{"@base":"http://f f/"}],"@id":"x"}`, "http://e/x"},
		{`{"@context":{"@base":7},"@id":"x"}`, "http://d/x"},
		{`{"@base":"http://e/","@id":"x"}`, "http://d/x"},
		{`{"@context":{"@base":"http://e/"},"@id":"x","url":{"@context":"http://context/","@id":"x"}}`, "http://e/x http://e/x"},
		{`{"@context":{"@base":"_:e"},"@id":"x"}`, "http://d/x"},
	} {
		for _, format := range []Format{JSON, JSONL, YAML} {
			var got []string
			for line := range strings.Lines(dump(t, open(t, "x", test.text, Options{Format: format, Base: "http://d/"}))) {
				if text := strings.Trim(strings.Fields(line)[2], `"`); strings.HasSuffix(text, "x") {
					got = append(got, text)
				}
			}
			if strings.Join(got, " ") != test.want {
				t.Errorf("%s %s: %q, want %s", format, test.text, got, test.want)
			}
		}
	}
}

// TestContextStrings checks that strings in a context are resolved, in the order of the file.
func TestContextStrings(t *testing.T) {
	const text = `{"url":"a","@context":[{"@vocab":"v","@import":"i","@base":"b/"},"c"],"@id":"http://x/"}` + "\n"
	const want = `1:9 decoded "http://d/b/a"
1:35 decoded "http://d/b/v"
1:49 decoded "http://d/i"
1:61 decoded "http://d/b/"
1:67 decoded "http://d/c"
1:78 verbatim "http://x/"
`
	for _, format := range []Format{JSON, JSONL, YAML} {
		if got := dump(t, open(t, "x", text, Options{Format: format, Base: "http://d/"})); got != want {
			t.Errorf("%s: %s", format, got)
		}
	}
}

// TestLateContext checks that a context applies to preceding members, up to a limit.
func TestLateContext(t *testing.T) {
	read := func(n int, text string) string {
		text = `{"url":[` + strings.Repeat(`"",`+"\n", n) + `"x"],` + text + "}"
		lines := strings.Split(strings.TrimSpace(dump(t, open(t, "x.json", text, Options{Base: "http://d/"}))), "\n")
		return fmt.Sprint(len(lines), " ", lines[0], " ", lines[len(lines)-1])
	}
	const context = `"@context":{"@base":"http://e/"}`
	for _, test := range []struct {
		n          int
		text, want string
	}{
		{maxWaiting - 3, context, `16383 1:10 decoded "http://e/" 16382:27 verbatim "http://e/"`},
		{maxWaiting, context, `16387 1:10 decoded "http://d/" 16385:27 error: this context is too late: 16384 strings or 1 MiB before it waited for contexts`},
		{maxWaiting, `"@context":{"@vocab":"http://e/"}`, `16386 1:10 decoded "http://d/" 16385:28 verbatim "http://e/"`},
		{maxWaiting, `"@context":null`, `16386 1:10 decoded "http://d/" 16385:17 error: this context is too late: 16384 strings or 1 MiB before it waited for contexts`},
		{maxWaiting - 3, `"x":{"url":"b",` + context + `}`, `16384 1:10 decoded "http://d/" 16382:42 verbatim "http://e/"`},
		{maxWaiting - 2, `"x":{"url":"b",` + context + `}`, `16386 1:10 decoded "http://d/" 16383:42 error: this context is too late: 16384 strings or 1 MiB before it waited for contexts`},
	} {
		if got := read(test.n, test.text); got != test.want {
			t.Errorf("%d, %s: %s, want %s", test.n, test.text, got, test.want)
		}
	}
}

func TestLongContextBase(t *testing.T) {
	for _, base := range []string{
		"http://e/" + strings.Repeat("a", maxBase),
		strings.Repeat("./", maxBase) + "e/", // short after removing dot segments
	} {
		text := `{"url":"a","@context":{"@base":"` + base + `"},"@id":"x"}`
		want := fmt.Sprintf("1:33 error: the base IRI has more than 8192 bytes\n1:%d decoded \"http://d/x\"\n", 43+len(base))
		for _, format := range []Format{JSON, JSONL, YAML} {
			got := dump(t, open(t, "x", text, Options{Format: format, Base: "http://d/"}))
			if !strings.HasSuffix(got, want) {
				t.Errorf("%s: %.100s ... %.100s, want %s", format, got, got[max(0, len(got)-100):], want)
			}
		}
	}
}

// TestKeptContexts checks that Keep reports references as in the file.
func TestKeptContexts(t *testing.T) {
	got := dump(t, open(t, "x.jsonl", `{"@context":{"@base":"http://e/"},"@id":"x"}`, Options{Keep: true}))
	if want := "1:23 verbatim \"http://e/\"\n1:42 verbatim \"x\"\n"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestMembers(t *testing.T) {
	for text, want := range map[string][]string{
		`{"a": "http://a b/", "b": "http://a/b c.png", "c": "http://a/my file of words.pdf", "d": "b"}`:                                                         {"1:8=http://a b/", "1:28=http://a/b c.png", "1:53=http://a/my file of words.pdf"},
		`{"a": "smtp://a:25/ (Explicit TLS)", "b": "http://a, http://b", "d": "a://b:1,c_d://e:2", "c": "http://a is a site for you"}`:                          nil,
		`{"a": "http://.*", "b": "^http://a\\.b", "c": "http://a\\.b/", "e": "http://a,http://b", "d": "https?://(?:a|b)/"}`:                                    nil,
		`{"a": "docker://sha256:0123", "b": "docker-pullable://c@sha256:0123"}`:                                                                                 nil,
		`{"dependencies": {"url": "^0.11.0", "uri": "~1", "href": ">= 2"}, "url": "http://a b"}`:                                                                {"1:75=http://a b"},
		`{"url": "http://a b c d e", "uri": "a(b.*)", "$id": "http://a, http://b"}`:                                                                             {"1:10=http://a b c d e", "1:37=a(b.*)", "1:54=http://a, http://b"},
		`{"url": "Printed by a club in 2009. See http://a/b"}`:                                                                                                  nil,
		`{"url": "The :attribute is not a URL.", "uri": "a b c d", "href": "my file of words.pdf", "$id": "a b c", "$ref": "<svg a='b'><path c='d e'/></svg>"}`: {"1:68=my file of words.pdf", "1:99=a b c"},
	} {
		if got := texts(t, "x.json", text, Options{}); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
