package corpus

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

// Request is a line of httpguard/testdata/requests.jsonl: an HTTP/1 request as sent, and the right verdict. The file
// has each octet as the code point of the same number.
type Request struct {
	Name string `json:"name"`

	// Label is one of
	//   - valid: the request is correct;
	//   - policy: it is valid, but httpguard.Safe refuses it;
	//   - grammar: method, target or Host do not match their grammar (RFC 9110 and 9112);
	//   - must: they match, but the prose of these RFCs requires a refusal;
	//   - message: method, target and Host are correct or unknown, but something else is wrong.
	Label string `json:"label"`
	Why   string `json:"why"`

	// Method, Target and Hosts are the method, if a server can determine it, the target and all Host fields of the
	// message.
	Method string   `json:"method"`
	Target string   `json:"target"`
	Hosts  []string `json:"hosts"`
	Proto  string   `json:"proto"` // default HTTP/1.1

	Raw   string `json:"raw"` // the message; if absent, it is made of the fields above
	Plain bool   `json:"-"`   // Raw was absent

	// Each "…" in the other fields is replaced by Fill, repeated Times times. It is the only character above U+00FF.
	Fill  string `json:"fill"`
	Times int    `json:"times"`

	// RFC, Safe and Browser are the names of the reasons for which these policies refuse, or "" if they accept. In the
	// file, Safe defaults to RFC, and Browser to Safe; "none" means that Browser accepts.
	RFC     string `json:"rfc"`
	Safe    string `json:"safe"`
	Browser string `json:"browser"`
}

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

// octets replaces each "…" by its filling, and other code points by octets.
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

// SharedRequests reads proxy-requests.jsonl in folder IRI_CONFORMANCE (CONTRIBUTING.md), which has other fields than
// requests.jsonl, and verdicts about grammar only.
func SharedRequests(file string) (list []Request, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	for line := range bytes.Lines(text) {
		var r struct {
			Name   string `json:"name"`
			Valid  bool   `json:"valid"`
			Why    string `json:"why"`
			Method string `json:"method"`
			Target []byte `json:"target_b64"`
			Host   []byte `json:"host_b64"`
			Raw    []byte `json:"raw_b64"`
		}
		if err := json.Unmarshal(line, &r); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, len(list)+1, err)
		}
		label, reason := "valid", ""
		if !r.Valid {
			label, reason = "grammar", "syntax"
		}
		list = append(list, Request{
			Name: r.Name, Label: label, Why: r.Why, Method: r.Method, Proto: "HTTP/1.1",
			Target: string(r.Target), Hosts: []string{string(r.Host)}, Raw: string(r.Raw), RFC: reason,
		})
	}
	return list, nil
}
