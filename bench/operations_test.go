package bench

import (
	"math/rand/v2"
	"net/url"
	"strings"
	"testing"

	"example.org/iri"
	"example.org/iri/internal/testkit/corpus"
)

// level is the level of normalization that other implementations have.
const level = iri.SyntaxBased | iri.DecodeUTF8

// An input is the input of an operation, with a base if it resolves.
type input struct {
	base iri.Resolver
	s    string
	p    []byte // s
}

func newInput(base iri.IRI, s string) input { return input{iri.Resolver{Base: base}, s, []byte(s)} }

// An operation is implemented by several functions, of which the first is right. They append the result for input i, or
// nothing.
type operation struct {
	name   string
	inputs func(corpus.List) []input
	funcs  func([]input) []function
}

type function struct {
	name string
	run  func(dst []byte, i int) []byte
}

var operations = []operation{
	{"resolve", links, resolve},
	{"normalize", normal, normalize},
	{"normalize-more", other, normalize},
	{"to-uri", plain, toURI},
}

// BenchmarkOperation/op=NAME/list=LIST/func=NAME measures an operation on the strings of a list. Metric other/list
// counts the inputs for which a function of another package has a different result, or none.
func BenchmarkOperation(b *testing.B) {
	buf := make([]byte, 0, 1<<16)
	for _, op := range operations {
		for _, l := range corpus.Generated() {
			inputs := op.inputs(l)
			in := indices(len(inputs))
			funcs := op.funcs(inputs)
			for _, f := range funcs {
				others := countOthers(b, funcs[0], f, len(inputs))
				b.Run("op="+op.name+"/list="+l.Name+"/func="+f.name, func(b *testing.B) {
					for k := 0; b.Loop(); k++ {
						for _, i := range in[k%orders] {
							f.run(buf, i)
						}
					}
					perString(b, len(inputs))
					b.ReportMetric(float64(others), "other/list")
				})
			}
		}
	}
}

// countOthers counts the different results of f. For package iri, they are errors.
func countOthers(tb testing.TB, right, f function, n int) (count int) {
	for i := range n {
		got, want := string(f.run(nil, i)), string(right.run(nil, i))
		if got == want {
			continue
		}
		if count++; strings.HasPrefix(f.name, "iri.") {
			tb.Fatalf("%s: %q, not %q", f.name, got, want)
		}
	}
	return count
}

func plain(l corpus.List) (all []input) {
	for _, s := range l.Texts {
		all = append(all, newInput(iri.IRI{}, s))
	}
	return all
}

// links returns references from a document at one string to others: of six forms, and 16 for each base.
func links(l corpus.List) (all []input) {
	r := rand.New(rand.NewPCG(3986, 5))
	for i := range l.Texts {
		base, _ := iri.Parse(l.Texts[i/16])
		target, _ := iri.Parse(l.Texts[r.IntN(len(l.Texts))])
		s, path := target.String(), target.Path()
		last := path[strings.LastIndexByte(path, '/')+1:]
		absolute := "/" + strings.TrimPrefix(s[target.Parts().Path().Start:], "/")
		forms := []string{s, s[len(target.Scheme())+1:], absolute, "../" + last, "./" + last + "#top", "?page=2"}
		all = append(all, newInput(base, forms[i%len(forms)]))
	}
	return all
}

func normal(l corpus.List) (all []input) {
	for _, s := range l.Texts {
		x, _ := iri.Parse(s)
		all = append(all, newInput(iri.IRI{}, x.Normalize(level).String()))
	}
	return all
}

// other returns strings with the same normal forms that are not normal, in three ways.
func other(l corpus.List) (all []input) {
	for i, normal := range normal(l) {
		x, _ := iri.Parse(normal.s)
		s, path := normal.s, x.Parts().Path().Start
		switch {
		case i%3 == 0 && strings.HasPrefix(x.Path(), "/"):
			s = s[:path] + "/%7e/.." + s[path:]
		case i%3 == 1 && strings.Contains(s, "e"):
			s = strings.Replace(s, "e", "%65", 1)
		default:
			s = strings.ToUpper(x.Scheme()) + s[len(x.Scheme()):]
		}
		all = append(all, newInput(iri.IRI{}, s))
	}
	return all
}

// resolve returns functions whose bases are parsed in advance, as by a program that resolves many references against
// each.
func resolve(inputs []input) []function {
	urls := make([]*url.URL, len(inputs))
	for i, x := range inputs {
		urls[i], _ = url.Parse(x.base.Base.String())
	}
	return []function{
		{"iri.Resolver.AppendResolve", func(dst []byte, i int) []byte {
			dst, _, _ = inputs[i].base.AppendResolve(dst, inputs[i].p)
			return dst
		}},
		{"iri.IRI.Resolve", func(dst []byte, i int) []byte {
			r, _ := iri.ParseReference(inputs[i].s)
			return append(dst, inputs[i].base.Base.Resolve(r).String()...)
		}},
		{"url.URL.ResolveReference", func(dst []byte, i int) []byte {
			return appendURL(dst, inputs[i].s, urls[i].ResolveReference)
		}},
	}
}

func normalize(inputs []input) []function {
	parsed := make([]iri.Reference, len(inputs))
	for i, x := range inputs {
		parsed[i], _ = iri.ParseReference(x.s)
	}
	return []function{
		{"iri.AppendNormal", func(dst []byte, i int) []byte {
			dst, _, _ = iri.AppendNormal(dst, inputs[i].p, level)
			return dst
		}},
		{"iri.Reference.Normalize", func(dst []byte, i int) []byte {
			return append(dst, parsed[i].Normalize(level).String()...)
		}},
		{"url.URL.JoinPath", func(dst []byte, i int) []byte {
			return appendURL(dst, inputs[i].s, func(u *url.URL) *url.URL { return u.JoinPath() })
		}},
	}
}

func toURI(inputs []input) []function {
	return []function{
		{"iri.AppendURI", func(dst []byte, i int) []byte {
			dst, _, _ = iri.AppendURI(dst, inputs[i].p)
			return dst
		}},
		{"url.URL.String", func(dst []byte, i int) []byte {
			return appendURL(dst, inputs[i].s, func(u *url.URL) *url.URL { return u })
		}},
	}
}

// appendURL appends the result of an operation on a string that net/url can parse.
func appendURL(dst []byte, s string, do func(*url.URL) *url.URL) []byte {
	u, err := url.Parse(s)
	if err != nil {
		return dst
	}
	return append(dst, do(u).String()...)
}
