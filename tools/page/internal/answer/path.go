package answer

import (
	"errors"
	"strings"
	"sync"

	"example.org/iri"
	"example.org/iri/tools/internal/draw"
)

// componentParts names the rules of whole references by what they are for people, so that a drawing has
// a box for each: without the rules of addresses, which have most of the states.
var componentParts = map[string][]string{
	"RFC 3987": {
		"scheme", "userinfo=iuserinfo", "host=ihost", "port", "path=ipath-abempty", "path=ipath-absolute",
		"path=ipath-noscheme", "path=ipath-rootless", "query=iquery", "fragment=ifragment",
	},
	"RFC 3986": {
		"scheme", "userinfo", "host", "port", "path=path-abempty", "path=path-absolute",
		"path=path-noscheme", "path=path-rootless", "query", "fragment",
	},
}

// wholes are the rules that have all components.
var wholes = map[string]bool{
	"IRI": true, "IRI-reference": true, "absolute-IRI": true, "irelative-ref": true,
	"URI": true, "URI-reference": true, "absolute-URI": true, "relative-ref": true,
}

// drawings keeps those of the library's rules: their layout takes longer than all else.
var drawings sync.Map // name to *draw.Drawing

// path answers "path".
func (r *Request) path() (*Path, error) {
	chosen, err := ruleNamed(r.Rule)
	if err != nil {
		return nil, err
	}
	name, document := chosen.String(), documentOf(chosen)
	if document.grammar == nil {
		return nil, errors.New("there is no drawing of " + name + ", which is made of several grammars")
	}
	kept, known := drawings.Load(name)
	if !known {
		var options draw.Options
		if wholes[name] {
			options.Parts = componentParts[document.group]
		}
		d, err := draw.New(document.grammar, name, &options)
		if err != nil {
			return nil, err
		}
		kept, _ = drawings.LoadOrStore(name, d)
	}
	return walk(kept.(*draw.Drawing), name, r.Text), nil
}

// automaton answers "automaton".
func (r *Request) automaton() *Path {
	g, faults := r.parse()
	if faults != nil {
		return &Path{Rule: r.Rule, Faults: faults}
	}
	d, err := draw.New(g, r.Rule, nil)
	if err != nil {
		return &Path{Rule: r.Rule, Faults: positions(err)}
	}
	return walk(d, r.Rule, r.Text)
}

// walk follows a string through a drawing; the empty one leaves it as it is.
func walk(d *draw.Drawing, rule, text string) *Path {
	w, u := d.Walk(text), newUnits(text)
	p := &Path{Rule: rule, Caption: d.Caption(), Accepts: w.Accepts}
	if text == "" {
		p.SVG = string(d.SVG())
		return p
	}
	p.SVG = string(d.WalkSVG(w))
	for i, s := range w.Stays {
		last := i == len(w.Stays)-1
		p.Steps = append(p.Steps, Step{
			Node: s.Node, Parts: strings.Join(s.Parts, ", "), Span: u.span(iri.Span{Start: s.Start, End: s.End}), Text: text[s.Start:s.End],
			Stops: last && !w.Accepts,
		})
	}
	return p
}
