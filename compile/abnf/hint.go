package abnf

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	commentHint = `a comment begins with ";"`
	rangeHint   = "write a range as in %x61-7A"
	numberForms = "a number is written %x41, %d65 or %b1000001"
)

// foreign maps constructs of other notations to hints. Longer ones precede their prefixes.
var foreign = []struct{ text, hint string }{
	{"::=", `ABNF defines with "="`},
	{":", `ABNF defines with "="`},
	{"->", `ABNF defines with "="`},
	{"<-", `ABNF defines with "="`},
	{"|=", `ABNF adds alternatives with "=/"`},
	{"==", `ABNF defines with a single "="`},
	{"=", "a rule starts on a line of its own"},
	{"|", `ABNF separates alternatives with "/"`},
	{",", "the elements of a concatenation stand side by side, without a comma"},
	{"'", `ABNF quotes with "..."`},
	{"`", `ABNF quotes with "..."`},
	{"\u2018", `ABNF quotes with "..."`},
	{"\u201c", `ABNF quotes with "..."`},
	{"\u201d", `ABNF quotes with "..."`},
	{"{", "write *( x ) for { x }"},
	{"}", "write *( x ) for { x }"},
	{"?", "write [ x ] for x?"},
	{"+", "write 1*x for x+"},
	{"_", `rule names are letters, digits and "-"`},
	{"#", `lists with "#" are not part of ABNF: spell them out`},
	{"..", rangeHint},
	{"-", rangeHint},
	{"\\", "ABNF has no escapes: a character is written %x41"},
	{"!", "ABNF has no negation; in Go, compile.Difference computes differences"},
	{"~", "ABNF has no negation; in Go, compile.Difference computes differences"},
	{"^", "ABNF has no negation; in Go, compile.Difference computes differences"},
	{"$", "a rule matches whole strings, without ^ and $"},
	{"&", "ABNF has no lookahead; in Go, compile.Intersection intersects rules"},
	{"\r", "lines end in LF or CRLF"},
	{"\u00a0", "put a plain space here"},
	{"\ufeff", "remove the byte order mark"},
}

// foreignHint returns the hint for a construct of another notation, or a non-ABNF character, at the cursor.
func (p *parser) foreignHint() string {
	for _, f := range foreign {
		if p.at(f.text) {
			return f.hint
		}
	}
	r, size := utf8.DecodeRuneInString(p.text[p.cursor:p.end])
	if size > 0 && (r >= utf8.RuneSelf || unicode.IsControl(r) && r != '\n' && r != '\t') {
		return charHint(r, size)
	}
	return ""
}

// charHint returns how to write a character that ABNF does not allow.
func charHint(r rune, size int) string {
	switch {
	case r == '\r':
		return "lines end in LF or CRLF"
	case r == utf8.RuneError && size == 1:
		return "the grammar is not UTF-8"
	case unicode.IsControl(r):
		return fmt.Sprintf("write a control character as %%x%02X", r)
	}
	return fmt.Sprintf("ABNF is ASCII: write the character as %%x%02X", r)
}

// Each of the following functions returns the hint for byte c, or for the text at the cursor, if the parser expected
// something else.

func nameHint(c byte) string {
	switch {
	case c == '#':
		return commentHint
	case c == '/':
		return "there is no rule before this line for it to continue"
	case c == '<':
		return "the name of a rule stands without angle brackets"
	case isDigit(c):
		return "rule names begin with a letter"
	}
	return ""
}

func definedAsHint(name string, c byte) string {
	switch {
	case isAlpha(c) || isDigit(c):
		return `text that is not a rule must stand in a comment, after ";"`
	case c != 0 && strings.IndexByte(`"%*[`, c) >= 0:
		return `"=" is missing after ` + name
	}
	return ""
}

func (p *parser) emptyHint() string {
	switch {
	case p.cursor == p.end, p.at("/"), p.at(")"), p.at("]"):
		return `write "" for the empty string`
	case p.at(".") && !p.at(".."):
		return "any character is %x00-10FFFF"
	case p.at("^") && p.text[p.cursor-1] != '[':
		return "a rule matches whole strings, without ^ and $"
	}
	return ""
}

func digitHint(c byte) string {
	switch c {
	case '.', '%':
		return rangeHint
	case 'x', 'X':
		return numberForms
	}
	return ""
}

func strayHint(c byte) string {
	switch c {
	case ')':
		return "no group is open here"
	case ']':
		return "no option is open here"
	}
	return ""
}

func gluedHint(c byte) string {
	switch c {
	case '*':
		return "a repetition stands before its element, as in *x"
	case '"':
		return "put a space between elements; a quotation mark itself is %x22"
	}
	return "put a space between elements"
}

func (p *parser) repeatHint(repeat string, limit int) string {
	const order = "a repetition stands before its element, as in *x"
	switch {
	case limit == 0 && p.at("-"): // 0-9
		return rangeHint
	case limit == 0 && !strings.Contains(repeat, "*"):
		return fmt.Sprintf(`write "%s" for this text, "" for the empty string`, repeat)
	case limit == 0:
		return `write "" for the empty string`
	case repeat == "*" && p.at("*"):
		return `a repetition has one "*"`
	case strings.Contains(repeat, "*") && p.at("*"):
		return `a repetition has one "*": ` + repeat
	case p.at(" ") || p.at("\t"):
		return "no space between a repetition and its element, which follows it"
	}
	if number := numberHint("d" + repeat); number != "" {
		return cmp.Or(p.foreignHint(), number+"; "+order)
	}
	return cmp.Or(p.foreignHint(), order)
}

// longestNear limits the length of names that are compared, and so the time.
const longestNear = 64

// nearest returns the name of the rule, including core rules, of which name is most likely a misspelling, or "". That
// is the rule with the smallest edit distance (letters added, dropped, changed, or swapped with a neighbour), at most a
// third of the length; else the shortest name that has name, of at least four letters, as a prefix or suffix.
func (g *Grammar) nearest(name string) string {
	name = fold(name)
	best, limit := "", (len(name)+1)/3
	whole := "" // the shortest name that contains name
	if len(name) > longestNear {
		return ""
	}
	for _, r := range g.visible() {
		other := fold(r.Name)
		if d := distance(name, other, limit); d <= limit {
			best, limit = r.Name, d-1
		}
		if isPart(name, other) && (whole == "" || len(other) < len(whole)) {
			whole = r.Name
		}
	}
	if best != "" {
		return best
	}
	return whole
}

func isPart(name, other string) bool {
	const fewest = 4 // letters
	return len(name) >= fewest && (strings.HasSuffix(other, name) || strings.HasPrefix(other, name))
}

// distance returns the optimal string alignment distance of a and b: the number of bytes added, dropped, changed, or
// swapped with a neighbour. If it exceeds limit, the result is any number above limit.
func distance(a, b string, limit int) int {
	if abs(len(a)-len(b)) > limit {
		return limit + 1
	}
	// row[j] is the distance of a[:i] and b[:j]; above and aboveThat are the rows of i-1 and i-2.
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	var above, aboveThat []int
	least := 0
	for i := 1; i <= len(a); i++ {
		aboveThat, above, row = above, row, aboveThat
		if row == nil {
			row = make([]int, len(b)+1)
		}
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := above[j-1]
			if a[i-1] != b[j-1] {
				change++
			}
			row[j] = min(change, above[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], aboveThat[j-2]+1)
			}
		}
		last := least
		if least = slices.Min(row); min(least, last) > limit {
			return limit + 1 // it cannot decrease any more
		}
	}
	return row[len(b)]
}

func abs(n int) int { return max(n, -n) }
