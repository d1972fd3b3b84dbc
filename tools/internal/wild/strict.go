package wild

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// writer writes rules as strict ABNF, one rule a line, without comments. It expands single-quoted strings, lists and
// empty repetitions.
type writer struct {
	collector
	spaces  string // the rule OWS or LWS, or ""
	repairs []Repair
	lists   int  // depth of nested lists
	mute    bool // repairs were already reported
	faulty  bool // the rule has unclosed brackets
}

func (w *writer) repair(at int, format string, args ...any) {
	if !w.mute {
		w.repairs = append(w.repairs, Repair{Pos: w.pos(at), Msg: fmt.Sprintf(format, args...)})
	}
}

func (w *writer) rule(at, to int) {
	for from := at; at < to; {
		if at > from && strings.IndexByte(")]", w.text[at-1]) >= 0 && beginsElement(w.text[at]) {
			w.repair(at, "a space is missing before %c", w.text[at])
			w.add(at, " ")
		}
		switch c := w.text[at]; {
		case c == ';':
			at = w.comment(at, to)
		case c == '\n':
			w.add(at, "\n ") // indents the next line, which continues the rule
			at++
		case c == '\r' && at+1 < to && w.text[at+1] == '\n':
			at++
		case c == '\'' && closedEnd(w.text, at, to, c) > at:
			at = w.quoted(at, to)
		case c == '<':
			at = w.prose(at, to)
		case isRepeatByte(c):
			at = w.repeat(at, to)
		default:
			at = w.copy(at, max(tokenEnd(w.text, at, to), at+1))
		}
	}
}

func (w *writer) copy(at, to int) int {
	w.add(at, w.text[at:to])
	return to
}

// comment omits a comment. It reports bytes that strict ABNF rejects.
func (w *writer) comment(at, to int) int {
	end := wordEnd(w.text, at, to, func(c byte) bool { return c != '\n' })
	text := strings.TrimSuffix(w.text[at:end], "\r")
	if i := commentFault(text); i >= 0 {
		w.repair(at+i, "byte 0x%02X in comment: passed over", text[i])
	}
	return end
}

// commentFault returns the offset of the first byte that strict ABNF rejects in a comment, or -1.
func commentFault(text string) int {
	for i, r := range text {
		if r == utf8.RuneError && !strings.HasPrefix(text[i:], "\uFFFD") || r != '\t' && unicode.IsControl(r) {
			return i
		}
	}
	return -1
}

// quoted writes a string in single quotes, which is case-sensitive in SABNF, as %s"text" or, since ABNF strings cannot
// contain quotation marks, as numbers.
func (w *writer) quoted(at, to int) int {
	end := closedEnd(w.text, at, to, '\'')
	text := w.text[at+1 : end-1]
	if strings.Contains(text, `"`) {
		numbers := "%x" + strings.ReplaceAll(fmt.Sprintf("% X", text), " ", ".")
		w.repair(at, "'%s' read as %s", text, numbers)
		w.add(at, numbers)
		return end
	}
	w.repair(at, `'%s' read as %%s"%s"`, text, text)
	w.add(at, `%s"`)
	w.add(at+1, text+`"`)
	return end
}

func (w *writer) prose(at, to int) int {
	text, lines, end := w.wrapped(at, to)
	if lines < 2 {
		return w.copy(at, max(end, closedEnd(w.text, at, to, '>'), at+1))
	}
	w.repair(at, "<%s> goes over %d lines", text, lines)
	w.add(at, "<"+text+">")
	return end
}

// wrapped reads prose that may span lines, with comments after two spaces and quoted characters. It returns 0 lines if
// it has no end.
func (w *writer) wrapped(at, to int) (text string, lines, end int) {
	var b strings.Builder
	lines = 1
	for i := at + 1; i < to; i++ {
		switch c := w.text[i]; {
		case c == '>':
			return strings.Join(strings.Fields(b.String()), " "), lines, i + 1
		case c == '"' && i+2 < to && w.text[i+2] == '"' && w.text[i+1] != '\n':
			b.WriteString(w.text[i : i+3])
			i += 2
		case c == '<' || c == '"':
			return "", 0, 0
		case c == ';' && strings.HasSuffix(w.text[at:i], "  "):
			i = wordEnd(w.text, i, to, func(c byte) bool { return c != '\n' }) - 1
		default:
			lines += strings.Count(string(c), "\n")
			b.WriteByte(c)
		}
	}
	return "", 0, 0
}

// repeat writes a repetition or a list. It writes "" for a missing element that is repeated at most 0 times.
func (w *writer) repeat(at, to int) int {
	end := wordEnd(w.text, at, to, isRepeatByte)
	repeat := w.text[at:end]
	least, most, isList := strings.Cut(repeat, "#")
	switch {
	case isList:
		if next := w.list(at, end, to, least, most); next > end {
			return next
		}
	case isZero(repeat) && endsElement(w.text, end, to):
		w.repair(at, `%s without an element read as ""`, repeat)
		w.add(at, `""`)
		return end
	}
	return w.copy(at, end)
}

// list expands a list such as 1#element by RFC 9110, section 5.6.1.1, for senders if spaces is OWS, or else by RFC
// 2616. The element is between at and to. It returns the end of the element, or 0 if the list cannot be expanded.
func (w *writer) list(start, at, to int, least, most string) int {
	const deepest = 3 // elements are written twice
	lo, hi := number(least, 0), number(most, -1)
	if lo < 0 || hi == 0 || most != "" && lo > hi || w.lists == deepest || w.faulty || w.spaces == "" {
		return 0
	}
	at = wordEnd(w.text, at, to, isBlank)
	end := w.elementEnd(at, to)
	if end == at {
		return 0
	}
	first, separator, source := "", `( OWS "," OWS `, "RFC 9110, section 5.6.1.1"
	if w.spaces == "LWS" {
		first, separator, source = "*LWS ", `( *LWS "," *LWS `, "RFC 2616, section 2.1"
	}
	w.repair(start, "list %s#%s spelt out by %s", least, most, source)
	opening, closing := "( ", " )"
	if lo == 0 {
		opening, closing = "[ ", " ]"
	}
	if hi > 0 {
		most = strconv.Itoa(hi - 1)
	}
	w.lists++
	w.add(start, opening+first)
	w.rule(at, end)
	w.add(start, fmt.Sprintf(" %d*%s%s", max(lo-1, 0), most, separator))
	was := w.mute
	w.mute = true
	w.rule(at, end)
	w.mute = was
	w.add(start, " )"+closing)
	w.lists--
	return end
}

// number returns a number of at most nine digits, or missing for "". It returns -2 for other texts.
func number(digits string, missing int) int {
	if digits == "" {
		return missing
	}
	n, err := strconv.Atoi(digits)
	if err != nil || len(digits) > 9 || n < 0 {
		return -2
	}
	return n
}

// elementEnd returns the end of the element at an offset, or the offset itself.
func (w *writer) elementEnd(at, to int) int {
	depth := 0
	for i := at; i < to; {
		end := skipSpace(w.text, i, to)
		if end > i && depth > 0 {
			i = end
			continue
		}
		if end = tokenEnd(w.text, i, to); end == i {
			return at
		}
		switch w.text[i] {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		}
		if depth == 0 && !isRepeatByte(w.text[i]) {
			return end
		}
		i = end
	}
	w.faulty = true
	return at
}
