package main

import (
	"github.com/spf13/pflag"
)

// A transform appends to dst what a text becomes. If the text is wrong, the error says why, and
// what has been appended does not matter.
type transform func(dst, text []byte) ([]byte, error)

// transforming makes a command of the function that declares its flags and returns another, which
// makes the transform when they have been read. There is one for each goroutine.
//
// The command prints one line for each that it reads, so that numbers of lines stay the same. A
// line that is wrong becomes an empty one, and standard error tells why.
func transforming(declare func(*pflag.FlagSet) func() (transform, error)) func(*job, *pflag.FlagSet) func() error {
	return func(j *job, flags *pflag.FlagSet) func() error {
		ready := declare(flags)
		return func() error {
			if _, err := ready(); err != nil {
				return err
			}
			_, err := j.each(func() judge {
				t, _ := ready()
				return j.transformed(t)
			})
			return err
		}
	}
}

// transformed returns what prints the transform of each record.
func (j *job) transformed(t transform) judge {
	return func(r record, p *printed) (good bool) {
		if r.skipped {
			p.out = append(p.out, j.end())
			return false
		}
		before := len(p.out)
		out, wrong := t(p.out, r.text)
		if wrong != nil {
			p.reject(r, wrong)
			out = p.out[:before]
		}
		p.out = append(out, j.end())
		return wrong == nil
	}
}

// end returns what ends a line, or a record.
func (j *job) end() byte {
	if j.options.NUL {
		return 0
	}
	return '\n'
}
