package ssrf

import "strconv"

// An Error says why something may not be fetched. Its fields are stable, the message of Error is not.
// It contains no userinfo.
type Error struct {
	Reason Reason
	Part   string // the scheme, port, host or address that is refused; empty if there is none to quote
	Note   string // more about it, such as "loopback, RFC 1122"; may be empty
}

// Error returns a message such as
//
//	iri: not to be fetched: address "127.0.0.1" (loopback, RFC 1122)
func (e *Error) Error() string {
	text := "iri: not to be fetched: " + e.Reason.String()
	if e.Part != "" {
		text += " " + strconv.Quote(e.Part)
	}
	if e.Note != "" {
		text += " (" + e.Note + ")"
	}
	return text
}

// A Reason is why something may not be fetched.
type Reason uint8

// The reasons.
const (
	ReasonScheme         Reason = iota + 1 // the policy does not have the scheme
	ReasonUserinfo                         // there is a userinfo
	ReasonPort                             // the policy does not have the port, or the number is too large
	ReasonHost                             // there is no host, or the policy does not have its kind
	ReasonAddress                          // the address is not global, or the policy denies it
	ReasonNonASCII                         // the name has non-ASCII characters
	ReasonPercentEncoded                   // the name has percent-encoded octets
	ReasonTrailingDot                      // the name ends in a dot
	ReasonNumber                           // the last label is a number, so that some programs take it for an address
	ReasonName                             // the name is not a host name, or it or a label is too long
	ReasonSpecialName                      // the name is of a single label, of special use, or in the internal set
	ReasonNetURL                           // net/url finds another scheme, userinfo, host or port, or an error
	ReasonLocation                         // the location of a redirect is not an IRI reference
	ReasonRedirects                        // there are more redirects than the policy has
)

// String returns the name of r, which is stable: "scheme", "special name".
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
