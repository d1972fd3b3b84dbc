package wild

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

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
