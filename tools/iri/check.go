package main

import (
	"errors"
	"fmt"

	"github.com/spf13/pflag"

	"example.org/iri"
	"example.org/iri/rule"
	"example.org/iri/tools/cli"
	"example.org/iri/tools/cli/show"
)

const checkHelp = `Check prints where lines go wrong:

  list.txt:3:9: ' ' is not allowed in an authority
      http://a b/
              ^

The column counts bytes from 1. What cannot be seen is shown as an escape such
as \x1b or \u202e, a long line by the part around the mistake. A summary goes to
standard error. A line may have any length; memory use is constant.

Rules:

`

const checkExamples = `  iri check list.txt
  iri check --rule IRI-reference links.txt
  echo 2001:db8::1 | iri check --rule IPv6address
  find . -print0 | iri check --null --rule irelative-ref
`

// check is the command that says where lines go wrong.
func check(j *job, flags *pflag.FlagSet) (run func() error) {
	name := flags.String("rule", "IRI", "match lines against rule `NAME` of RFC 3987 or RFC 3986")
	return func() error {
		r, err := ruleByName(*name)
		if err != nil {
			return err
		}
		c := checker{job: j, rule: r, matcher: r.Matcher()}
		err = j.run(c.judge)
		if err == nil || err == cli.ErrInvalid || err == cli.ErrReported {
			j.summary()
		}
		return err
	}
}

type checker struct {
	*job
	rule rule.Rule
	// For the record being read; here because new ones would cost an allocation.
	matcher rule.Matcher
	window  show.Window
}

// judge checks a record and prints what is wrong with it.
func (c *checker) judge(l *lines, file string, line int64) (good bool, err error) {
	wrong, err := c.match(l)
	if wrong == nil || err != nil {
		return wrong == nil, err
	}
	return false, c.print(file, line, wrong)
}

// match reads a record. It returns how it goes wrong, nil if it matches, and leaves in
// the window where it does.
func (c *checker) match(l *lines) (wrong, err error) {
	piece, last, err := l.next()
	if err != nil {
		return nil, err
	}
	if !last {
		return c.matchPieces(l, piece)
	}
	if wrong = c.rule.Check(piece); wrong != nil {
		span := explain(wrong).Span
		c.window.Reset()
		c.window.Before(piece[:span.Start])
		c.window.After(piece[span.Start:])
		c.window.Length = span.End - span.Start
	}
	return wrong, nil
}

// matchPieces is match for a record that does not come in one piece.
func (c *checker) matchPieces(l *lines, piece []byte) (wrong, err error) {
	c.matcher.Reset()
	c.window.Reset()
	for last := false; ; {
		n := 0 // bytes of the piece before the place where it goes wrong
		if wrong == nil {
			n, wrong = c.matcher.Write(piece)
			if wrong == nil && last {
				if wrong = c.matcher.Err(); wrong == nil {
					return nil, nil
				}
			}
			c.window.Before(piece[:n])
		}
		c.window.After(piece[n:])
		if last {
			return wrong, nil
		}
		if piece, last, err = l.next(); err != nil {
			return nil, err
		}
	}
}

func (c *checker) print(file string, line int64, wrong error) error {
	e := explain(wrong)
	_, err := fmt.Fprintf(c.out, "%s:%d:%d: %s\n%s", show.Safe(file), line, e.Span.Start+1, show.Safe(e.Message()), c.window.Picture())
	return err
}

// explain returns an error of the library, which are of one type.
func explain(wrong error) *iri.SyntaxError {
	e := new(iri.SyntaxError)
	errors.As(wrong, &e)
	return e
}
