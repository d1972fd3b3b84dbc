package iri_test

import (
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"example.org/iri"
)

func readme(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestReadme runs the program of README.md, which prints what stands below it.
func TestReadme(t *testing.T) {
	_, use, _ := strings.Cut(readme(t), "\n## Use\n")
	_, use, _ = strings.Cut(use, "```go\n")
	text, rest, _ := strings.Cut(use, "```\n")
	_, want, _ := strings.Cut(rest, "```text\n")
	want, _, found := strings.Cut(want, "```\n")
	if !found {
		t.Fatal("README.md has no program with its output under Use")
	}
	dir := program(t, "package main\n\nimport (\n\"fmt\"\n\n\""+module+"\"\n\""+module+"/rule\"\n)\n\nfunc main() {\n"+text+"}\n")
	if out, err := goCommand(dir, "run", ".").CombinedOutput(); err != nil || string(out) != want {
		t.Errorf("the program of README.md prints\n%s%v, want\n%s", out, err, want)
	}
}

// TestReadmePicture draws the components of the text in the picture of README.md.
func TestReadmePicture(t *testing.T) {
	_, text, _ := strings.Cut(readme(t), "```text\n")
	text, _, _ = strings.Cut(text, "```\n")
	first, _, _ := strings.Cut(text, "\n")
	if want := picture(t, strings.TrimSpace(first)); text != want {
		t.Errorf("README.md has the picture\n%swant\n%s", text, want)
	}
}

// picture returns a text with a brace and a name below each of its components.
func picture(t *testing.T, text string) string {
	t.Helper()
	x, err := iri.SplitString(text)
	if err != nil {
		t.Fatal(err)
	}
	some := func(s iri.Span, _ bool) iri.Span { return s }
	const braces = 1 // the row of braces; the names are below
	var canvas canvas
	for i, char := range []rune(text) {
		canvas.set(0, i, char)
	}
	row := func(s iri.Span, brace, first int, name string) int {
		begin, end := utf8.RuneCountInString(text[:s.Start]), utf8.RuneCountInString(text[:s.End])
		canvas.brace(brace, begin, end)
		return canvas.name(first, (begin+end-1)/2, name)
	}
	below := 0
	for _, c := range []struct {
		name string
		span iri.Span
	}{
		{"Scheme", some(x.Scheme())}, {"Userinfo", some(x.Userinfo())}, {"Host", some(x.Host())}, {"Port", some(x.Port())},
		{"Path", x.Path()}, {"Query", some(x.Query())}, {"Fragment", some(x.Fragment())},
	} {
		below = max(below, row(c.span, braces, braces+1, c.name))
	}
	row(some(x.Authority()), below+1, below+2, "Authority")
	return canvas.String()
}

// A canvas is rows of characters. Its first column is -margin.
type canvas [][]rune

const margin = 5

func (c *canvas) set(row, column int, char rune) {
	for len(*c) <= row {
		*c = append(*c, nil)
	}
	for len((*c)[row]) <= column+margin {
		(*c)[row] = append((*c)[row], ' ')
	}
	(*c)[row][column+margin] = char
}

func (c *canvas) brace(row, begin, end int) {
	for i := begin; i < end; i++ {
		c.set(row, i, '_')
	}
	c.set(row, begin, '\\')
	c.set(row, end-1, '/')
}

// name writes a name around a column, in the first row that has room for it, and returns that row.
func (c *canvas) name(row, middle int, name string) int {
	begin := middle - (len(name)-1)/2
	if row < len(*c) && len((*c)[row]) >= begin+margin {
		c.set(row, middle, '|')
		return c.name(row+1, middle, name)
	}
	for i, char := range name {
		c.set(row, begin+i, char)
	}
	return row
}

func (c *canvas) String() string {
	var b strings.Builder
	for _, line := range *c {
		b.WriteString(strings.TrimRight(string(line), " ") + "\n")
	}
	return b.String()
}
