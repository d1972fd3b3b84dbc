package corpus

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

// Request is a line of httpguard/testdata/requests.jsonl: an HTTP/1.1 request as it stands on the
// wire, and what is right to say of it. A string of the file has one code point of at most U+00FF
// for each octet; [Requests] makes octets of them.
type Request struct {
	Name string `json:"name"`

	// Label is one of
	//   - valid: nothing is wrong with it;
	//   - policy: valid, but httpguard.Safe refuses it;
	//   - grammar: method, target or Host are not in their grammar (RFC 9110 and 9112);
	//   - must: they are, but prose of these documents has it refused;
	//   - message: method, target and Host are right, or cannot be told; the rest is not.
	Label string `json:"label"`
	Why   string `json:"why"`

	// Method, Target and Hosts are what a server finds in the message, Hosts the values of all Host
	// fields. There is no method if a server cannot tell.
	Method string   `json:"method"`
	Target string   `json:"target"`
	Hosts  []string `json:"hosts"`
	Proto  string   `json:"proto"` // HTTP/1.1, if the line has none

	Raw   string `json:"raw"` // the message; if the line has none, it is made of the fields above
	Plain bool   `json:"-"`   // the line has none

	// Each "…" in the other fields stands for Fill, Times times. No other character is above U+00FF.
	Fill  string `json:"fill"`
	Times int    `json:"times"`

	// RFC, Safe and Browser are the names of the httpguard.Reason by which the policies refuse; none if
	// they accept. Safe is as RFC if the line has none, Browser as Safe; a line has "none" if Browser
	// accepts what Safe refuses.
	RFC     string `json:"rfc"`
	Safe    string `json:"safe"`
	Browser string `json:"browser"`
}

// Requests reads a file of requests.
func Requests(file string) (list []Request, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	for line := range bytes.Lines(text) {
		var r Request
		decoder := json.NewDecoder(bytes.NewReader(line))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&r); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, len(list)+1, err)
		}
		list = append(list, r.complete())
	}
	return list, nil
}

// complete puts in what the line left out.
func (r Request) complete() Request {
	if r.Proto == "" {
		r.Proto = "HTTP/1.1"
	}
	if r.Safe == "" {
		r.Safe = r.RFC
	}
	switch r.Browser {
	case "":
		r.Browser = r.Safe
	case "none":
		r.Browser = ""
	}
	r.Target, r.Raw, r.Method = r.octets(r.Target), r.octets(r.Raw), r.octets(r.Method)
	for i, host := range r.Hosts {
		r.Hosts[i] = r.octets(host)
	}
	if r.Plain = r.Raw == ""; r.Plain {
		r.Raw = r.Method + " " + r.Target + " " + r.Proto + "\r\n"
		for _, host := range r.Hosts {
			r.Raw += "Host: " + host + "\r\n"
		}
		r.Raw += "\r\n"
	}
	return r
}

// octets returns a string with its filling and an octet for each code point.
func (r Request) octets(text string) string {
	var b strings.Builder
	for _, c := range text {
		if c == '…' {
			b.WriteString(strings.Repeat(r.Fill, r.Times))
		} else {
			b.WriteByte(byte(c))
		}
	}
	return b.String()
}
