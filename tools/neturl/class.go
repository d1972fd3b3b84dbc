package main

import (
	"cmp"
	"errors"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"example.org/iri"
)

// A kind is how two readings of a text can differ.
type kind int

const (
	otherComponents kind = iota // both read it, in different ways
	otherText                   // both read it alike, and net/url writes it otherwise
	onlyOurs                    // net/url refuses it
	onlyTheirs                  // it is no IRI reference
	numKinds
)

// A class is texts about which the packages differ in the same way.
type class struct {
	kind  kind
	what  string // the first component, or why it is refused
	count int
	first []string // the shortest
}

const examples = 4 // in a class

// A list is the classes by kind and what.
type list map[kind]map[string]*class

// classify returns the classes of texts; a text counts once. The suites are in a folder.
func classify(suites string) (list, error) {
	l, seen := make(list), make(map[string]bool)
	err := each(suites, func(text string) {
		if seen[text] {
			return
		}
		seen[text] = true
		if kind, what := differ(text); kind < numKinds {
			l.add(kind, what, text)
		}
	})
	return l, err
}

func (l list) add(k kind, what, text string) {
	if l[k] == nil {
		l[k] = make(map[string]*class)
	}
	c := l[k][what]
	if c == nil {
		c = &class{kind: k, what: what}
		l[k][what] = c
	}
	c.count++
	c.first = append(c.first, text)
	slices.SortFunc(c.first, func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) })
	c.first = c.first[:min(len(c.first), examples)]
}

// classes returns those of a kind, the largest first.
func (l list) classes(k kind) []*class {
	var classes []*class
	for _, c := range l[k] {
		classes = append(classes, c)
	}
	slices.SortFunc(classes, func(a, b *class) int { return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.what, b.what)) })
	return classes
}

// differ returns how the packages differ about a text; numKinds if they do not.
func differ(text string) (k kind, what string) {
	x, err := iri.ParseReference(text)
	u, theirErr := url.Parse(text)
	switch {
	case err != nil && theirErr != nil:
		return numKinds, ""
	case err != nil:
		var e *iri.SyntaxError
		if errors.As(err, &e) {
			return onlyTheirs, e.Reason.String()
		}
		return onlyTheirs, err.Error()
	case theirErr != nil:
		return onlyOurs, refusal(theirErr)
	}
	a, b := ours(x), theirs(u)
	for i := range a {
		if a[i] != b[i] {
			return otherComponents, names[i]
		}
	}
	return rewritten(x, u)
}

// rewritten returns the first component that net/url writes otherwise than it stands in the URI of x,
// or whether it is there.
func rewritten(x iri.Reference, u *url.URL) (k kind, what string) {
	uri := x.ToURI()
	back, err := iri.ParseReference(u.String())
	if err != nil {
		return otherText, "is no reference"
	}
	back = back.ToURI() // a query stays as it is
	for i, component := range [...]func(iri.Reference) (string, bool){
		func(x iri.Reference) (string, bool) { return strings.ToLower(x.Scheme()), true },
		iri.Reference.Userinfo, iri.Reference.Host, iri.Reference.Port,
		func(x iri.Reference) (string, bool) { return x.Path(), true },
		iri.Reference.Query, iri.Reference.Fragment,
	} {
		a, before := component(uri)
		b, after := component(back)
		switch {
		case before && !after:
			return otherText, names[i] + " that is empty is lost"
		case a != b || before != after:
			return otherText, names[i]
		}
	}
	return numKinds, ""
}

var quoted = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)

// refusal returns why net/url refuses a text, without parts of the text.
func refusal(err error) string {
	var e *url.Error
	if errors.As(err, &e) {
		err = e.Err
	}
	return strings.TrimSpace(quoted.ReplaceAllString(err.Error(), "..."))
}
