package codegen_test

import (
	"strings"
	"testing"

	"example.org/iri/compile"
	. "example.org/iri/internal/codegen"
)

func TestDigits(t *testing.T) {
	for definition, want := range map[string]int{
		"DIGIT": 1, "2DIGIT": 2, "1*18DIGIT": 18, "18DIGIT": 18, "\"0\" / %x31-39 *17DIGIT": 18, "%x37": 1,
		"*18DIGIT": 0, "1*19DIGIT": 0, "19DIGIT": 0, "1*DIGIT": 0, "18DIGIT *( DIGIT DIGIT )": 0, "2HEXDIG": 0, "DIGIT / \"-\" DIGIT": 0, "%x30-39 / %x660-669": 0,
		"\"\"": 0, "%xD800": 0,
	} {
		if got := Digits(compile.MustCompile("r = "+definition+"\n", "r")); got != want {
			t.Errorf("%s: %d digits, want %d", definition, got, want)
		}
	}
}

// Spans that fit into int64 have a method Int, and a test of it.
func TestIntegers(t *testing.T) {
	f := apiFile(t, "r = year \"-\" id \"-\" word\nyear = 4DIGIT\nid = 1*10DIGIT\nword = 1*DIGIT\n", "year", "id", "word")
	newChecker(t).checkFile(t, f)
	var test strings.Builder
	if err := WriteTest(&test, f); err != nil {
		t.Fatal(err)
	}
	source := write(t, f) + test.String()
	for line, want := range map[string]int{
		"// YearInt returns the year of s as a number of at most 4 digits. It returns\n// false if it is absent.\nfunc (p *RParts) YearInt(s string) (int, bool) {\n": 1,
		"// false if it is absent, or if the number does not fit into an int of 32 bits.\nfunc (p *RParts) IDInt(s string) (int, bool) {\n":                           1,
		"if n, ok := parts.YearInt(s); !isNumberOfP(parts.YearText(s), n, ok) {\n":                                                                                    1,
		"\t\"strconv\"\n": 1,
		"WordInt":         0,
	} {
		if got := strings.Count(source, line); got != want {
			t.Errorf("%d times %q in\n%s", got, line, source)
		}
	}
}
