package ssrf

import "strconv"

// An Error reports why a URL must not be fetched. Its fields are stable, its message is not. It never contains a
// userinfo, which may include a password. Do not send it to users: it may reveal details of your network.
type Error struct {
	Reason Reason
	Part   string // refused scheme, port, host or IP address; may be empty
	Note   string // detail, such as "loopback, RFC 1122"; may be empty
}

// Error returns a message such as
//
//	iri: not to be fetched: address "127.0.0.1" (loopback, RFC 1122)
func (e *Error) Error() string {
	message := "iri: not to be fetched: " + e.Reason.String()
	if e.Part != "" {
		message += " " + strconv.Quote(e.Part)
	}
	if e.Note != "" {
		message += " (" + e.Note + ")"
	}
	return message
}

// A Reason is a reason not to fetch a URL.
type Reason uint8

const (
	ReasonScheme         Reason = iota + 1 // the policy does not allow the scheme
	ReasonUserinfo                         // the URL has userinfo
	ReasonPort                             // the policy does not allow the port, or it is above 65535
	ReasonHost                             // the host is absent, or the policy does not allow its kind
	ReasonAddress                          // the IP address is not global, or the policy denies it
	ReasonNonASCII                         // the hostname has non-ASCII characters
	ReasonPercentEncoded                   // the hostname has percent-encoded octets
	ReasonTrailingDot                      // the hostname ends in a dot
	ReasonNumber                           // the last label is a number, so some programs parse the host as an IP address
	ReasonName                             // the hostname is not valid in DNS
	ReasonSpecialName                      // the hostname is a single label, a special name, or in the internal set
	ReasonNetURL                           // net/url rejects the URL, or parses scheme, userinfo, host or port differently
	ReasonLocation                         // the location of a redirect is not an IRI reference
	ReasonRedirects                        // there are more redirects than the policy allows
)

// String returns the name of r, which is stable, such as "scheme" or "special name".
func (r Reason) String() string {
	names := [...]string{
		ReasonScheme:         "scheme",
		ReasonUserinfo:       "userinfo",
		ReasonPort:           "port",
		ReasonHost:           "host",
		ReasonAddress:        "address",
		ReasonNonASCII:       "non-ASCII name",
		ReasonPercentEncoded: "percent-encoded name",
		ReasonTrailingDot:    "trailing dot",
		ReasonNumber:         "number as a name",
		ReasonName:           "name",
		ReasonSpecialName:    "special name",
		ReasonNetURL:         "host that net/url parses differently",
		ReasonLocation:       "location",
		ReasonRedirects:      "redirects",
	}
	if int(r) < len(names) && names[r] != "" {
		return names[r]
	}
	return "Reason(" + strconv.Itoa(int(r)) + ")"
}
