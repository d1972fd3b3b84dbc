package wild

import (
	"fmt"
	"strings"
)

// withoutMargin replaces the margin of lines, if there is one, by spaces. It returns a repair for each group of
// consecutive lines.
func withoutMargin(s *source) (*source, []Repair) {
	margin := marginOf(s)
	if margin == "" {
		return s, nil
	}
	text := []byte(s.text)
	var repairs []Repair
	lines, next := 0, -1 // of the last repair, and index of the line that continues it
	for i, l := range s.lines {
		word, rest := cutWord(s.in(l))
		if word != margin {
			continue
		}
		at := l.end - len(rest) - len(word)
		fill(text[at : at+len(word)])
		if i != next {
			repairs = append(repairs, Repair{Pos: s.pos(at)})
			lines = 0
		}
		lines++
		next = i + 1
		repairs[len(repairs)-1].Msg = fmt.Sprintf("left out before %d lines: %q", lines, margin)
		if lines == 1 {
			repairs[len(repairs)-1].Msg = fmt.Sprintf("left out before a line: %q", margin)
		}
	}
	return s.with(text), repairs
}

// marginOf returns the word before most rules at the start of lines, as in comments and mail ("*", "//", "--", "#", ">"
// and so on), if at least two rules have it. No line of ABNF may begin with it.
func marginOf(s *source) (margin string) {
	count := map[string]int{"": 1}
	for _, l := range s.lines {
		word, rest := cutWord(s.in(l))
		rest = strings.TrimLeft(rest, " \t")
		if word == "/" || strings.Trim(word, "*/-#>|+:!.") != "" || !definesAt(rest, 0, len(rest)) {
			continue
		}
		if count[word]++; count[word] > count[margin] {
			margin = word
		}
	}
	return margin
}

func cutWord(line string) (word, rest string) {
	line = strings.TrimLeft(line, " \t")
	end := wordEnd(line, 0, len(line), func(c byte) bool { return !isBlank(c) })
	return line[:end], line[end:]
}
