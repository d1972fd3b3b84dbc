package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"

	"github.com/spf13/cobra"

	"example.org/iri/httpguard"
	"example.org/iri/tools/internal/cli"
	"example.org/iri/tools/internal/cli/show"
)

// readPolicy returns the policy of a name, or that in a file. It tells where the file is wrong.
func readPolicy(cmd *cobra.Command, name string) (p httpguard.Policy, err error) {
	switch name {
	case "rfc":
		return httpguard.RFC, nil
	case "safe":
		return httpguard.Safe, nil
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return p, fmt.Errorf("--policy: %w", err)
	}
	if err = parsePolicy(text, &p); err != nil {
		before := text[:policyOffset(text, err)]
		line, column := bytes.Count(before, newline)+1, len(before)-bytes.LastIndex(before, newline)
		fmt.Fprintf(cmd.ErrOrStderr(), "%s:%d:%d: %s\n", show.Safe(name), line, column, show.Safe(policyMessage(err)))
		return p, cli.ErrReported
	}
	return p, nil
}

// parsePolicy reads either form of a policy: that in JSON is an object.
func parsePolicy(text []byte, p *httpguard.Policy) error {
	if bytes.HasPrefix(bytes.TrimSpace(text), []byte{'{'}) {
		return json.Unmarshal(text, p)
	}
	return p.UnmarshalText(text)
}

// policyMessage says what is wrong with a policy, but for the place.
func policyMessage(err error) string {
	var e *httpguard.PolicyError
	switch {
	case !errors.As(err, &e):
		return err.Error()
	case e.Field == "":
		return e.Err.Error()
	}
	return e.Field + ": " + e.Err.Error()
}

// policyOffset returns where in a policy an error is: where package json says, in the line of the
// error, or else at the field.
func policyOffset(text []byte, err error) int {
	var syntax *json.SyntaxError
	var mistyped *json.UnmarshalTypeError
	var e *httpguard.PolicyError
	offset := 0
	switch {
	case errors.As(err, &syntax):
		offset = int(syntax.Offset) - 1
	case errors.As(err, &mistyped):
		offset = int(mistyped.Offset) - 1
	case errors.As(err, &e) && e.Line > 0:
		above := bytes.Join(bytes.SplitAfter(text, newline)[:e.Line-1], nil)
		offset = len(above) + bytes.Index(text[len(above):], []byte(e.Field))
	case e != nil:
		offset = bytes.Index(text, []byte(strconv.Quote(e.Field)))
	}
	return min(max(offset, 0), len(text))
}

var newline = []byte{'\n'}
