// Package httpguard is a request filter for HTTP servers and proxies. It refuses requests whose target or Host field
// two programs may parse differently. This prevents path confusion, and request smuggling by target or Host, but not
// request smuggling by framing, which it does not see.
//
//	http.ListenAndServe(addr, httpguard.Handler(site, httpguard.Browser))
//
// Wrap the outermost handler. Use policy [Browser] for a site that people visit, [Safe] for an API whose clients are
// programs, or [RFC] to refuse only what the RFCs forbid. The body of a refusal is JSON with the [Reason].
//
// The filter validates the request before any decoding, and does not change it. With [Rewrite], [httputil.ReverseProxy]
// forwards path, query and Host field unchanged. An accepted request allocates nothing. [Policy.CheckRequest] is for
// handlers with answers of their own, [Policy.Check] for servers without net/http.
//
// The filter validates only method, target and Host field: the server is responsible for other fields, bodies and
// framing. It does not replace access rules: it accepts both /admin and /%61dmin, which are the same path.
package httpguard

import "log/slog"

// A Policy decides which requests are refused. The zero Policy is [RFC].
//
// Every policy refuses zone identifiers such as [fe80::1%25eth0], which RFC 9844 removed from URIs.
type Policy struct {
	// Refuse is the set of switches that are on. Switches are the reasons from [ReasonNoHost] on.
	Refuse Reasons `json:"refuse,omitzero"`

	// Browser also allows the characters that browsers do not encode (WHATWG URL Standard): the characters []|^ in
	// paths, and []{}|\^` and a % without two hexadecimal digits in queries.
	Browser bool `json:"browser,omitzero"`

	// IRI also allows non-ASCII characters (RFC 3987). With [ReasonHostName], hosts must still be ASCII.
	IRI bool `json:"iri,omitzero"`

	Schemes []string  `json:"schemes,omitempty"` // allowed in an absolute-form; if empty, all
	Ports   PortRange `json:"ports,omitzero"`    // allowed in targets and Host fields; if zero, all
	Max     Lengths   `json:"max,omitzero"`      // maximum lengths of components
	Observe bool      `json:"observe,omitzero"`  // a Guard only counts and logs what it would refuse

	// Logger gets a record for each request that a Guard refuses or, with Observe, would refuse. If Logger is nil, a
	// Guard logs nothing or, with Observe, to slog.Default().
	Logger *slog.Logger `json:"-"`
}

// A PortRange is the ports from First to Last, inclusive.
type PortRange struct {
	First uint16 `json:"first"`
	Last  uint16 `json:"last"`
}

// Lengths limits the bytes of components; 0 is no limit. Target is the whole target; Host does not include the port.
type Lengths struct {
	Target   int `json:"target,omitzero"`
	Scheme   int `json:"scheme,omitzero"`
	Userinfo int `json:"userinfo,omitzero"`
	Host     int `json:"host,omitzero"`
	Path     int `json:"path,omitzero"`
	Query    int `json:"query,omitzero"`
}

// The predefined policies.
var (
	// RFC refuses only what the grammar and the MUSTs of RFC 9110 and RFC 9112 forbid.
	RFC = Policy{}

	// Safe is for servers whose clients are programs that follow RFC 3986. All switches except query-formatting are on.
	// It also refuses schemes other than http and https, port 0 and ports above 65535, targets above 8000 bytes (RFC
	// 9110, section 4.1, recommends to accept at least that), and hosts above 255 bytes.
	Safe = Policy{
		Refuse:  allSwitches.Without(ReasonQueryFormatting),
		Schemes: []string{"http", "https"},
		Ports:   PortRange{1, 65535},
		Max:     Lengths{Target: 8000, Host: 255},
	}

	// Browser is for servers whose clients are browsers. It is Safe, but accepts the characters that browsers do not
	// encode, path parameters, and HTTP/1.0 without Host.
	Browser = Policy{
		Refuse:  Safe.Refuse.Without(ReasonNoHost, ReasonPathParameters),
		Browser: true,
		Schemes: Safe.Schemes,
		Ports:   Safe.Ports,
		Max:     Safe.Max,
	}
)
