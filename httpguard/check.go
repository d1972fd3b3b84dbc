package httpguard

import (
	"math"
	"net/http"

	"example.org/iri"
	"example.org/iri/dfa"
	"example.org/iri/internal/char"
	"example.org/iri/internal/fault"
	"example.org/iri/internal/inet"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/find"
	"example.org/iri/internal/uri/scan"
)

// A Verdict tells what a request has that is not refused. That of another is zero.
type Verdict struct {
	Form   Form
	Target iri.Parts // where the components lie in the target
	Host   iri.Parts // and in the Host field: authority (which is all of it), host and port
}

// Check judges a request by its method, its target and the values of all its Host fields, without
// the white space around these: as they are on the wire, before any decoding. A request of HTTP/1.0
// may do without a Host field: give an empty one. The error is an [*Error]. It is the same under
// all policies if the RFCs do not allow the request.
//
// Check takes time linear in the length of the texts. It allocates nothing but the error.
func (p *Policy) Check(method, target []byte, hosts ...[]byte) (Verdict, error) {
	r := request[[]byte]{method: method, target: text[[]byte]{in: inTarget, bytes: target}}
	e := r.read(p.IRI, hosts)
	if e == nil {
		e = r.refusedBy(p)
	}
	if e != nil {
		return Verdict{}, e
	}
	return r.verdict(), nil
}

// stringOrBytes is the two types that texts come in.
type stringOrBytes interface{ []byte | string }

// A request is what Check looks at.
type request[B stringOrBytes] struct {
	method B
	form   Form
	target text[B]
	host   text[B] // the Host field

	// byServer: a server of net/http has read the request. If the target names a host, it has put
	// that in the place of the Host field, which then nobody sees.
	byServer bool
}

// A text is a target or a Host field, and where its components lie.
type text[B stringOrBytes] struct {
	in    string // which of these, as Error.In has it
	bytes B
	parts iri.Parts

	isName bool // a Host field that is a host name of letters, digits, hyphens and dots
}

// The texts that an Error tells apart.
const (
	inMethod = "method"
	inTarget = "target"
	inHost   = "host"
)

func (r *request[B]) verdict() Verdict { return Verdict{r.form, r.target.parts, r.host.parts} }

// read judges a request by the RFCs.
func (r *request[B]) read(beyondASCII bool, hosts []B) *Error {
	if !dfa.Match(language.Method.Automaton, r.method) {
		offset := max(dfa.Prefix(language.Method.Automaton, r.method), 0)
		return &Error{http.StatusBadRequest, ReasonMethod, inMethod, 0, offset}
	}
	if e := r.readTarget(beyondASCII); e != nil {
		return e
	}
	return r.readHost(beyondASCII, hosts)
}

// readTarget finds the form of the target, and where its components lie.
func (r *request[B]) readTarget(beyondASCII bool) *Error {
	r.form = meant(r.target.bytes, string(r.method) == http.MethodConnect)
	var e *Error
	if !r.splitPartialURI() {
		e = r.target.split(r.form.language(beyondASCII))
	}
	switch {
	case e == nil && !fits(r.form, r.method):
		return r.target.refused(ReasonForm, 0, 0)
	case e != nil && e.Reason == ReasonSyntax && mistaken(r.form, r.target.bytes, beyondASCII):
		e.Reason, e.Component, e.Offset = ReasonForm, 0, 0
	case e == nil && r.form == AbsoluteForm:
		return r.target.httpHost()
	case e == nil && r.form == AuthorityForm:
		return r.target.connectPort()
	}
	return e
}

// splitPartialURI asks a kernel whether an origin-form is a partial-URI, as all are that do not
// begin with two slashes and have no characters beyond ASCII.
func (r *request[B]) splitPartialURI() bool {
	t := &r.target
	if r.form != OriginForm || len(t.bytes) > 1 && t.bytes[1] == '/' {
		return false
	}
	cut, verdict := scan.Kernel(&language.PartialURI, t.bytes)
	if verdict == scan.Valid {
		t.parts = iri.Parts(cut)
	}
	return verdict == scan.Valid
}

// httpHost refuses http and https without a host (RFC 9110, sections 4.2.1 and 4.2.2).
func (t *text[B]) httpHost() *Error {
	scheme, _ := t.parts.Scheme()
	if t.namesHost() || !isWeb(t.of(scheme)) {
		return nil
	}
	host, present := t.parts.Host()
	if !present {
		host = t.parts.Path()
	}
	return t.refused(ReasonEmptyHTTPHost, iri.ComponentHost, host.Start)
}

func isWeb[B stringOrBytes](scheme B) bool {
	return char.EqualFold(scheme, "http") || char.EqualFold(scheme, "https")
}

// connectPort refuses a port that no tunnel can lead to (RFC 9110, section 9.3.6).
func (t *text[B]) connectPort() *Error {
	port, _ := t.parts.Port()
	if number, small := inet.Port(t.of(port)); number == 0 || !small {
		return t.refused(ReasonConnectPort, iri.ComponentPort, port.Start)
	}
	return nil
}

// readHost finds where the components of the Host field lie.
func (r *request[B]) readHost(beyondASCII bool, hosts []B) *Error {
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
	return r.host.splitHost(beyondASCII)
}

// splitHost finds where the components of a Host field lie. Most are an ordinary name, so that
// there is nothing more to find.
func (t *text[B]) splitHost(beyondASCII bool) *Error {
	n := uint32(len(t.bytes))
	t.isName = uint64(n) == uint64(len(t.bytes)) && dfa.Match(&language.HostName, t.bytes)
	if t.isName {
		t.parts = iri.Parts(find.Offsets{Path: n, End: n}.Pack())
		return nil
	}
	return t.split(hostField(beyondASCII))
}

func hostField(beyondASCII bool) *uri.Language {
	if beyondASCII {
		return &language.IHostField
	}
	return &language.HostField
}

// split finds where the components lie, or why the text is not in a language.
func (t *text[B]) split(l *uri.Language) *Error {
	cut, verdict := scan.Kernel(l, t.bytes)
	if verdict == scan.Valid {
		t.parts = iri.Parts(cut)
		return nil
	}
	if uint64(len(t.bytes)) > math.MaxUint32 {
		return t.refused(ReasonTooLong, 0, len(t.bytes))
	}
	cut, state, n, ok := scan.Walk(l, t.bytes)
	if !ok {
		var f fault.Fault
		m := fault.Find(&f, l, t.bytes, state, n)
		return t.refused(ReasonSyntax, iri.Component(f.Component(m.Reason)), n)
	}
	t.parts = iri.Parts(cut)
	return nil
}

// of returns what lies in a span.
func (t *text[B]) of(s iri.Span) B { return t.bytes[s.Start:s.End] }

// namesHost reports whether there is a host that is not empty.
func (t *text[B]) namesHost() bool {
	host, _ := t.parts.Host()
	return host.Start < host.End
}

// hostAndPort returns the authority of a target without its userinfo.
func (t *text[B]) hostAndPort() B {
	authority, _ := t.parts.Authority()
	host, _ := t.parts.Host()
	return t.bytes[host.Start:authority.End]
}

// refused returns the error for a component of the text.
func (t *text[B]) refused(reason Reason, component iri.Component, offset int) *Error {
	e := &Error{http.StatusBadRequest, reason, t.in, component, offset}
	switch {
	case reason == ReasonScheme:
		e.Status = http.StatusMisdirectedRequest
	case reason == ReasonTooLong && t.in == inTarget:
		e.Status = http.StatusRequestURITooLong
	}
	return e
}
