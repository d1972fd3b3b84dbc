package httpguard

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"slices"
	"strconv"

	"example.org/iri"
)

// A Reason is the reason for a refusal. Policies, errors, logs and counters use the same names.
type Reason uint8

const (
	// These are always on: the MUSTs and grammar of RFC 9110 and RFC 9112, and Schemes, Ports and Max of a policy.
	ReasonMethod        Reason = iota + 1 // the method is not a token (RFC 9110, section 9.1)
	ReasonForm                            // the method does not allow this form of target, as in GET * (RFC 9112, section 3.2)
	ReasonSyntax                          // the target or a Host field does not match its grammar, as in /a b
	ReasonSeveralHosts                    // there are several Host fields (RFC 9112, section 3.2)
	ReasonEmptyHTTPHost                   // an absolute-form with http or https has no host (RFC 9110, section 4.2.1)
	ReasonConnectPort                     // CONNECT without a port, to port 0 or above 65535 (RFC 9110, section 9.3.6)
	ReasonScheme                          // the policy does not allow the scheme
	ReasonPort                            // the policy does not allow the port
	ReasonTooLong                         // a component is longer than the policy allows, or the input has 4 GiB or more

	// These are switches, for Policy.Refuse. An encoded character is also refused in overlong UTF-8, such as %C0%AF for
	// %2F, because some programs decode that.
	ReasonNoHost            // HTTP/1.0 without a Host field; always on for HTTP/1.1 (RFC 9112, section 3.2)
	ReasonUserinfo          // the target has a userinfo
	ReasonEmptyHost         // neither the target nor the Host field names a host
	ReasonHostMismatch      // the Host field differs from the host and port of the target
	ReasonHostName          // programs disagree about the host or port, as in h., 127.1, a,b or h:0080
	ReasonEncodedSlash      // %2F in path or host
	ReasonEncodedBackslash  // %5C in path or host
	ReasonEncodedNUL        // %00 in path or host
	ReasonEncodedControl    // %01 to %1F and %7F in path or host
	ReasonEncodedPercent    // %25 in path or host: the rest may be decoded twice
	ReasonEncodedHash       // %23 in path or host
	ReasonEncodedQuestion   // %3F in path or host
	ReasonEncodedSemicolon  // %3B in path or host
	ReasonDotSegment        // the path has a segment . or .., also with parameters: ..;a
	ReasonEncodedDotSegment // the path has such a segment after decoding: %2e, a%2f..
	ReasonDotEnd            // a segment of the path ends in two dots, encoded or not: a..
	ReasonEmptySegment      // the path has //, also with parameters between: /;a/
	ReasonPathParameters    // a segment of the path has a semicolon: /a;b
	ReasonFormatting        // a bidirectional formatting character, encoded or not
	ReasonQueryFormatting   // U+200F or U+061C in the query: Hebrew and Arabic searches have them

	numReasons
)

const firstSwitch, lastSwitch = ReasonNoHost, ReasonQueryFormatting

const allSwitches Reasons = 1<<numReasons - 1<<firstSwitch

var reasonNames = [numReasons]string{
	ReasonMethod: "method", ReasonForm: "form", ReasonSyntax: "syntax", ReasonSeveralHosts: "several-hosts",
	ReasonEmptyHTTPHost: "empty-http-host", ReasonConnectPort: "connect-port",
	ReasonScheme: "scheme", ReasonPort: "port", ReasonTooLong: "too-long",

	ReasonNoHost: "no-host", ReasonUserinfo: "userinfo", ReasonEmptyHost: "empty-host", ReasonHostMismatch: "host-mismatch",
	ReasonHostName:     "host-name",
	ReasonEncodedSlash: "encoded-slash", ReasonEncodedBackslash: "encoded-backslash", ReasonEncodedNUL: "encoded-nul",
	ReasonEncodedControl: "encoded-control", ReasonEncodedPercent: "encoded-percent", ReasonEncodedHash: "encoded-hash",
	ReasonEncodedQuestion: "encoded-question", ReasonEncodedSemicolon: "encoded-semicolon",
	ReasonDotSegment: "dot-segment", ReasonEncodedDotSegment: "encoded-dot-segment", ReasonDotEnd: "dot-end",
	ReasonEmptySegment: "empty-segment", ReasonPathParameters: "path-parameters", ReasonFormatting: "formatting", ReasonQueryFormatting: "query-formatting",
}

// String returns the name of r, such as "encoded-slash", or "" if r is not a reason.
func (r Reason) String() string {
	if r < numReasons {
		return reasonNames[r]
	}
	return ""
}

// MarshalText returns the name of r.
func (r Reason) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText sets r to the reason with the given name.
func (r *Reason) UnmarshalText(name []byte) error {
	i := slices.Index(reasonNames[:], string(name))
	if i <= 0 {
		return notA(string(name), "reason")
	}
	*r = Reason(i)
	return nil
}

// Reasons is a set of switches, which are the reasons from [ReasonNoHost] on. A policy refuses a request for a switch
// only if its field Refuse has it. Other reasons cannot be switched off, and are in no set.
type Reasons uint32

// Has reports whether s contains r.
func (s Reasons) Has(r Reason) bool { return s&of(r) != 0 }

// With returns s with the switches in list added. It ignores reasons that are not switches.
func (s Reasons) With(list ...Reason) Reasons { return s | of(list...) }

// Without returns s with the switches in list removed.
func (s Reasons) Without(list ...Reason) Reasons { return s &^ of(list...) }

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

// UnmarshalJSON sets s to the switches in an array of names.
func (s *Reasons) UnmarshalJSON(data []byte) error {
	var list []Reason
	if err := json.Unmarshal(data, &list); err != nil {
		return err
	}
	for _, r := range list {
		if of(r) == 0 {
			return notA(r.String(), "switch")
		}
	}
	*s = of(list...)
	return nil
}

// An Error reports why a request is refused. To prevent log injection, it contains nothing that the client has sent.
type Error struct {
	Status    int // status of the answer: 400, 414 or 421
	Reason    Reason
	In        string        // refused part: "method", "target", or "host" for the Host field
	Component iri.Component // refused component, such as the path; 0 if no single one is refused
	Offset    int           // of the first refused byte in that part
}

// Error returns a message such as
//
//	iri: request refused: encoded-slash in the path of the target (byte 12)
func (e *Error) Error() string { return "iri: request refused: " + e.detail() }

func (e *Error) detail() string {
	detail := e.Reason.String() + " in the "
	if e.Component != 0 {
		detail += e.Component.String() + " of the "
	}
	where := e.In
	if where == inHost {
		where = "Host field"
	}
	return detail + where + " (byte " + strconv.Itoa(e.Offset) + ")"
}

// LogValue implements [slog.LogValuer]. It returns the fields as a group.
func (e *Error) LogValue() slog.Value {
	return slog.GroupValue(
		slog.String("reason", e.Reason.String()),
		slog.Int("status", e.Status),
		slog.String("in", e.In),
		slog.String("component", e.Component.String()),
		slog.Int("offset", e.Offset),
	)
}

func (e *Error) answer(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", "application/problem+json")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	if r.ProtoMajor == 1 { // in HTTP/2, it would end all streams of the connection
		h.Set("Connection", "close")
	}
	w.WriteHeader(e.Status)
	// Nobody is left to whom an error of the connection could be reported.
	_ = json.NewEncoder(w).Encode(struct {
		Title     string `json:"title"`
		Status    int    `json:"status"`
		Detail    string `json:"detail"`
		Reason    Reason `json:"reason"`
		In        string `json:"in"`
		Component string `json:"component,omitempty"`
		Offset    int    `json:"offset"`
	}{http.StatusText(e.Status), e.Status, e.detail(), e.Reason, e.In, e.Component.String(), e.Offset})
}
