package abnf

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Patterns of repetition in regular expressions and other notations, with the elements that they repeat, and of sets of
// characters.
const times = `[+?*]|\{[ ]*\d*[ ]*,?[ ]*\d*[ ]*\}`

var (
	leadingTimes = regexp.MustCompile(`^(?:` + times + `)`)
	lastElement  = regexp.MustCompile(`(?:[A-Za-z][\w-]*|"[^"]*"|%[xdb][\w.-]+|[)\]])$`)
	setOfChars   = regexp.MustCompile(`\[((?:[^\[\]\s\\"]-[^\[\]\s\\"]|[^\[\]\s\\"])+)\](` + times + `)?`)
	difference   = regexp.MustCompile(`^-[ \t]*[A-Za-z"%(<\[]`)
)

// Patterns of comments and numbers in other notations, and of the text after "%" in a number of ABNF.
var (
	comments   = regexp.MustCompile(`//|/\*.*?\*/|\(\*.*?\*\)|--|#(?:[ \t]|$)`)
	numbers    = regexp.MustCompile(`(?i)(?:^|[^\w%.-])((?:[0#\\$]?x|U\+)([0-9a-f]+(?:[-.][0-9a-f]+)*))`)
	abnfNumber = regexp.MustCompile(`^(?i:x[0-9a-f]+(?:[-.][0-9a-f]+)*|d[0-9]+(?:[-.][0-9]+)*|b[01]+(?:[-.][01]+)*)$`)
)

// notationHint returns the ABNF for the construct of another notation at the cursor.
func (p *parser) notationHint() string {
	const reach = 100 // number of bytes examined on either side
	before, after := p.text[max(p.cursor-reach, 0):p.cursor], p.text[p.cursor:p.lineEnd(reach)]
	before = before[strings.LastIndexByte(before, '\n')+1:]
	if strings.HasSuffix(before, " ") && difference.MatchString(after) {
		return "ABNF has no difference; in Go, compile.Difference computes it"
	}
	line, at := before+after, len(before)
	return cmp.Or(escapesHint(line, at), commentIn(line, at), numberIn(line, at), setHint(line, at), timesHint(before, after))
}

// escapesHint returns the hint for a position within a string that has escaped quotation marks.
func escapesHint(line string, at int) string {
	escape := strings.LastIndex(line[:at], `\"`)
	start := strings.LastIndexByte(line[:max(escape, 0)], '"')
	if start < 0 {
		return ""
	}
	quoted, err := strconv.QuotedPrefix(line[start:])
	if err != nil || start+len(quoted) <= at {
		return ""
	}
	text, _ := strconv.Unquote(quoted)
	return "ABNF has no escapes: " + spelled(text)
}

// spelled returns a string in ABNF, with numbers for characters that a quoted string cannot contain.
func spelled(text string) string {
	var parts []string
	for text != "" {
		n := strings.IndexFunc(text, func(r rune) bool { return r < ' ' || r > '~' || r == '"' })
		if n < 0 {
			n = len(text)
		}
		if n > 0 {
			parts = append(parts, `"`+text[:n]+`"`)
			text = text[n:]
			continue
		}
		r, size := utf8.DecodeRuneInString(text)
		parts = append(parts, fmt.Sprintf("%%x%02X", r))
		text = text[size:]
	}
	return strings.Join(parts, " ")
}

func commentIn(line string, at int) string {
	for _, m := range comments.FindAllStringIndex(line, -1) {
		if m[0] <= at && at < m[1] {
			return commentHint
		}
	}
	return ""
}

func numberIn(line string, at int) string {
	for _, m := range numbers.FindAllStringSubmatchIndex(line, -1) {
		if m[2] <= at && at < m[3] {
			return numberHint("x" + line[m[4]:m[5]])
		}
	}
	return ""
}

// numberHint returns the hint for a number of ABNF that lacks the "%".
func numberHint(word string) string {
	if !abnfNumber.MatchString(word) {
		return ""
	}
	return "a number is written %" + fold(word[:1]) + word[1:]
}

func setHint(line string, at int) string {
	for _, m := range setOfChars.FindAllStringSubmatchIndex(line, -1) {
		set, times := charSet(line[m[2]:m[3]]), ""
		if m[4] >= 0 {
			times = line[m[4]:m[5]]
		}
		if m[0] <= at && at < m[1] && set != "" {
			return fmt.Sprintf("write %s for %s", repeated(set, times), line[m[0]:m[1]])
		}
	}
	return ""
}

// timesHint returns the hint for a repetition after its element, unless it may belong to a second element.
func timesHint(before, after string) string {
	times, elem := leadingTimes.FindString(after), lastElement.FindString(before)
	if times == "" || elem == "" || times == "*" && len(after) > 1 && beginsElement(after[1]) {
		return ""
	}
	switch elem {
	case ")":
		elem = "( x )"
	case "]":
		elem = "[ x ]"
	}
	return fmt.Sprintf("write %s for %s%s", repeated(elem, times), elem, times)
}

func repeated(elem, times string) string {
	bounds := strings.Trim(strings.ReplaceAll(times, " ", ""), "{}")
	least, most, open := strings.Cut(bounds, ",")
	switch {
	case times == "":
		return elem
	case times == "+":
		return "1*" + elem
	case times == "*":
		return "*" + elem
	case times == "?":
		return "[ " + elem + " ]"
	case !open || least == most:
		return least + elem
	}
	return least + "*" + most + elem
}

// charSet returns ABNF for a set of characters of a regular expression, or "" if the set may be names instead.
func charSet(set string) string {
	switch set {
	case "0-9":
		return "DIGIT"
	case "a-zA-Z", "A-Za-z":
		return "ALPHA"
	case "0-9a-fA-F", "0-9A-Fa-f", "a-fA-F0-9", "A-Fa-f0-9":
		return "HEXDIG"
	}
	var parts []string
	ranges := 0
	for chars := []rune(set); len(chars) > 0; {
		if len(chars) > 2 && chars[1] == '-' {
			if !isRange(chars[0], chars[2]) {
				return ""
			}
			parts = append(parts, fmt.Sprintf("%%x%02X-%02X", chars[0], chars[2]))
			chars, ranges = chars[3:], ranges+1
			continue
		}
		if chars[0] < 0x80 && isNameByte(byte(chars[0])) && chars[0] != '-' {
			return ""
		}
		parts = append(parts, fmt.Sprintf("%%x%02X", chars[0]))
		chars = chars[1:]
	}
	switch {
	case ranges == 0 || set[0] == '^':
		return ""
	case len(parts) == 1:
		return parts[0]
	}
	return "( " + strings.Join(parts, " / ") + " )"
}

func isRange(lo, hi rune) bool {
	for _, all := range []string{"09", "az", "AZ"} {
		if rune(all[0]) <= lo && lo < hi && hi <= rune(all[1]) {
			return true
		}
	}
	return false
}
