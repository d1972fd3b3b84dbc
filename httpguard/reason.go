package httpguard

import (
	"math/bits"
	"slices"
	"strings"
)

// A Reason is why a request is refused, or a set of such reasons: each has a bit of its own. The
// names are the same in policies, errors, logs and counters.
type Reason uint32

// The reasons. docs/reference/guard.md has examples.
const (
	// Every policy refuses what the grammar and the MUSTs of RFC 9110 and RFC 9112 exclude.

	ReasonMethod        Reason = 1 << iota // the method is no token (RFC 9110, section 9.1)
	ReasonForm                             // the target has a form that the method does not take (RFC 9112, section 3.2)
	ReasonSyntax                           // the target or a Host field does not match its grammar
	ReasonNoHost                           // there is no Host field (RFC 9112, section 3.2)
	ReasonSeveralHosts                     // there are several Host fields (RFC 9112, section 3.2)
	ReasonEmptyHTTPHost                    // an absolute-form with http or https has no host (RFC 9110, section 4.2.1)
	ReasonConnectPort                      // CONNECT to no port, to port 0 or to one above 65535 (RFC 9110, section 9.3.6)

	// These are switches: Policy.Refuse is a set of them. In place of the triple that is named,
	// there may be those of the same character in overlong UTF-8, which some programs decode.

	ReasonUserinfo          // the target has a userinfo
	ReasonEmptyHost         // neither the target nor the Host field names a host
	ReasonHostMismatch      // the Host field is not the authority of the target, less userinfo
	ReasonEncodedSlash      // %2F in path or host
	ReasonEncodedBackslash  // %5C in path or host
	ReasonEncodedNUL        // %00 in path or host
	ReasonEncodedPercent    // %25 in path or host: what is behind it may be decoded twice
	ReasonEncodedHash       // %23 in path or host
	ReasonEncodedQuestion   // %3F in path or host
	ReasonEncodedSemicolon  // %3B in path or host
	ReasonDotSegment        // the path has a segment . or .., maybe with parameters: ..;a
	ReasonEncodedDotSegment // the path has such a segment once it is decoded, slashes too: %2e, a%2f..
	ReasonEmptySegment      // the path has // in it
	ReasonFormatting        // a bidirectional formatting character, encoded or not

	// The other fields of a policy refuse these.

	ReasonScheme  // the policy does not have the scheme
	ReasonPort    // the policy does not have the port
	ReasonTooLong // a component is longer than the policy has it, or a text has 4 GiB or more

	numReasons = iota
)

// switches is all that Policy.Refuse can hold.
const switches = ReasonScheme - ReasonUserinfo

// reasonNames has the name of each reason, by the number of its bit.
var reasonNames = [numReasons]string{
	"method", "form", "syntax", "no-host", "several-hosts", "empty-http-host", "connect-port",

	"userinfo", "empty-host", "host-mismatch",
	"encoded-slash", "encoded-backslash", "encoded-nul", "encoded-percent", "encoded-hash", "encoded-question", "encoded-semicolon",
	"dot-segment", "encoded-dot-segment", "empty-segment", "formatting",

	"scheme", "port", "too-long",
}

// index is the number of the bit of a single reason.
func (r Reason) index() int { return bits.TrailingZeros32(uint32(r)) }

// names returns the names of the reasons in a set.
func (r Reason) names() []string {
	list := []string{}
	for i, name := range reasonNames {
		if r&(1<<i) != 0 {
			list = append(list, name)
		}
	}
	return list
}

// String returns the name of r, such as "encoded-slash". The names of several are separated by
// spaces.
func (r Reason) String() string { return strings.Join(r.names(), " ") }

// MarshalText returns the text of String.
func (r Reason) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText is the inverse of MarshalText.
func (r *Reason) UnmarshalText(text []byte) error {
	set, err := parseReasons(strings.Fields(string(text)))
	if err == nil {
		*r = set
	}
	return err
}

// parseReasons returns the set of the reasons with the given names.
func parseReasons(list []string) (set Reason, _ error) {
	for _, name := range list {
		i := slices.Index(reasonNames[:], name)
		if i < 0 {
			return 0, wrong(name, "reason")
		}
		set |= 1 << i
	}
	return set, nil
}

// parseSwitches is parseReasons for Policy.Refuse.
func parseSwitches(list []string) (Reason, error) {
	set, err := parseReasons(list)
	if others := set &^ switches; others != 0 {
		return 0, wrong(others.String(), "switch")
	}
	return set, err
}
