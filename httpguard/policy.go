// Package httpguard refuses requests whose target or Host field two programs may parse differently,
// before they reach an HTTP server or a proxy. A [Policy] says which these are. [Handler] is for
// net/http. It calls [Policy.CheckRequest], which other handlers can call as well. [Policy.Check]
// validates the bytes of a message, for other servers.
//
//	http.ListenAndServe(addr, httpguard.Handler(site, httpguard.Browser))
//
// The package validates a request as it came, before any decoding, and changes nothing. With
// [Rewrite], httputil.ReverseProxy forwards path, query and Host field as they came. An accepted
// request allocates nothing.
//
// docs/security/request-filter.md is for operators. docs/security/policy.md lists the reasons,
// docs/security/proxies.md what a handler cannot see.
package httpguard

import "log/slog"

// A Policy says which requests are refused. The zero Policy is [RFC].
//
// Every policy refuses zone identifiers, as URIs have none since RFC 9844.
type Policy struct {
	// Refuse has the switches that are on.
	Refuse Reasons `json:"refuse,omitzero"`

	// Browser: paths may also have [ ] | ^, and queries [ ] { } | \ ^ ` and % without two digits, which
	// browsers leave as they are (URL Standard of WHATWG).
	Browser bool `json:"browser,omitzero"`

	// IRI: targets and Host fields may have non-ASCII characters (RFC 3987).
	IRI bool `json:"iri,omitzero"`

	Schemes []string  `json:"schemes,omitempty"` // that an absolute-form may have, in any case; none: any
	Ports   PortRange `json:"ports,omitzero"`    // that targets and Host fields may name; the zero PortRange: any
	Max     Lengths   `json:"max,omitzero"`      // how long components may be
	Observe bool      `json:"observe,omitzero"`  // a Guard passes on what it would refuse, and only counts and logs it

	// Logger gets a line for each request that a Guard refuses, or with Observe would refuse. If it is
	// nil, there are none, except that slog.Default() gets them with Observe.
	Logger *slog.Logger `json:"-"`
}

// A PortRange is the ports from First to Last.
type PortRange struct {
	First uint16 `json:"first"`
	Last  uint16 `json:"last"`
}

// Lengths is how many bytes components may have; 0 is no limit. Target is all of the target, Host
// that of a target or a Host field, without its port.
type Lengths struct {
	Target   int `json:"target,omitzero"`
	Scheme   int `json:"scheme,omitzero"`
	Userinfo int `json:"userinfo,omitzero"`
	Host     int `json:"host,omitzero"`
	Path     int `json:"path,omitzero"`
	Query    int `json:"query,omitzero"`
}

// The policies to begin with.
var (
	// RFC is what RFC 9110 and RFC 9112 ask for: their grammar and their MUSTs, and nothing else.
	RFC = Policy{}

	// Safe is for servers that everybody can reach, and whose clients are programs that keep to RFC
	// 3986. It also refuses what a switch can, but for query-formatting, other schemes than http and
	// https, port 0 and those above 65535, targets of more than 8000 bytes (RFC 9110, section 4.1, asks
	// for no less), and hosts of more than 255.
	Safe = Policy{
		Refuse:  (1<<numReasons - 1<<firstSwitch) &^ (1 << ReasonQueryFormatting),
		Schemes: []string{"http", "https"},
		Ports:   PortRange{1, 65535},
		Max:     Lengths{Target: 8000, Host: 255},
	}

	// Browser is Safe for servers whose clients are browsers: it accepts what these send, and HTTP/1.0
	// without Host.
	Browser = Policy{
		Refuse:  Safe.Refuse.Without(ReasonNoHost),
		Browser: true,
		Schemes: Safe.Schemes,
		Ports:   Safe.Ports,
		Max:     Safe.Max,
	}
)
