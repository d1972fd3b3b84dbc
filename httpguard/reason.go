package httpguard

import (
	"encoding/json"
	"slices"
)

// A Reason is why a request is refused. Its name is the same in policies, errors, logs and counters.
type Reason uint8

// The reasons. docs/security/policy.md has examples.
const (
	// Every policy has these: what the grammar and the MUSTs of RFC 9110 and RFC 9112 exclude, and what
	// the fields Schemes, Ports and Max of a policy refuse.

	ReasonMethod        Reason = iota + 1 // the method is not a token (RFC 9110, section 9.1)
	ReasonForm                            // the target has a form that the method does not take (RFC 9112, section 3.2)
	ReasonSyntax                          // the target or a Host field does not match its grammar
	ReasonSeveralHosts                    // there are several Host fields (RFC 9112, section 3.2)
	ReasonEmptyHTTPHost                   // an absolute-form with http or https has no host (RFC 9110, section 4.2.1)
	ReasonConnectPort                     // CONNECT to no port, to port 0 or to one above 65535 (RFC 9110, section 9.3.6)
	ReasonScheme                          // the policy does not have the scheme
	ReasonPort                            // the policy does not have the port
	ReasonTooLong                         // a component is longer than the policy allows, or the input has 4 GiB or more

	// These are switches: Policy.Refuse is a set of them. In place of the percent-encoded octet that is
	// named, there may be those of the same character in overlong UTF-8, which some programs decode.

	ReasonNoHost            // HTTP/1.0 without a Host field; every policy refuses HTTP/1.1 without it (RFC 9112, section 3.2)
	ReasonUserinfo          // the target has a userinfo
	ReasonEmptyHost         // neither the target nor the Host field names a host
	ReasonHostMismatch      // the Host field is not the authority of the target without its userinfo
	ReasonEncodedSlash      // %2F in path or host
	ReasonEncodedBackslash  // %5C in path or host
	ReasonEncodedNUL        // %00 in path or host
	ReasonEncodedControl    // %01 to %1F and %7F in path or host
	ReasonEncodedPercent    // %25 in path or host: what follows may be decoded twice
	ReasonEncodedHash       // %23 in path or host
	ReasonEncodedQuestion   // %3F in path or host
	ReasonEncodedSemicolon  // %3B in path or host
	ReasonDotSegment        // the path has a segment . or .., maybe with parameters: ..;a
	ReasonEncodedDotSegment // the path has such a segment once it is decoded, slashes too: %2e, a%2f..
	ReasonDotEnd            // a segment of the path ends in two dots, encoded or not: a..
	ReasonEmptySegment      // the path has // in it, maybe with parameters between: /;a/
	ReasonFormatting        // a bidirectional formatting character, encoded or not, but for the next reason
	ReasonQueryFormatting   // the query has one of those that people write: U+200F or U+061C

	numReasons
)

// The first and the last switch.
const firstSwitch, lastSwitch = ReasonNoHost, ReasonQueryFormatting

// reasonNames has the name of each reason.
var reasonNames = [numReasons]string{
	ReasonMethod: "method", ReasonForm: "form", ReasonSyntax: "syntax", ReasonSeveralHosts: "several-hosts",
	ReasonEmptyHTTPHost: "empty-http-host", ReasonConnectPort: "connect-port",
	ReasonScheme: "scheme", ReasonPort: "port", ReasonTooLong: "too-long",

	ReasonNoHost: "no-host", ReasonUserinfo: "userinfo", ReasonEmptyHost: "empty-host", ReasonHostMismatch: "host-mismatch",
	ReasonEncodedSlash: "encoded-slash", ReasonEncodedBackslash: "encoded-backslash", ReasonEncodedNUL: "encoded-nul",
	ReasonEncodedControl: "encoded-control", ReasonEncodedPercent: "encoded-percent", ReasonEncodedHash: "encoded-hash",
	ReasonEncodedQuestion: "encoded-question", ReasonEncodedSemicolon: "encoded-semicolon",
	ReasonDotSegment: "dot-segment", ReasonEncodedDotSegment: "encoded-dot-segment", ReasonDotEnd: "dot-end",
	ReasonEmptySegment: "empty-segment", ReasonFormatting: "formatting", ReasonQueryFormatting: "query-formatting",
}

// String returns the name of r, such as "encoded-slash"; "" if r is 0, or not a reason.
func (r Reason) String() string {
	if r < numReasons {
		return reasonNames[r]
	}
	return ""
}

// MarshalText returns the name of r.
func (r Reason) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText sets r to the reason with a name.
func (r *Reason) UnmarshalText(name []byte) error {
	i := slices.Index(reasonNames[:], string(name))
	if i <= 0 {
		return wrong(string(name), "reason")
	}
	*r = Reason(i)
	return nil
}

// Reasons is a set of switches. The zero value is the empty set.
type Reasons uint32

// Has reports whether a switch is in s.
func (s Reasons) Has(r Reason) bool { return s&of(r) != 0 }

// With returns s and the switches of a list. Other reasons change nothing.
func (s Reasons) With(list ...Reason) Reasons { return s | of(list...) }

// Without returns s less the switches of a list.
func (s Reasons) Without(list ...Reason) Reasons { return s &^ of(list...) }

// of returns the set of the switches in a list.
func of(list ...Reason) (s Reasons) {
	for _, r := range list {
		if firstSwitch <= r && r <= lastSwitch {
			s |= 1 << r
		}
	}
	return s
}

// MarshalJSON returns the names of the switches as an array.
func (s Reasons) MarshalJSON() ([]byte, error) {
	list := []Reason{}
	for r := firstSwitch; r <= lastSwitch; r++ {
		if s.Has(r) {
			list = append(list, r)
		}
	}
	return json.Marshal(list)
}

// UnmarshalJSON sets s to the switches whose names are in an array.
func (s *Reasons) UnmarshalJSON(data []byte) error {
	var list []Reason
	if err := json.Unmarshal(data, &list); err != nil {
		return err
	}
	for _, r := range list {
		if of(r) == 0 {
			return wrong(r.String(), "switch")
		}
	}
	*s = of(list...)
	return nil
}
