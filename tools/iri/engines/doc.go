// Package engines tests iri in programs that pipe records, as in docs/command/batch.md.
package engines
