package iris

import "example.org/iri/tools/iri/source"

// attempt calls f, and returns an error if f panics. So a file that makes a reader or a file system panic does not
// fail the job.
func attempt(f func() error) (err error) {
	defer source.Recover(&err)
	return f()
}
