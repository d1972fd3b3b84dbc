package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"

	"example.org/iri/internal/corpus"
)

// sharedRequests reads a file of requests with other fields, whose verdicts are about grammar only.
func sharedRequests(file string) (list []corpus.Request, err error) {
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
		label := "grammar"
		if r.Valid {
			label = "valid"
		}
		list = append(list, corpus.Request{
			Name: r.Name, Label: label, Why: r.Why, Method: r.Method, Proto: "HTTP/1.1",
			Target: string(r.Target), Hosts: []string{string(r.Host)}, Raw: string(r.Raw),
		})
	}
	return list, nil
}
