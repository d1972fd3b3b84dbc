package source

import (
	"errors"
	"fmt"

	"example.org/iri"
	"example.org/iri/rule"
	"example.org/iri/tools/iri/source/internal/block"
)

// A scope is the base IRI of an object of JSON-LD, inherited from the object around it unless a context sets another
// (JSON-LD 1.1, section 4.1.3).
type scope struct {
	links  *linker // nil until needed
	around *scope  // nil if links is set
	base   string  // reference to resolve against the base IRI around it, or ""
}

// linker must be called after the last change of the scope.
func (s *scope) linker() *linker {
	if s.links == nil {
		s.links = s.around.linker()
		if own, ok := s.links.rebase(s.base); ok && s.base != "" && len(own.resolver.Base.String()) <= block.MaxBase {
			s.links = own
		}
		s.around = nil
	}
	return s.links
}

type role uint8

const (
	roleNode       role = iota // outside a context
	roleContext                // a context, or an array of contexts
	roleDefinition             // inside a context, such as the definition of a term
)

// contextState is what contexts records about an open array or object.
type contextState struct {
	role    role
	owner   int    // of a context: index of its object
	scope   *scope // nil until needed
	decided bool   // no later context can change the scope
	tooLate bool   // decided early; a later context that changes the base IRI is an error
}

// contexts tracks the base IRIs that JSON-LD contexts set, in JSON and in YAML. A context also applies to the members
// before it. So strings are queued with a pointer to the scope of their object, whose value a context replaces. They
// are resolved as soon as every open object is decided: by its context, by its end, or because too many strings wait.
type contexts struct {
	open      []bracket
	verbatim  bool  // do not resolve relative references
	document  scope // outside every context
	undecided int   // number of open objects
	queue     []waiting
	given     int    // number of queued strings already added to a block
	texts     []byte // bytes of queued strings
}

type waiting struct {
	span
	place    Place
	scope    *scope
	relative bool
	base     bool
	err      error
}

const (
	maxWaiting      = 1 << 14
	maxWaitingBytes = 1 << 20
)

func newContexts(base iri.IRI, verbatim bool) contexts {
	l := newLinker(base)
	return contexts{verbatim: verbatim, document: scope{links: &l}}
}

func (c *contexts) push(w pathState, object bool) {
	b := bracket{pathState: w, object: object}
	if owner, is := c.isContext(w); is {
		b.role, b.owner = roleContext, owner
	} else if n := len(c.open); n > 0 && c.open[n-1].role != roleNode {
		b.role = roleDefinition
	}
	if b.role == roleNode && object {
		c.undecided++
	} else {
		b.decided = true
	}
	c.open = append(c.open, b)
}

func (c *contexts) pop() {
	n := len(c.open) - 1
	c.decide(n)
	if top := &c.open[n]; top.role == roleContext && top.owner == n-1 { // the whole context, not an element of it
		c.decide(n - 1)
	}
	c.open[n] = bracket{}
	c.open = c.open[:n]
}

func (c *contexts) decide(n int) {
	if b := &c.open[n]; !b.decided {
		b.decided = true
		c.undecided--
	}
}

// scopeOf returns the scope of a bracket. It creates missing scopes from the outermost bracket on.
func (c *contexts) scopeOf(n int) *scope {
	from := n
	for from >= 0 && c.open[from].scope == nil {
		from--
	}
	s := &c.document
	if from >= 0 {
		s = c.open[from].scope
	}
	for i := from + 1; i <= n; i++ {
		if b := &c.open[i]; b.role == roleNode && b.object {
			s = &scope{around: s}
		}
		c.open[i].scope = s
	}
	return s
}

// isContext reports whether a value is a context, and returns the index of its object.
func (c *contexts) isContext(w pathState) (owner int, is bool) {
	n := len(c.open) - 1
	if n < 0 || w.key != "@context" {
		return 0, false
	}
	switch top := &c.open[n]; {
	case top.role == roleNode:
		return n, true
	case top.role == roleContext && !top.object:
		return top.owner, true
	}
	return 0, false
}

// endContext decides an object after a context that is a string or null.
func (c *contexts) endContext(w pathState) {
	if owner, is := c.isContext(w); is && owner == len(c.open)-1 {
		c.decide(owner)
	}
}

// isBase reports whether a value is the base IRI of a context, and returns the index of the context's object.
func (c *contexts) isBase(w pathState) (owner int, is bool) {
	n := len(c.open) - 1
	if n < 0 || w.key != "@base" || c.open[n].role != roleContext || !c.open[n].object {
		return 0, false
	}
	return c.open[n].owner, true
}

var errTooLate = fmt.Errorf("this context is too late: %d strings or %d MiB before it waited for contexts", maxWaiting, maxWaitingBytes>>20)

// change returns the scope of an object for a context to replace, or nil if the context has no effect.
func (c *contexts) change(owner int) (*scope, error) {
	switch o := &c.open[owner]; {
	case o.tooLate:
		return nil, errTooLate
	case o.decided || c.verbatim:
		return nil, nil
	}
	return c.scopeOf(owner), nil
}

// null handles null, which resets all contexts or the base IRI.
func (c *contexts) null(w pathState) error {
	if owner, is := c.isContext(w); is {
		s, err := c.change(owner)
		if s != nil {
			*s = scope{around: &c.document}
		}
		c.endContext(w)
		return err
	}
	if owner, is := c.isBase(w); is {
		s, err := c.change(owner)
		if s != nil {
			none := newLinker(iri.IRI{})
			*s = scope{links: &none}
		}
		return err
	}
	return nil
}

// text returns the scope of a string, and whether the string sets a base IRI.
func (c *contexts) text(w pathState, text []byte) (s *scope, base bool, err error) {
	if _, is := c.isContext(w); is || w.key == "@import" || len(c.open) == 0 {
		return &c.document, false, nil // a reference to a remote context is relative to the document
	}
	if owner, is := c.isBase(w); is {
		s, err := c.change(owner)
		if s == nil {
			return &c.document, false, err
		}
		before := *s // the string is relative to it
		if len(text) <= block.MaxBase {
			*s = scope{around: &before, base: string(text)}
		}
		return &before, true, nil
	}
	return c.scopeOf(len(c.open) - 1), false, nil
}

// hasScheme reports whether a reference is independent of a base IRI.
func hasScheme(text []byte) bool {
	n := rule.Scheme.Prefix(text)
	return n > 0 && n < len(text) && text[n] == ':'
}

func (v *values) add(b *Block, text []byte, place Place, w pathState, relative bool) error {
	v.endContext(w)
	// Nothing waits before the string, and no context applies to it or is changed by it.
	if v.given == len(v.queue) && (!relative || v.verbatim || w.key != "@base" && hasScheme(text)) {
		v.document.links.addTo(b, text, place, relative)
		return nil
	}
	s, base, wrong := v.text(w, text)
	start := len(v.texts)
	v.texts = append(v.texts, text...)
	v.queue = append(v.queue, waiting{span: span{start, len(v.texts)}, place: place, scope: s, relative: relative, base: base})
	if len(v.queue) >= maxWaiting || len(v.texts) >= maxWaitingBytes {
		v.stopWaiting()
	}
	return v.recoverable(wrong)
}

func (v *values) recoverable(err error) error {
	if err == nil {
		return nil
	}
	return &Error{Line: v.line, Column: v.column, Err: err, GoesOn: true}
}

func (c *contexts) stopWaiting() {
	for i := range c.open {
		c.open[i].tooLate = c.open[i].tooLate || !c.open[i].decided
		c.decide(i)
	}
}

func (v *values) isReady() bool { return v.undecided == 0 && v.given < len(v.queue) }

func (v *values) giveNext(b *Block) error {
	w := v.queue[v.given]
	v.queue[v.given].scope = nil
	text := v.texts[w.start:w.end]
	if v.given++; v.given == len(v.queue) {
		v.queue, v.texts, v.given = v.queue[:0], v.texts[:0], 0
	}
	if w.err != nil {
		return w.err
	}
	added := w.scope.linker().addTo(b, text, w.place, w.relative)
	if w.base && max(len(text), len(added)) > block.MaxBase {
		return &Error{Line: w.place.Line, Column: w.place.Column, Err: errLongBase, GoesOn: true}
	}
	return nil
}

// delay queues err behind queued strings, or returns it if there are none. If err ends reading, none waits any longer.
func (v *values) delay(err error) error {
	if wrong := new(Error); !errors.As(err, &wrong) || !wrong.GoesOn {
		v.stopWaiting()
	}
	if v.given == len(v.queue) {
		return err
	}
	v.queue = append(v.queue, waiting{err: err})
	return nil
}
