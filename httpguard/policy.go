// Package httpguard stands in front of HTTP servers and proxies, and refuses requests whose target
// or Host field two programs may read in different ways. A [Policy] says which these are. [Handler]
// is for net/http. It calls [Policy.CheckRequest], which your own handlers can call as well.
// [Policy.Check] judges the bytes of a message, for other servers.
//
//	http.ListenAndServe(addr, httpguard.Handler(site, httpguard.Safe))
//
// The guard judges a request as it came, before any decoding, and changes nothing. With [Rewrite],
// httputil.ReverseProxy forwards path, query and Host field as they came. An accepted request
// allocates nothing.
//
// docs/recipes/proxy.md is for operators. docs/reference/guard.md lists the reasons,
// docs/reference/proxies.md tells what a handler cannot see.
package httpguard

import "log/slog"

// A Policy says which requests are refused. The zero Policy is [RFC].
//
// Zone identifiers are refused by every policy, as URIs have none since RFC 9844.
type Policy struct {
	Refuse  Reason    // the switches that are on; other reasons have no effect here
	IRI     bool      // targets and Host fields may have characters beyond ASCII (RFC 3987)
	Schemes []string  // that an absolute-form may have, in any case; none: any
	Ports   PortRange // that targets and Host fields may name; the zero PortRange: any
	Max     Lengths   // how long components may be
	Observe bool      // a Guard passes on what it would refuse, and only counts and logs it

	// Logger gets a line for each request that a Guard refuses, or with Observe would refuse. If it is
	// nil, there are none, save that slog.Default() gets them with Observe. It is in neither the text nor the JSON of a
	// policy.
	Logger *slog.Logger
}

// A PortRange is the ports from First to Last.
type PortRange struct {
	First uint16 `json:"first"`
	Last  uint16 `json:"last"`
}

// Lengths is how many bytes components may have; 0 is no limit. Target is all of the target, Host
// that of a target or a Host field, without its port.
type Lengths struct {
	Target   int `json:"target"`
	Scheme   int `json:"scheme"`
	Userinfo int `json:"userinfo"`
	Host     int `json:"host"`
	Path     int `json:"path"`
	Query    int `json:"query"`
}

// RFC is what RFC 9110 and RFC 9112 ask for: their grammar and their MUSTs, and nothing else.
var RFC = Policy{}

// Safe is for servers that everybody can reach. It also refuses whatever a switch can, other
// schemes than http and https, port 0 and those above 65535, targets of more than 8000 bytes (RFC
// 9110, section 4.1, asks for no less), and hosts of more than 255.
var Safe = Policy{
	Refuse:  switches,
	Schemes: []string{"http", "https"},
	Ports:   PortRange{1, 65535},
	Max:     Lengths{Target: 8000, Host: 255},
}
