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

// resolver returns the linker of a scope, after which the scope must not change.
func (s *scope) resolver() *linker {
	if s.links == nil {
		s.links = s.around.resolver()
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

// inContext is the state of contexts for a bracket.
type inContext struct {
	role   role
	owner  int    // of a context: index of its object
	scope  *scope // nil until needed
	fixed  bool   // no later context can change the scope
	passed bool   // the queue was flushed; a later context is an error
}

// contexts tracks the base IRIs that JSON-LD contexts set, in JSON and in YAML. A context also applies to the members
// before it, so strings are queued until the objects around them end or have their contexts.
type contexts struct {
	open     []bracket
	off      bool  // do not resolve relative references
	document scope // outside every context
	loose    int   // number of open objects whose context may follow
	queue    []waiting
	given    int    // number of queued strings in blocks
	texts    []byte // bytes of queued strings
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

func newContexts(base iri.IRI, off bool) contexts {
	l := newLinker(base)
	return contexts{off: off, document: scope{links: &l}}
}

func (c *contexts) push(w pathState, object bool) {
	b := bracket{pathState: w, object: object}
	if n := len(c.open); n > 0 {
		switch top := &c.open[n-1]; {
		case top.role == roleNode && w.key == "@context":
			b.role, b.owner = roleContext, n-1
		case top.role == roleContext && !top.object:
			b.role, b.owner = roleContext, top.owner
		case top.role != roleNode:
			b.role = roleDefinition
		}
	}
	if b.role == roleNode && object {
		c.loose++
	} else {
		b.fixed = true
	}
	c.open = append(c.open, b)
}

func (c *contexts) pop() {
	n := len(c.open) - 1
	c.fix(n)
	if top := &c.open[n]; top.role == roleContext && top.owner == n-1 {
		c.fix(n - 1)
	}
	c.open[n] = bracket{}
	c.open = c.open[:n]
}

// fix records that no later context can change the scope of a bracket.
func (c *contexts) fix(n int) {
	if b := &c.open[n]; !b.fixed {
		b.fixed = true
		c.loose--
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

// endContext fixes the scope of an object after a context that is a string or null.
func (c *contexts) endContext(w pathState) {
	if owner, is := c.isContext(w); is && owner == len(c.open)-1 {
		c.fix(owner)
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

var errPassed = fmt.Errorf("this context follows more than %d strings or %d MiB that it applies to", maxWaiting, maxWaitingBytes>>20)

// change returns the scope that a context changes, or nil if it is not the object's first context.
func (c *contexts) change(owner int) (*scope, error) {
	switch o := &c.open[owner]; {
	case o.passed:
		return nil, errPassed
	case o.fixed || c.off:
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
		before := *s
		*s = scope{around: &before, base: string(text[:min(len(text), block.MaxBase+1)])}
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
	if v.given == len(v.queue) && (!relative || v.off || w.key != "@base" && hasScheme(text)) {
		v.document.links.give(b, text, place, relative)
		return nil
	}
	s, base, wrong := v.text(w, text)
	start := len(v.texts)
	v.texts = append(v.texts, text...)
	v.queue = append(v.queue, waiting{span: span{start, len(v.texts)}, place: place, scope: s, relative: relative, base: base})
	if len(v.queue) >= maxWaiting || len(v.texts) >= maxWaitingBytes {
		v.pass()
	}
	return v.goOn(wrong)
}

func (v *values) goOn(err error) error {
	if err == nil {
		return nil
	}
	return &Error{Line: v.line, Column: v.column, Err: err, GoesOn: true}
}

// pass stops waiting for the contexts of open objects.
func (c *contexts) pass() {
	for i := range c.open {
		c.open[i].passed = c.open[i].passed || !c.open[i].fixed
		c.fix(i)
	}
}

func (v *values) isReady() bool { return v.loose == 0 && v.given < len(v.queue) }

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
	text = w.scope.resolver().give(b, text, w.place, w.relative)
	if w.base && len(text) > block.MaxBase {
		return &Error{Line: w.place.Line, Column: w.place.Column, Err: errLongBase, GoesOn: true}
	}
	return nil
}

// delay queues an error behind queued strings and returns nil. It returns err if the queue is empty.
func (v *values) delay(err error) error {
	if wrong := new(Error); !errors.As(err, &wrong) || !wrong.GoesOn {
		v.pass()
	}
	if v.given == len(v.queue) {
		return err
	}
	v.queue = append(v.queue, waiting{err: err})
	return nil
}
