package abnf

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"
)

// How regular expressions and other notations repeat what stands before, what may stand there, and
// how they write a set of characters.
const times = `[+?*]|\{[ ]*\d*[ ]*,?[ ]*\d*[ ]*\}`

var (
	leadingTimes = regexp.MustCompile(`^(?:` + times + `)`)
	lastElement  = regexp.MustCompile(`(?:[A-Za-z][\w-]*|"[^"]*"|%[xdb][\w.-]+|[)\]])$`)
	setOfChars   = regexp.MustCompile(`\[((?:[^\[\]\s\\"]-[^\[\]\s\\"]|[^\[\]\s\\"])+)\](` + times + `)?`)
	difference   = regexp.MustCompile(`^-[ \t]*[A-Za-z"%(<\[]`)
)

// notationHint tells how ABNF writes the construct of another notation that the cursor is in.
func (p *parser) notationHint() string {
	const reach = 100 // bytes that are looked at on either side
	before, behind := p.text[max(p.cursor-reach, 0):p.cursor], p.text[p.cursor:p.lineEnd(reach)]
	before = before[strings.LastIndexByte(before, '\n')+1:]
	if strings.HasSuffix(before, " ") && difference.MatchString(behind) {
		return "ABNF has no difference; abnfc derive computes it"
	}
	return cmp.Or(setHint(before+behind, len(before)), timesHint(before, behind))
}

// setHint is for a set of characters around an offset in a line.
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

// timesHint is for an element that is repeated by what stands behind it. A star between two
// elements may be meant for the second one.
func timesHint(before, behind string) string {
	times, elem := leadingTimes.FindString(behind), lastElement.FindString(before)
	if times == "" || elem == "" || times == "*" && len(behind) > 1 && beginsElement(behind[1]) {
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

// repeated returns an element as ABNF repeats it.
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

// charSet returns ABNF for the characters between the brackets of a regular expression, or "" if
// that may be names.
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

// isRange reports whether two characters are the ends of a range of letters or digits.
func isRange(lo, hi rune) bool {
	for _, all := range []string{"09", "az", "AZ"} {
		if rune(all[0]) <= lo && lo < hi && hi <= rune(all[1]) {
			return true
		}
	}
	return false
}
