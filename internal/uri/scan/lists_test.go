package scan

import (
	"os"
	"testing"

	"example.org/iri/internal/testkit/corpus"
)

// lists returns generated lists and the files of the folder that IRI_CORPORA
// names, a text a line.
func lists(tb testing.TB) []corpus.List {
	files, err := corpus.Folder(os.Getenv("IRI_CORPORA"))
	if err != nil {
		tb.Fatal(err)
	}
	return append(append(corpus.Generated(), corpus.Generate("query", corpus.Query)), files...)
}
