package httpguard

import (
	"slices"

	"example.org/iri"
	"example.org/iri/internal/char"
	"example.org/iri/internal/inet"
)

func (r *request[B]) refusedBy(p *Policy) *Error {
	for _, t := range [...]*input[B]{&r.target, &r.host} {
		if e := t.tooLong(&p.Max); e != nil {
			return e
		}
	}
	if e := r.authority(p); e != nil {
		return e
	}
	for _, t := range [...]*input[B]{&r.target, &r.host} {
		if e := t.port(p.Ports); e != nil {
			return e
		}
	}
	if p.Refuse == 0 {
		return nil
	}
	return r.contents(p.Refuse)
}

func (t *input[B]) tooLong(most *Lengths) *Error {
	if t.in == inTarget && most.Target != 0 && len(t.bytes) > most.Target {
		return t.refused(ReasonTooLong, 0, most.Target)
	}
	for _, limit := range [...]struct {
		of iri.Component
		n  int
	}{
		{iri.ComponentScheme, most.Scheme}, {iri.ComponentUserinfo, most.Userinfo}, {iri.ComponentHost, most.Host},
		{iri.ComponentPath, most.Path}, {iri.ComponentQuery, most.Query},
	} {
		if limit.n == 0 {
			continue
		}
		if s, _ := t.parts.Get(limit.of); s.End-s.Start > limit.n {
			return t.refused(ReasonTooLong, limit.of, s.Start+limit.n)
		}
	}
	return nil
}

// authority applies the switches about the authority. In origin-form and asterisk-form, the Host field is the authority.
func (r *request[B]) authority(p *Policy) *Error {
	named, hostless := &r.host, r.hostless
	if r.form == absoluteForm || r.form == authorityForm {
		named, hostless = &r.target, false
	}
	userinfo, hasUserinfo := r.target.parts.Userinfo()
	switch {
	case r.hostless && p.Refuse.Has(ReasonNoHost):
		return r.host.refused(ReasonNoHost, 0, 0)
	case !r.target.hasScheme(p.Schemes):
		return r.target.refused(ReasonScheme, iri.ComponentScheme, 0)
	case hasUserinfo && p.Refuse.Has(ReasonUserinfo):
		return r.target.refused(ReasonUserinfo, iri.ComponentUserinfo, userinfo.Start)
	case p.Refuse.Has(ReasonEmptyHost) && !named.namesHost() && !hostless:
		host, _ := named.parts.Host()
		return named.refused(ReasonEmptyHost, iri.ComponentHost, host.Start)
	case p.Refuse.Has(ReasonHostMismatch) && r.form == absoluteForm && !r.agree():
		return r.host.refused(ReasonHostMismatch, 0, 0)
	}
	return nil
}

// hasScheme reports whether the scheme, if any, is in a nonempty list, ignoring case (RFC 3986, section 3.1).
func (t *input[B]) hasScheme(list []string) bool {
	span, present := t.parts.Scheme()
	if !present || len(list) == 0 {
		return true
	}
	return slices.ContainsFunc(list, func(s string) bool { return char.EqualFold(t.of(span), s) })
}

// agree reports whether the Host field equals the host and port of the target, ignoring ASCII case (RFC 9112, section
// 3.2), or is absent in HTTP/1.0.
func (r *request[B]) agree() bool {
	return r.hostless || char.EqualFold(r.target.hostAndPort(), r.host.bytes)
}

// port refuses a port outside of a range. An empty port is the default port.
func (t *input[B]) port(ports PortRange) *Error {
	span, present := t.parts.Port()
	if !present || ports == (PortRange{}) || span.Start == span.End {
		return nil
	}
	if port, small := inet.Port(t.of(span)); small && ports.First <= port && port <= ports.Last {
		return nil
	}
	return t.refused(ReasonPort, iri.ComponentPort, span.Start)
}
