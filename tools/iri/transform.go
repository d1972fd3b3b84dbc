package main

import (
	"github.com/spf13/pflag"

	"example.org/iri"
)

// A transform appends to dst what a text becomes. If the text is wrong, the error says why, and
// what has been appended does not matter.
type transform func(dst, text []byte) ([]byte, error)

// transforming makes a command of the function that declares its flags and returns another, which
// makes the transform when they have been read.
//
// The command prints one line for each that it reads, so that numbers of lines stay the same. A
// line that is wrong becomes an empty one, and standard error tells why.
func transforming(declare func(*pflag.FlagSet) func() (transform, error)) func(*job, *pflag.FlagSet) func() error {
	return func(j *job, flags *pflag.FlagSet) func() error {
		ready := declare(flags)
		return func() error {
			t, err := ready()
			if err != nil {
				return err
			}
			return j.run(j.wholes(j.transformed(t)))
		}
	}
}

// transformed returns what prints the transform of each record.
func (j *job) transformed(t transform) func(record) (good bool, err error) {
	var result []byte // reused
	return func(r record) (good bool, err error) {
		wrong := iri.ErrTooLong
		if !r.tooLong {
			result, wrong = t(result[:0], r.text)
		}
		if wrong != nil {
			j.reject(r, wrong)
			result = result[:0]
		}
		j.out.Write(result)
		return wrong == nil, j.out.WriteByte(j.end)
	}
}
