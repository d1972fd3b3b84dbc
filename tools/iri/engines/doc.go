// Package engines has tests only: the command iri under programs that send records through pipes,
// as docs/recipes/engines.md shows.
package engines
