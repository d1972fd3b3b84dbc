package source

import (
	"bufio"
	"fmt"
	"regexp"
	"sync"
)

type markupFormat struct {
	format Format
	name   string
	begin  *regexp.Regexp
}

// markups match the beginning of HTML and XML files that are given as RDF by mistake. No RDF begins like this, because
// an IRI contains no white space; <html> alone would be possible, but does not occur.
var markups = sync.OnceValue(func() []markupFormat {
	return []markupFormat{
		{HTML, "HTML", regexp.MustCompile(`(?is)^\s*(?:<\?xml\s[^>]*>\s*)?(?:<!--\s.*?-->\s*)?(?:<!DOCTYPE\s+html|<html\s|<html>.*</(?:title|head|body|html)>)`)},
		{XML, "XML", regexp.MustCompile(`^\s*(?:<\?xml\s|<!DOCTYPE\s|<!--\s|<[\w.:-]+\s+xmlns\b)`)},
	}
})

// refuseMarkup returns an error if the buffered bytes of a stream that is given as RDF are HTML or XML. It does not
// wait for input.
func refuseMarkup(r *bufio.Reader, format Format) error {
	switch format {
	case NTriples, NQuads, Turtle, TriG:
	default:
		return nil
	}
	head, _ := r.Peek(r.Buffered())
	for _, m := range markups() {
		if m.begin.Match(head) {
			return &Error{Line: 1, Column: 1, Err: fmt.Errorf("the file is %s, not %s; --from %s reads it", m.name, format, m.format)}
		}
	}
	return nil
}
