package codegen

import (
	"bytes"
	"embed"
	"fmt"
	"go/types"
	"slices"
	"strings"
)

// A package that stands alone has in it what it needs of package dfa: the declarations that its own
// refer to, cut from the source of dfa. Package dfa imports others, and these have stand-ins of a
// few lines. So there is no second implementation that could differ from the first.

//go:generate go run ./runtime/generate

//go:embed runtime/*/*.txt standin/iter/iter.go standin/strconv/strconv.go standin/strings/strings.go standin/char/char.go
var runtimeSource embed.FS

// runtime is the source of the packages that generated ones need, each behind those that it
// imports.
var runtime = []struct{ path, files string }{
	{"iter", "standin/iter"},
	{"strconv", "standin/strconv"},
	{"strings", "standin/strings"},
	{"example.org/iri/internal/char", "standin/char"},
	{"example.org/iri/internal/bytescan", "runtime/bytescan"},
	{"example.org/iri/dfa", "runtime/dfa"},
}

// published are the types of the runtime that users of a generated package see. They keep their
// names, all fields, and those methods that are for users; other names get that of their package in
// front, as in dfaMatch.
var published = map[string][]string{
	"SyntaxError": {"Error"},
	"ByteSet":     {"Has", "String"},
	"ByteRange":   {"String"},
	"Span":        nil,
}

// standAlone returns a package without imports. It is given one that imports dfa in three pieces:
// what comes before the imports, these, and what comes behind.
func standAlone(head, imports, body []byte) ([]byte, error) {
	l := newLinker()
	for _, p := range runtime {
		if err := l.loadRuntime(p.path, p.files); err != nil {
			return nil, err
		}
	}
	made, err := l.load("", map[string][]byte{"generated.go": slices.Concat(head, imports, body)})
	if err != nil {
		return nil, err
	}
	for _, d := range made.decls {
		l.need(d)
	}
	if len(l.missing) > 0 {
		return nil, fmt.Errorf("abnf: a package without imports would need %s", strings.Join(l.missing, ", "))
	}
	b := bytes.NewBuffer(slices.Clone(head))
	l.print(b, made)
	b.WriteString("\n// The rest is cut from package dfa of example.org/iri, which is under the Apache License 2.0.\n")
	for _, p := range slices.Backward(runtime) {
		l.print(b, l.packages[p.path])
	}
	return b.Bytes(), nil
}

// loadRuntime loads the embedded source of a package.
func (l *linker) loadRuntime(path, folder string) error {
	files, err := runtimeSource.ReadDir(folder)
	if err != nil {
		return err
	}
	texts := make(map[string][]byte)
	for _, f := range files {
		if texts[f.Name()], err = runtimeSource.ReadFile(folder + "/" + f.Name()); err != nil {
			return err
		}
	}
	_, err = l.load(path, texts)
	return err
}

// newName is what an object of the runtime is called in a package that stands alone.
func newName(o types.Object) string {
	if _, keeps := published[o.Name()]; keeps || o.Pkg().Path() == "" {
		return o.Name()
	}
	return o.Pkg().Name() + strings.ToUpper(o.Name()[:1]) + o.Name()[1:]
}
