package httpguard

import (
	"math"
	"net/http"

	"example.org/iri"
	"example.org/iri/dfa"
	"example.org/iri/internal/fault"
	"example.org/iri/internal/inet"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/scan"
	"example.org/iri/rule"
)

// A Result describes an accepted request. It is zero for a refused one.
type Result struct {
	// Form is the form of the target (RFC 9112, section 3.2): [rule.OriginForm], [rule.AbsoluteForm],
	// [rule.AuthorityForm] or [rule.AsteriskForm]. The target may have other characters that the policy allows.
	Form rule.Rule

	Target iri.Parts // offsets of the components of the target
	Host   iri.Parts // offsets in the Host field: of the authority, which is the whole field, its host and its port
}

// Check validates the method, the target and the values of all Host fields of a request. Pass the bytes on the wire,
// before any decoding, without white space around a Host value. For an empty Host field, pass an empty slice that is
// not nil. For a request without a Host field, pass no value in HTTP/1.1, and one nil value in HTTP/1.0.
//
// The error is an [*Error]. If the RFCs forbid the request, all policies return the same error. Check takes time linear
// in the length of the input, and allocates only the error.
func (p Policy) Check(method, target []byte, hosts ...[]byte) (Result, error) {
	r := request[[]byte]{method: method, target: input[[]byte]{in: inTarget, bytes: target}}
	r.hostless = len(hosts) == 1 && hosts[0] == nil
	e := r.parse(p.characters(), hosts)
	if e == nil {
		e = r.refusedBy(&p)
	}
	if e != nil {
		return Result{}, e
	}
	return r.result(), nil
}

type stringOrBytes interface{ []byte | string }

type request[B stringOrBytes] struct {
	method B
	form   form
	target input[B]
	host   input[B]

	// byServer is set if a server of net/http has replaced the Host field by the host of the target, if any.
	byServer bool

	hostless bool // HTTP/1.0 without a Host field
}

type input[B stringOrBytes] struct {
	in    string // for Error.In
	bytes B
	parts iri.Parts
}

// Values of Error.In.
const (
	inMethod = "method"
	inTarget = "target"
	inHost   = "host"
)

func (r *request[B]) result() Result { return Result{r.form.rule(), r.target.parts, r.host.parts} }

func (r *request[B]) parse(set characters, hosts []B) *Error {
	if !dfa.Match(language.Method.Automaton, r.method) {
		offset := max(dfa.Prefix(language.Method.Automaton, r.method), 0)
		return &Error{http.StatusBadRequest, ReasonMethod, inMethod, 0, offset}
	}
	if e := r.parseTarget(set); e != nil {
		return e
	}
	return r.parseHost(set, hosts)
}

func (r *request[B]) parseTarget(set characters) *Error {
	r.form = formOf(r.target.bytes, string(r.method) == http.MethodConnect)
	e := r.target.split(languages[r.form][set])
	switch {
	case e == nil && !allowsForm(r.method, r.form):
		return r.target.refused(ReasonForm, 0, 0)
	case e != nil && e.Reason == ReasonSyntax && hasOtherForm(r.form, r.target.bytes, set):
		e.Reason, e.Component, e.Offset = ReasonForm, 0, 0
	case e == nil && r.form == absoluteForm:
		return r.target.httpHost()
	case e == nil && r.form == authorityForm:
		return r.target.connectPort()
	}
	return e
}

// httpHost refuses http and https without a host (RFC 9110, sections 4.2.1 and 4.2.2).
func (t *input[B]) httpHost() *Error {
	scheme, _ := t.parts.Scheme()
	if t.namesHost() || !uri.IsWeb(t.of(scheme)) {
		return nil
	}
	host, present := t.parts.Host()
	if !present {
		host = t.parts.Path()
	}
	return t.refused(ReasonEmptyHTTPHost, iri.ComponentHost, host.Start)
}

// connectPort refuses ports to which no tunnel can lead (RFC 9110, section 9.3.6).
func (t *input[B]) connectPort() *Error {
	port, _ := t.parts.Port()
	if number, small := inet.Port(t.of(port)); number == 0 || !small {
		return t.refused(ReasonConnectPort, iri.ComponentPort, port.Start)
	}
	return nil
}

func (r *request[B]) parseHost(set characters, hosts []B) *Error {
	r.host.in = inHost
	if r.byServer && r.target.namesHost() {
		r.host.bytes = hosts[0]
		return nil
	}
	switch len(hosts) {
	case 0:
		return r.host.refused(ReasonNoHost, 0, 0)
	case 1:
		r.host.bytes = hosts[0]
	default:
		return r.host.refused(ReasonSeveralHosts, 0, 0)
	}
	return r.host.split(hostFields[set])
}

func (t *input[B]) split(l *uri.Language) *Error {
	if uint64(len(t.bytes)) > math.MaxUint32 {
		return t.refused(ReasonTooLong, 0, len(t.bytes))
	}
	parts, state, n, ok := scan.Fallback(l, t.bytes)
	if !ok {
		var f fault.Fault
		reason, _, _ := fault.Find(&f, l, t.bytes, state, n)
		return t.refused(ReasonSyntax, iri.Component(f.Component(reason)), n)
	}
	t.parts = iri.Parts(parts)
	return nil
}

func (t *input[B]) of(s iri.Span) B { return t.bytes[s.Start:s.End] }

func (t *input[B]) namesHost() bool {
	host, _ := t.parts.Host()
	return host.Start < host.End
}

func (t *input[B]) hostAndPort() B {
	authority, _ := t.parts.Authority()
	host, _ := t.parts.Host()
	return t.bytes[host.Start:authority.End]
}

func (t *input[B]) refused(reason Reason, component iri.Component, offset int) *Error {
	e := &Error{http.StatusBadRequest, reason, t.in, component, offset}
	switch {
	case reason == ReasonScheme:
		e.Status = http.StatusMisdirectedRequest
	case reason == ReasonTooLong && t.in == inTarget:
		e.Status = http.StatusRequestURITooLong
	}
	return e
}
