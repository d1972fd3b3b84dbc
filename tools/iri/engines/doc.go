// Package engines has tests only: the command iri under programs that send records through pipes,
// as docs/command/batch.md shows.
package engines
