package httpguard

import (
	"slices"

	"example.org/iri"
	"example.org/iri/internal/char"
	"example.org/iri/internal/inet"
)

// refusedBy returns what a policy has against a request that the RFCs allow, nil if nothing.
func (r *request[B]) refusedBy(p *Policy) *Error {
	if e := r.target.tooLong(&p.Max); e != nil {
		return e
	}
	if e := r.host.tooLong(&p.Max); e != nil {
		return e
	}
	if e := r.authority(p); e != nil {
		return e
	}
	if e := r.target.port(p.Ports); e != nil {
		return e
	}
	if e := r.host.port(p.Ports); e != nil {
		return e
	}
	return r.contents(p.Refuse)
}

// tooLong refuses what is longer than a policy has it.
func (t *text[B]) tooLong(most *Lengths) *Error {
	if most.allow(len(t.bytes)) {
		return nil
	}
	if t.in == inTarget && most.Target != 0 && len(t.bytes) > most.Target {
		return t.refused(ReasonTooLong, 0, most.Target)
	}
	scheme, _ := t.parts.Scheme()
	userinfo, _ := t.parts.Userinfo()
	host, _ := t.parts.Host()
	query, _ := t.parts.Query()
	switch {
	case isOver(scheme, most.Scheme):
		return t.refused(ReasonTooLong, iri.ComponentScheme, scheme.Start+most.Scheme)
	case isOver(userinfo, most.Userinfo):
		return t.refused(ReasonTooLong, iri.ComponentUserinfo, userinfo.Start+most.Userinfo)
	case isOver(host, most.Host):
		return t.refused(ReasonTooLong, iri.ComponentHost, host.Start+most.Host)
	case isOver(t.parts.Path(), most.Path):
		return t.refused(ReasonTooLong, iri.ComponentPath, t.parts.Path().Start+most.Path)
	case isOver(query, most.Query):
		return t.refused(ReasonTooLong, iri.ComponentQuery, query.Start+most.Query)
	}
	return nil
}

// allow reports whether nothing of so many bytes is too long.
func (l *Lengths) allow(n int) bool {
	for _, most := range [...]int{l.Target, l.Scheme, l.Userinfo, l.Host, l.Path, l.Query} {
		if most != 0 && n > most {
			return false
		}
	}
	return true
}

// isOver reports whether a component is longer than a limit, of which 0 is none.
func isOver(s iri.Span, most int) bool { return most != 0 && s.End-s.Start > most }

// authority judges whom the request is for: the authority of the target or, if that has none, the
// Host field.
func (r *request[B]) authority(p *Policy) *Error {
	named := &r.host
	if r.form == AbsoluteForm || r.form == AuthorityForm {
		named = &r.target
	}
	userinfo, hasUserinfo := r.target.parts.Userinfo()
	switch {
	case !r.target.hasScheme(p.Schemes):
		return r.target.refused(ReasonScheme, iri.ComponentScheme, 0)
	case hasUserinfo && p.Refuse&ReasonUserinfo != 0:
		return r.target.refused(ReasonUserinfo, iri.ComponentUserinfo, userinfo.Start)
	case p.Refuse&ReasonEmptyHost != 0 && !named.namesHost():
		host, _ := named.parts.Host()
		return named.refused(ReasonEmptyHost, iri.ComponentHost, host.Start)
	case p.Refuse&ReasonHostMismatch != 0 && r.form == AbsoluteForm && !r.agree():
		return r.host.refused(ReasonHostMismatch, 0, 0)
	}
	return nil
}

// hasScheme reports whether the scheme, if there is one, is in a list that is not empty, in any case
// (RFC 3986, section 3.1).
func (t *text[B]) hasScheme(list []string) bool {
	span, present := t.parts.Scheme()
	if !present || len(list) == 0 {
		return true
	}
	return slices.ContainsFunc(list, func(s string) bool { return char.EqualFold(t.of(span), s) })
}

// agree reports whether the Host field is the authority of the target without its userinfo (RFC
// 9112, section 3.2). The case of ASCII letters does not matter.
func (r *request[B]) agree() bool { return char.EqualFold(r.target.hostAndPort(), r.host.bytes) }

// port refuses a port that is not in a range. One that is empty stands for that of the scheme.
func (t *text[B]) port(ports PortRange) *Error {
	span, present := t.parts.Port()
	if !present || ports == (PortRange{}) || span.Start == span.End {
		return nil
	}
	if port, small := inet.Port(t.of(span)); small && ports.First <= port && port <= ports.Last {
		return nil
	}
	return t.refused(ReasonPort, iri.ComponentPort, span.Start)
}
