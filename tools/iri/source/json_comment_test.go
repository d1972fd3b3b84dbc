package source

import (
	"encoding/json"
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
