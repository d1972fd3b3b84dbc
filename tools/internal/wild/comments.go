package wild

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
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

// block is a group of lines that are left out, with only blank lines between them.
type block struct {
	extent      // of the first line
	lines  int  // number of non-blank lines
	next   int  // index of the line that would continue it
	orphan bool // it looks like a continuation, but there is no rule before it
}

func (f *finder) leaveOut(i int) {
	l := f.lines[i]
	f.gap = otherGap
	f.left = append(f.left, l)
	start := wordEnd(f.text, l.start, l.end, isBlank)
	orphan := len(f.rules) == 0 && strings.HasPrefix(f.text[start:l.end]+" ", "/ ")
	if f.inBlock(i) && orphan == f.block.orphan {
		f.block.lines++
		f.block.next++
		return
	}
	f.reportBlock()
	f.block = block{extent{start, l.end}, 1, i + 1, orphan}
}

func (f *finder) passBlank(i int) {
	if f.inBlock(i) {
		f.block.next++
	}
}

// inBlock reports whether the line before line i was left out.
func (f *finder) inBlock(i int) bool { return f.block.lines > 0 && f.block.next == i }

func (f *finder) reportBlock() {
	b := f.block
	if b.lines == 0 {
		return
	}
	msg := "left out"
	if b.lines > 1 {
		msg = fmt.Sprintf("%d lines left out", b.lines)
	}
	if b.orphan {
		msg += ", there is no rule to continue"
	}
	f.repair(b.start, msg+": "+excerpt(f.original.in(b.extent)))
}

func excerpt(text string) string {
	const longest, most = 320, 40 // of the text, and of the excerpt
	words := strings.Join(strings.Fields(text[:min(len(text), longest)]), " ")
	if len(words) <= most {
		return fmt.Sprintf("%q", words)
	}
	end := most
	for end > most-utf8.UTFMax && !utf8.RuneStart(words[end]) {
		end--
	}
	return fmt.Sprintf("%q", words[:end]+"...")
}

// blanked returns the source with spaces in place of the text left out.
func (f *finder) blanked() *source {
	text := []byte(f.text)
	for _, b := range f.left {
		fill(text[b.start:b.end])
	}
	return f.source.with(text)
}
