//go:build !386 && !purego

package repo

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"example.org/iri"
	"example.org/iri/file"
	"example.org/iri/fix"
	"example.org/iri/internal/testkit"
	"example.org/iri/rule"
)

// operations returns the rows of the table of docs/guide/operations.md whose first column has a
// name.
func operations(t *testing.T, column string) [][]string {
	t.Helper()
	return testkit.Table(t, "docs/guide/operations.md", column)[1:]
}

// spans returns the code in a cell.
func spans(cell string) (list []string) {
	for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cell, -1) {
		list = append(list, m[1])
	}
	return list
}

// TestRelativizeTable: each reference is the shortest of its form.
func TestRelativizeTable(t *testing.T) {
	forms := map[string]iri.Forms{
		"FormFragment": iri.FormFragment, "FormQuery": iri.FormQuery, "FormRelativePath": iri.FormRelativePath,
		"FormAbsolutePath": iri.FormAbsolutePath, "FormNetworkPath": iri.FormNetworkPath, "FormIRI": iri.FormIRI,
	}
	r := iri.Resolver{Base: iri.MustParse("http://example.org/a/b?q")}
	for _, row := range operations(t, "form") {
		form, known := forms[spans(row[0])[0]]
		delete(forms, spans(row[0])[0])
		for _, text := range spans(row[1]) {
			target := r.Base.Resolve(iri.MustParseReference(text))
			if got, ok := r.Relativize(target, form); !known || !ok || got.String() != text {
				t.Errorf("%s: %s is %s, %v, not %s", row[0], target, got, ok, text)
			}
		}
	}
	if len(forms) > 0 {
		t.Errorf("the table does not have %v", forms)
	}
}

// TestConvertTable: triples become what the table says, in a path.
func TestConvertTable(t *testing.T) {
	for _, row := range operations(t, "triples") {
		want := spans(row[1])
		for i, triples := range spans(row[0]) {
			becomes := triples
			if strings.Contains(row[1], "`") {
				becomes = want[i]
			}
			if got := iri.MustParse("http://h/" + triples).ToIRI().Path(); got != "/"+becomes {
				t.Errorf("%s becomes %s, not %s", triples, got[1:], becomes)
			}
		}
	}
}

// TestBuilderTable: these components are valid, and no reference has them in that place. The
// rule is the one that refuses them.
func TestBuilderTable(t *testing.T) {
	places := map[string]iri.Builder{
		"without an authority":              iri.Builder{}.Scheme("s"),
		"without a scheme and an authority": {},
		"behind an authority":               iri.Builder{}.Scheme("s").Host("h"),
		"without a host":                    iri.Builder{}.Scheme("s"),
	}
	for _, row := range operations(t, "component") {
		b, known := places[row[1]]
		if !known {
			t.Fatalf("where is %q", row[1])
		}
		var list []iri.Builder
		if path := spans(row[0]); path != nil {
			list = append(list, b.Path(path[0]))
		} else {
			list = append(list, b.Userinfo("u"), b.Port("80"))
		}
		for _, b := range list {
			_, err := b.Reference()
			var e *iri.ComponentError
			var s *iri.SyntaxError
			if !errors.As(err, &e) {
				t.Errorf("%s %s: %v", row[0], row[1], err)
				continue
			}
			name, _, _ := strings.Cut(strings.ReplaceAll(row[2], "`", ""), ":")
			if errors.As(err, &s) && s.Rule != name || s == nil && name != "none" {
				t.Errorf("%s %s: %v", row[0], row[1], err)
			}
		}
		if path := spans(row[0]); path != nil && !rule.IPath.ValidString(path[0]) {
			t.Errorf("%s is no path at all", path[0])
		}
	}
}

// TestFileTable: paths and IRIs become each other, and what else is read becomes the path.
func TestFileTable(t *testing.T) {
	for _, row := range operations(t, "path") {
		path, text := spans(row[0])[0], spans(row[1])[0]
		style := file.Unix
		if !strings.HasPrefix(path, "/") {
			style = file.Windows
		}
		if x, err := style.IRI(path); err != nil || x.String() != text {
			t.Errorf("%s becomes %v, %v, not %s", path, x, err, text)
		}
		for _, other := range append(spans(row[2]), text) {
			if got, err := style.Path(iri.MustParse(other)); err != nil || got != path {
				t.Errorf("%s becomes %s, %v, not %s", other, got, err, path)
			}
		}
	}
}

// TestFixTable: what is pasted becomes what the table says.
func TestFixTable(t *testing.T) {
	for _, row := range operations(t, "pasted") {
		f := fix.Fixer{Scheme: "https", ASCII: strings.Contains(row[2], "only if a URI"), Relative: strings.Contains(row[2], "only if references")}
		pasted := spans(row[0])
		if strings.Contains(row[0], "line end") {
			pasted = []string{strings.Join(pasted, "\n")}
		} else if strings.Contains(row[0], ", tab,") {
			pasted = []string{strings.Join(pasted, "\t")}
		}
		for i, text := range pasted {
			want := spans(row[1])[i]
			if got, changes, err := f.Fix(text); err != nil || got.String() != want || len(changes) == 0 {
				t.Errorf("%q becomes %q, %v, not %q", text, got, err, want)
			}
			if _, changes, err := (fix.Fixer{}).Fix(text); strings.HasPrefix(row[2], "only if") && err == nil && len(changes) > 0 {
				t.Errorf("%q is repaired unasked", text)
			}
		}
	}
}
