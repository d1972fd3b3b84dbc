package source

import (
	"bytes"
	"io"
	"regexp"
	"strings"

	"mvdan.cc/xurls/v2"
)

const blanks = " \t\v\f\r"

// prose reads the URLs that stand in prose. One begins with a scheme and ://, or with a scheme that
// does without and that people write. Where it ends is up to xurls: not with a full stop or with a
// closing bracket that was opened in front of it.
type prose struct {
	rows
	url *regexp.Regexp
}

func newText(r io.Reader) (Reader, error) {
	bare := strings.Join(append(xurls.SchemesNoAuthority, "urn"), "|")
	url, err := xurls.StrictMatchingScheme(`\b(?:[a-z][a-z0-9+.\-]*://|(?:` + bare + `):)`)
	return &prose{newRows(r), url}, err
}

func (p *prose) Read(b *Block) error { return p.rows.read(b, p.line) }

// line adds the URLs of a line. It looks for them in words that have a colon, since the expression is
// much slower than that search. None goes beyond a word.
func (p *prose) line(b *Block, line []byte) error {
	for start, end := 0, 0; ; {
		colon := bytes.IndexByte(line[end:], ':')
		if colon < 0 {
			return nil
		}
		colon += end
		start = end + bytes.LastIndexAny(line[end:colon], blanks) + 1
		if end = bytes.IndexAny(line[colon:], blanks); end >= 0 {
			end += colon
		} else {
			end = len(line)
		}
		for _, at := range p.url.FindAllIndex(line[start:end], -1) {
			from, to := start+at[0], start+at[1]
			b.Add(line[from:to], Place{Line: p.number, Column: int64(from) + 1, Verbatim: true})
		}
	}
}
