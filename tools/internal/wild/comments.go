package wild

import (
	"fmt"
	"regexp"
	"strings"
)

// Signs of source code: lines that occur only in code, margins of comments, and the first and last lines of block
// comments and multi-line strings.
var (
	codeLine    = regexp.MustCompile(`[{};]\s*$|^\s*(?:(?:def|class|if|elif|else|for|while|try|with)\b.*:|end)\s*$|->\s*$|^\s*(?:import|package|module|use|using|require|include|#include|#\[|@\w|-module|-export|defmodule|from \w+ import)\b`)
	codeMargin  = regexp.MustCompile(`^[ \t]*(?://[/!]?|#+|--+|%+|\*)(?:[ \t]|$)`)
	blockBegin  = regexp.MustCompile("^[ \t]*(?:/\\*+!?|\\(\\*+|\\{-|--\\[\\[|=begin|[ru]?\"\"\"|[ru]?''')")
	blockEnd    = regexp.MustCompile("(?:\\*+/|\\*\\)|-\\}|\\]\\]|^=end|\"\"\"|''')[ \t]*[;,)]*[ \t]*$")
	indentation = regexp.MustCompile(`^[ \t]*`)
)

// comments returns the part of each line that is in a comment, with start -1 for none, and the number of non-empty
// lines without comments.
func comments(s *source) (list []extent, code int) {
	block := false
	for _, l := range s.lines {
		text := s.in(l)
		c := l
		margin, begin := codeMargin.FindString(text), blockBegin.FindString(text)
		isStar := strings.Contains(margin, "*")
		switch {
		case block && isStar, !block && margin != "" && !isStar:
			c.start += len(margin)
		case !block && begin != "":
			c.start += len(begin)
			block = true
		case !block:
			c.start = -1
			if strings.TrimSpace(text) != "" {
				code++
			}
		}
		if end := blockEnd.FindStringIndex(s.text[max(c.start, l.start):l.end]); block && end != nil {
			c.end, block = c.start+end[0], false
		}
		list = append(list, c)
	}
	return list, code
}

// commentsOnly blanks everything but comments if the source is code with rules in its comments, and returns a repair.
// Assignments in code would look like rules.
func commentsOnly(s *source) (*source, []Repair) {
	list, code := comments(s)
	signs, rules := 0, 0
	for i, c := range list {
		switch l := s.lines[i]; {
		case c.start >= 0:
			rest := s.in(c)
			at := len(indentation.FindString(rest))
			if definesAt(rest, at, len(rest)) && isRule(rest[at:]) {
				rules++
			}
		case codeLine.MatchString(s.in(l)):
			signs++
		}
	}
	if rules == 0 || signs < 2 || signs*10 < code {
		return s, nil
	}
	text, parts, before := []byte(s.text), make(map[int]bool), true
	for i, c := range list {
		l := s.lines[i]
		if c.start < 0 {
			c.start, c.end = l.end, l.end
		} else {
			parts[l.start] = before
		}
		fill(text[l.start:c.start])
		fill(text[c.end:l.end])
		before = list[i].start < 0
	}
	only := s.with(text)
	only.parts = parts
	return only, []Repair{{Pos: s.pos(0), Msg: fmt.Sprintf("only the comments of source code are read, %d other lines left out", code)}}
}

// isRule reports whether a line that defines a name consists of ABNF tokens after it.
func isRule(line string) bool {
	x := lexer{extent{0, len(line)}, line, func(string) bool { return true }}
	t := x.lex(len(definedAs.FindString(line)))
	return t.ok && t.names+t.others > 0
}
