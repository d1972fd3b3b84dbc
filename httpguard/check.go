package httpguard

import (
	"example.org/iri"
	"example.org/iri/internal/uri/scan"
)

// A Form is a form of request targets (RFC 9112, section 3.2).
type Form uint8

// The forms.
const (
	OriginForm    Form = iota + 1 // /path?query
	AbsoluteForm                  // http://host/path?query, and any other absolute URI
	AuthorityForm                 // host:port, for CONNECT
	AsteriskForm                  // *, for OPTIONS
)

// String returns the name in the RFC, such as "origin-form".
func (f Form) String() string {
	switch f {
	case OriginForm:
		return "origin-form"
	case AbsoluteForm:
		return "absolute-form"
	case AuthorityForm:
		return "authority-form"
	case AsteriskForm:
		return "asterisk-form"
	}
	return "none"
}

// A Verdict tells what a request has that is not refused.
type Verdict struct {
	Form   Form
	Target iri.Parts // where the components lie in the target
	Host   iri.Parts // and in the Host field: authority (all of it), host and port
}

// Check judges a request by its method, its target and the values of all its Host fields, without
// white space around them: what lies on the wire, before any decoding. A request of HTTP/1.0 may do
// without a Host field: give an empty one. The error is an [*Error].
//
// Check takes time linear in the length of the texts. It allocates nothing but the error.
func (p *Policy) Check(method, target []byte, hosts ...[]byte) (Verdict, error) {
	r := request[[]byte]{method: method, target: target}
	switch len(hosts) {
	case 0:
		return Verdict{}, &Error{Status: 400, Reason: ReasonNoHost, In: "host"}
	case 1:
		r.host = hosts[0]
	default:
		return Verdict{}, &Error{Status: 400, Reason: ReasonSeveralHosts, In: "host"}
	}
	v, e := check(p, &r)
	if e != nil {
		return Verdict{}, e
	}
	return v, nil
}

type bytes interface{ ~[]byte | ~string }

// A request is what is judged of a request.
type request[B bytes] struct {
	method, target, host B
}

func check[B bytes](p *Policy, r *request[B]) (v Verdict, _ *Error) {
	v.Form = OriginForm
	v.Target = iri.Parts(scan.Offsets{End: uint32(len(r.target))}.Pack())
	return v, nil
}
