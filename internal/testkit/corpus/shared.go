package corpus

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
)

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
