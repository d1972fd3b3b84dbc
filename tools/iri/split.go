package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/spf13/pflag"

	"example.org/iri"
	"example.org/iri/rule"
	"example.org/iri/tools/cli/show"
)

const splitHelp = `Split prints a JSON object for each line, on one line:

  {"iri":"data:,a?","scheme":"data","path":",a","query":""}

Members are iri, scheme, authority, userinfo, host, hostKind (reg-name,
IPv4address, IPv6address or IPvFuture), port, path, query and fragment. A component
that is not there is left out, so that it differs from an empty one. A line that
is not valid gives

  {"error":"' ' is not allowed in an authority","reason":"not allowed in
   authority","byte":8,"text":"http://a b"}

on one line, where byte counts from 0, and base64 replaces text if that is not
UTF-8. A line of 4 GiB or more gives an error alone. Each line is held in memory.
`

const splitExamples = `  iri split list.txt
  iri split list.txt | jq -r 'select(.port) | .host + ":" + .port'
  echo ../b?c | iri split --rule IRI-reference
`

// split is the command that prints components as JSON.
func split(j *job, flags *pflag.FlagSet) (run func() error) {
	name := flags.String("rule", "IRI", "split by rule `NAME`: IRI, IRI-reference, URI, URI-reference or another of whole references")
	return func() error {
		r, err := ruleByName(*name)
		if err != nil {
			return err
		}
		splitter, ok := r.Splitter()
		if !ok {
			return fmt.Errorf("rule %v cannot be split: its texts are no whole references", r)
		}
		return j.run(j.wholes(newSplitter(j, splitter).judge))
	}
}

type splitter struct {
	*job
	rule.Splitter
	line bytes.Buffer
	json *json.Encoder // writes to line
}

func newSplitter(j *job, s rule.Splitter) *splitter {
	p := &splitter{job: j, Splitter: s}
	p.json = json.NewEncoder(&p.line)
	p.json.SetEscapeHTML(false)
	return p
}

// judge splits a record and prints an object.
func (p *splitter) judge(r record) (good bool, err error) {
	if r.tooLong {
		return false, p.print(mistake{Error: iri.ErrTooLong.Error()})
	}
	text := string(r.text)
	parts, wrong := p.SplitString(text)
	if wrong != nil {
		return false, p.print(newMistake(text, wrong))
	}
	return true, p.print(newComponents(text, parts))
}

// components is what is printed of a text that is valid. A nil component is not
// there, which differs from an empty one.
type components struct {
	IRI       string  `json:"iri"`
	Scheme    *string `json:"scheme,omitempty"`
	Authority *string `json:"authority,omitempty"`
	Userinfo  *string `json:"userinfo,omitempty"`
	Host      *string `json:"host,omitempty"`
	HostKind  string  `json:"hostKind,omitempty"`
	Port      *string `json:"port,omitempty"`
	Path      string  `json:"path"`
	Query     *string `json:"query,omitempty"`
	Fragment  *string `json:"fragment,omitempty"`
}

func newComponents(text string, x iri.Parts) components {
	cut := func(s iri.Span, ok bool) *string {
		if !ok {
			return nil
		}
		part := text[s.Start:s.End]
		return &part
	}
	path := x.Path()
	c := components{
		IRI:       text,
		Scheme:    cut(x.Scheme()),
		Authority: cut(x.Authority()),
		Userinfo:  cut(x.Userinfo()),
		Host:      cut(x.Host()),
		Port:      cut(x.Port()),
		Path:      text[path.Start:path.End],
		Query:     cut(x.Query()),
		Fragment:  cut(x.Fragment()),
	}
	if c.Host != nil {
		c.HostKind = hostKind(*c.Host)
	}
	return c
}

// hostKind names the form of a host, "" if it is none of RFC 3987's: one with a zone.
func hostKind(host string) string {
	x, err := iri.ParseReference("//" + host)
	if err != nil {
		return ""
	}
	return x.HostKind().String()
}

// mistake is what is printed of a text that is not valid: the text itself if it is
// UTF-8, else its bytes, since JSON would replace some of them; neither if it is
// too long to be kept.
type mistake struct {
	Error  string  `json:"error"`
	Reason string  `json:"reason,omitempty"`
	Byte   *int    `json:"byte,omitempty"`
	Text   *string `json:"text,omitempty"`
	Base64 []byte  `json:"base64,omitempty"`
}

func newMistake(text string, wrong error) mistake {
	e := explain(wrong)
	m := mistake{Error: e.Message(), Reason: e.Reason.String(), Byte: &e.Span.Start}
	if utf8.ValidString(text) {
		m.Text = &text
	} else {
		m.Base64 = []byte(text)
	}
	return m
}

// print writes a value as JSON in one line.
func (p *splitter) print(value any) error {
	p.line.Reset()
	if err := p.json.Encode(value); err != nil {
		return err
	}
	return p.writeVisible(p.line.Bytes())
}

// writeVisible writes a line of JSON. What cannot be seen becomes \uXXXX, which
// means the same: encoding/json does this for control characters below U+0020 only.
// Such characters are in strings, where an escape can stand.
func (p *splitter) writeVisible(line []byte) error {
	start := 0
	for i := 0; i < len(line); {
		if ' ' <= line[i] && line[i] <= '~' {
			i++
			continue
		}
		r, size := utf8.DecodeRune(line[i:])
		if r != '\n' && !show.Visible(r) {
			p.out.Write(line[start:i])
			for _, unit := range utf16.AppendRune(nil, r) {
				fmt.Fprintf(p.out, `\u%04x`, unit)
			}
			start = i + size
		}
		i += size
	}
	_, err := p.out.Write(line[start:])
	return err
}
