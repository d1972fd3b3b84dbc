package abnf

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// block is a number of lines that are left out, with nothing but blank ones between.
type block struct {
	extent      // of the first line
	lines  int  // how many there are, but for blank ones
	next   int  // the index of the line that could be another one
	orphan bool // there is no rule that it could continue
}

// leaveOut leaves out line i up to an offset.
func (f *finder) leaveOut(i, to int) {
	l := f.lines[i]
	f.left = append(f.left, extent{l.start, to})
	start := f.solid(l)
	orphan := len(f.rules) == 0 && strings.HasPrefix(f.text[start:to]+" ", "/ ")
	if f.inBlock(i) && to == l.end && orphan == f.block.orphan {
		f.block.lines++
		f.block.next++
		return
	}
	f.reportBlock()
	f.block = block{extent{start, to}, 1, i + 1, orphan}
	if to < l.end {
		f.block.next = len(f.lines) // the rule after it ends the block
	}
}

// passBlank lets a block go on after line i.
func (f *finder) passBlank(i int) {
	if f.inBlock(i) {
		f.block.next++
	}
}

// inBlock reports whether the line before line i was left out as a whole.
func (f *finder) inBlock(i int) bool { return f.block.lines > 0 && f.block.next == i }

// reportBlock reports the lines left out last.
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

// longest is how much of a text an excerpt is made of.
const longest = 320

// excerpt quotes the beginning of a text.
func excerpt(text string) string {
	const most = 40
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

// blanked returns the source with spaces for all that was left out.
func (f *finder) blanked() *source {
	text := []byte(f.text)
	for _, b := range f.left {
		fill(text[b.start:b.end])
	}
	return f.source.with(text)
}
