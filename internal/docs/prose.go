package docs

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// The longest lines, in characters.
const (
	proseWidth = 100
	codeWidth  = 120
)

// prefix is what a line of a list or a quotation begins with.
var prefix = regexp.MustCompile(`^ *([-*>]|\d+\.)? *`)

// placeholder is as long as the path of the module while lines are written. A module that has got
// another path need not break them anew.
const placeholder = "iri.example.org"

// width is the number of characters in a line of a module with some path.
func width(module, line string) int {
	return utf8.RuneCountInString(strings.ReplaceAll(line, module, placeholder))
}

// Wrap finds lines that are too long. Rows of tables may have any length, records of JSON Lines as
// well, and what has no blank cannot be wrapped.
func Wrap(module string, p *Page) (list []Problem) {
	for i, line := range p.Lines {
		most := proseWidth
		switch p.kinds[i] {
		case table, fence, remark:
			continue
		case code:
			most = codeWidth
			if p.blockAt(i+1).Language == "jsonl" {
				continue
			}
		}
		n := width(module, line)
		if p.kinds[i] == prose && !strings.Contains(prefix.ReplaceAllString(line, ""), " ") {
			continue
		}
		if n > most {
			list = append(list, p.problemf(i+1, "%d characters in a line, %d are allowed", n, most))
		}
	}
	return list
}

// Fill returns a text in lines that are not too long. Blank lines stay between its paragraphs.
func Fill(text string) string {
	var b strings.Builder
	for i, paragraph := range strings.Split(strings.TrimSpace(text), "\n\n") {
		if i > 0 {
			b.WriteString("\n\n")
		}
		at := 0
		for word := range strings.FieldsSeq(paragraph) {
			n := utf8.RuneCountInString(word)
			switch {
			case at == 0:
			case at+1+n > proseWidth:
				b.WriteByte('\n')
				at = 0
			default:
				b.WriteByte(' ')
				at++
			}
			b.WriteString(word)
			at += n
		}
	}
	return b.String() + "\n"
}

// blockAt returns the block that has a line.
func (p *Page) blockAt(line int) Block {
	var last Block
	for _, b := range p.Blocks {
		if b.Line <= line {
			last = b
		}
	}
	return last
}

// timing is what reads like a measured time: a number with a unit, or so many times as fast.
var timing = regexp.MustCompile(`\b\d[\d.,]*(?:\sto\s\d[\d.,]*)?\s?(?:ns|µs|μs|ms|s|nanoseconds?|microseconds?|milliseconds?|seconds?|minutes?|[kMG]B/s|[KMG]iB/s)\b` +
	`|\b\d[\d.,]*\s(?:requests|texts|lines|URLs|IRIs)\sa\ssecond\b` +
	`|\b\d[\d.,]*\stimes\s(?:as\s(?:fast|long|slow)|faster|slower|longer|the\stime|what)\b`)

// Timings finds times, but those that are allowed: limits, such as timeouts, which nobody measured.
// It returns those that were met, so that none is allowed for nothing.
func Timings(p *Page, allowed []string) (list []Problem, met map[string]bool) {
	met = make(map[string]bool)
	text := codeSpan.ReplaceAllStringFunc(p.visible(prose, heading, table), blank) // flags have times
	for _, b := range p.Blocks {
		if b.Language == "" || b.Language == "text" {
			list = append(list, timingsIn(p, b.Line, b.Text, nil, met)...)
		}
	}
	return append(list, timingsIn(p, 1, text, allowed, met)...), met
}

func timingsIn(p *Page, first int, text string, allowed []string, met map[string]bool) (list []Problem) {
	for _, m := range timing.FindAllStringIndex(text, -1) {
		found, ok := strings.Join(strings.Fields(text[m[0]:m[1]]), " "), false
		for _, phrase := range allowed {
			if phrase == found {
				ok = true
				met[phrase] = true
			}
		}
		if !ok {
			list = append(list, p.problemf(first+strings.Count(text[:m[0]], "\n"), "a time, %q: times stand in docs/reference/figures.md", found))
		}
	}
	return list
}

// command is code that makes figures, or a link to the page that has them with their commands.
var command = regexp.MustCompile("(?m)(^|`)(\\$ )?(\\w+=\\S+ )*(go |\\.ci/|abnfc |iri )|\\]\\([^)]*figures\\.md")

// Figures finds tables of numbers without a command that makes or holds them, in their section or
// above the first one.
func Figures(p *Page) (list []Problem) {
	for _, t := range p.Tables {
		if t.Figures && !command.MatchString(p.section(t.Section)) && !command.MatchString(p.preamble()) {
			list = append(list, p.problemf(t.Line, "a table of numbers, and no command in its section that makes or holds them"))
		}
	}
	return list
}

// section returns the text of a section, down to the next heading.
func (p *Page) section(i int) string {
	begin, end := 0, len(p.Lines)
	if i >= 0 {
		begin = p.Headings[i].Line - 1
	}
	if i+1 < len(p.Headings) {
		end = p.Headings[i+1].Line - 1
	}
	return strings.Join(p.Lines[begin:end], "\n")
}

// preamble returns the text between the title and the next heading.
func (p *Page) preamble() string { return p.section(min(0, len(p.Headings)-1)) }
