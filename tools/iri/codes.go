package main

import (
	"fmt"
	"slices"
	"strings"

	"example.org/iri/tools/internal/cli"
)

// lintCodes are the codes that --ignore accepts, in the order of docs/reference/lint.md.
var lintCodes = []string{
	"scheme-upper-case", "http-no-host", "http-userinfo", "file-syntax", "file-relative", "urn-syntax", "urn-namespace", "uuid-syntax",
	"did-syntax", "mailto-syntax", "tag-syntax", "tel-syntax", "sms-syntax", "geo-syntax", "sip-syntax", "ws-syntax",
	"scheme-mistyped", "scheme-second", "drive-letter", "file-local", "script-link", "wrapped-link",
	"mailto-domain", "userinfo", "password", "host-upper-case", "host-address", "host-number", "host-trailing-dot",
	"host-not-dns", "host-label-length", "host-length", "host-ipv4-mapped", "host-ipvfuture", "host-percent-encoded",
	"host-dot-like", "host-delimiter-like", "port-empty", "port-default", "port-padded", "port-too-large", "port-zero",
	"example-login", "host-punctuation", "userinfo-cut", "host-hyphen", "host-www", "dot-segments", "empty-segment",
	"double-slash", "secret", "html-entity", "query-delimiter", "end-punctuation", "percent-end", "percent-markup",
	"percent-template", "bidi-formatting", "bidi-isolate", "joiner", "invisible", "blank", "percent-unreserved",
	"percent-lower-case", "percent-not-utf8", "percent-twice", "percent-nul", "percent-control", "percent-slash",
	"percent-backslash", "bidi-structure", "not-nfc", "host-not-idna", "host-mixed-scripts", "host-look-alike",
	"host-top-level", "host-not-public", "scheme-missing", "scheme-is-host", "host-port",
}

type codes []string

func (c *codes) String() string  { return strings.Join(*c, ",") }
func (c *codes) Type() string    { return "string" }
func (c *codes) Names() []string { return lintCodes }

func (c *codes) Set(list string) error {
	for code := range strings.SplitSeq(list, ",") {
		if !slices.Contains(lintCodes, code) {
			if near := cli.Suggest(code, lintCodes); len(near) > 0 {
				return fmt.Errorf("no code %q; did you mean %s?", code, strings.Join(near, " or "))
			}
			return fmt.Errorf("no code %q; docs/reference/lint.md lists the codes", code)
		}
		*c = append(*c, code)
	}
	return nil
}
