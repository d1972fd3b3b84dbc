package docs

import "strings"

// A simple is a command with its operands, in a line of a script, from 0.
type simple struct {
	line  int
	words []string
}

// split returns the commands of a script of the shell, also those in $( ). Where output goes, and
// comments, are left out, and so are the texts of here documents.
func split(script string) (list []simple) {
	s := splitter{text: script}
	s.run(0)
	return s.list
}

type splitter struct {
	text string
	at   int
	line int
	list []simple
	here string // the line that ends the here document that begins behind this line
}

// run reads commands up to a closing bracket.
func (s *splitter) run(end byte) {
	c := simple{line: s.line}
	flush := func() {
		if len(c.words) > 0 {
			s.list = append(s.list, c)
		}
		c = simple{line: s.line}
	}
	for s.at < len(s.text) {
		switch b := s.text[s.at]; {
		case b == end && end != 0:
			s.at++
			flush()
			return
		case b == '\\' && strings.HasPrefix(s.text[s.at:], "\\\n"):
			s.at += 2
			s.line++
		case b == '\n':
			s.newline()
			flush()
		case b == ' ' || b == '\t':
			s.at++
		case b == '#':
			s.at += len(upTo(s.text[s.at:], "\n"))
		case strings.IndexByte(";|&()", b) >= 0:
			s.at++
			flush()
		case b == '>' || b == '<':
			s.redirection()
		default:
			if len(c.words) == 0 {
				c.line = s.line
			}
			if w := s.word(end); w != "" && !(isNumber(w) && s.at < len(s.text) && s.text[s.at] == '>') {
				c.words = append(c.words, w)
			}
		}
	}
	flush()
}

// newline ends a line, and leaves out a here document that begins there.
func (s *splitter) newline() {
	s.at++
	s.line++
	for s.here != "" && s.at < len(s.text) {
		line := upTo(s.text[s.at:], "\n")
		s.at = min(s.at+len(line)+1, len(s.text))
		s.line++
		if strings.TrimSpace(line) == s.here {
			s.here = ""
		}
	}
}

// redirection reads where input comes from, or output goes.
func (s *splitter) redirection() {
	here := strings.HasPrefix(s.text[s.at:], "<<") && !strings.HasPrefix(s.text[s.at:], "<<<")
	for s.at < len(s.text) && strings.IndexByte("<>&-", s.text[s.at]) >= 0 {
		s.at++
	}
	for s.at < len(s.text) && s.text[s.at] == ' ' {
		s.at++
	}
	if s.at < len(s.text) && s.text[s.at] == '(' {
		return // <( ) is a command
	}
	if w := s.word(0); here {
		s.here = w
	}
}

// word reads a word without its quotes. Commands inside are read as well.
func (s *splitter) word(end byte) string {
	var b strings.Builder
	for s.at < len(s.text) {
		switch c := s.text[s.at]; {
		case c == '\'':
			quoted := upTo(s.text[s.at+1:], "'")
			s.line += strings.Count(quoted, "\n")
			b.WriteString(quoted)
			s.at = min(s.at+len(quoted)+2, len(s.text))
		case c == '"':
			s.at++
			for s.at < len(s.text) && s.text[s.at] != '"' {
				s.inQuotes(&b)
			}
			s.at++
		case strings.HasPrefix(s.text[s.at:], "$("):
			s.substitution(&b)
		case c == '\\' && s.at+1 < len(s.text):
			b.WriteByte(s.text[s.at+1])
			s.at += 2
		case c == end && end != 0, strings.IndexByte(" \t\n;|&<>()", c) >= 0:
			return b.String()
		default:
			b.WriteByte(c)
			s.at++
		}
	}
	return b.String()
}

// inQuotes reads a character between double quotes.
func (s *splitter) inQuotes(b *strings.Builder) {
	switch c := s.text[s.at]; {
	case strings.HasPrefix(s.text[s.at:], "$("):
		s.substitution(b)
		return
	case c == '\\' && s.at+1 < len(s.text):
		s.at++
	case c == '\n':
		s.line++
	}
	b.WriteByte(s.text[s.at])
	s.at++
}

// substitution reads $( ), whose output nobody knows.
func (s *splitter) substitution(b *strings.Builder) {
	s.at += 2
	s.run(')')
	b.WriteString("$()")
}

func upTo(text, end string) string {
	before, _, _ := strings.Cut(text, end)
	return before
}

func isNumber(text string) bool { return strings.Trim(text, "0123456789") == "" }
