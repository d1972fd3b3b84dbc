package iris

import "example.org/iri/tools/iri/source"

// attempt calls f and turns a panic of it into an error, so that a file that a reader or a file system
// does not expect fails alone, and not the job.
func attempt(f func() error) (err error) {
	defer source.Recover(&err)
	return f()
}
