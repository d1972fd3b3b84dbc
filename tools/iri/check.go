package main

import (
	"errors"
	"fmt"
	"strings"

	"example.org/iri"
	"example.org/iri/rule"
)

// check is the command that says where lines go wrong.
func check(j *job, args []string) error {
	err := j.arguments("check", args, func() string { return checkHelp + ruleNames() })
	if err != nil {
		return err
	}
	c := checker{job: j, matcher: j.rule.Matcher()}
	err = j.run(c.judge)
	if err == nil || err == errInvalid || err == errReported {
		j.summary()
	}
	return err
}

type checker struct {
	*job
	// For the record being read; here because new ones would cost an allocation.
	matcher rule.Matcher
	window  window
}

// judge checks a record and prints what is wrong with it.
func (c *checker) judge(l *lines, file string, line int64) (good bool, err error) {
	wrong, err := c.match(l)
	if wrong == nil || err != nil {
		return wrong == nil, err
	}
	return false, c.print(file, line, wrong)
}

// match reads a record piece by piece. It returns how it goes wrong, nil if it
// matches, and leaves in the window where it does.
func (c *checker) match(l *lines) (wrong, err error) {
	c.matcher.Reset()
	c.window.reset()
	for last := false; !last; {
		var piece []byte
		if piece, last, err = l.next(); err != nil {
			return nil, err
		}
		n := 0 // bytes of the piece before the place where it goes wrong
		if wrong == nil {
			n, wrong = c.matcher.Write(piece)
			if wrong == nil && last {
				if wrong = c.matcher.Err(); wrong == nil {
					return nil, nil
				}
			}
			c.window.before(piece[:n])
		}
		c.window.after(piece[n:])
	}
	return wrong, nil
}

func (c *checker) print(file string, line int64, wrong error) error {
	offset, reason := explain(wrong)
	_, err := fmt.Fprintf(c.out, "%s:%d:%d: %s\n%s", safe(file), line, offset+1, reason, c.window.picture())
	return err
}

// explain returns what a [*iri.SyntaxError] says, without the rule, which the user
// chose, and the offset, which is told apart.
func explain(wrong error) (offset int64, reason string) {
	var e *iri.SyntaxError
	ok := errors.As(wrong, &e)
	if !ok {
		return 0, wrong.Error()
	}
	reason = e.Error()
	if _, rest, ok := strings.Cut(reason, fmt.Sprintf("byte %d: ", e.Offset)); ok {
		reason = rest
	}
	return e.Offset, reason
}
