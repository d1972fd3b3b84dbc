package iris

import "example.org/iri/tools/iri/source"

// attempt calls f and turns a panic into an error: a file that makes a reader or a file system panic must not fail the
// job.
func attempt(f func() error) (err error) {
	defer source.Recover(&err)
	return f()
}
