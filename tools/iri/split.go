package main

import (
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"example.org/iri/rule"
	"example.org/iri/tools/internal/cli"
	"example.org/iri/tools/iri/internal/engine"
	"example.org/iri/tools/iri/internal/parts"
)

const splitHelp = `Split prints the components of each string, one object a line. It reads what check
reads. A component that is absent has no member; an empty one is "".

    {"iri":"data:,a?","scheme":"data","path":",a","query":""}
    {"error":"...","reason":"not allowed in path","byte":10,"text":"http://a/b c"}

The members are iri, scheme, authority, userinfo, host, hostKind (reg-name,
IPv4address, IPv6address or IPvFuture), port, path, query and fragment. If the string
is not valid, they are error, reason, byte (from 0) and text, or base64 if that is not
UTF-8. For what cannot be read, such as a line over 8 MiB or a row without the column,
they are error and the reason "cannot be read". Each string gives exactly one line, in
order, without waiting for the next.

With --output=tsv, a line has 12 columns: the ten members of a valid string, byte and
reason. An absent value is \N; a tab, LF, CR and a backslash are \t, \n, \r and \\, as
PostgreSQL and ClickHouse read them.

With --get, a line is the template with values in the place of {host}, {path} and the
other members, {byte}, {reason} and {error}. Absent values are empty. In a template \t
is a tab, \n a line end, \\ a backslash and {{ an opening brace. If the string is not valid,
{iri} is that string, and its tabs and line ends are escaped.
`

const splitExamples = `  iri split list.txt
  iri split list.txt | jq -r 'select(.port) | .host + ":" + .port'
  iri split --get '{scheme} {host}' list.txt | sort | uniq -c
  iri split --get '{byte}\t{reason}\t{iri}' list.txt
`

// split is the command that prints components.
func split(j *job, flags *pflag.FlagSet) (run func() error) {
	j.declareBase(flags)
	name := flags.String("rule", "IRI", "split by rule `NAME`: IRI, IRI-reference, URI, URI-reference or another that has components")
	output := flags.StringP("output", "o", "jsonl", "print components as `FORM`: jsonl, tsv")
	template := flags.String("get", "", "print `TEMPLATE` for each string, with values for {scheme}, {host}, ...")
	return func() error {
		r, err := ruleByName(*name)
		if err != nil {
			return err
		}
		if _, err := r.SplitString(""); err == rule.ErrNoParts {
			return fmt.Errorf("rule %v cannot split: its strings have no components", r)
		}
		form, err := formOf(flags, *output, *template)
		if err != nil {
			return err
		}
		return j.split(r, form)
	}
}

// formOf returns the form that the flags select.
func formOf(flags *pflag.FlagSet, output, template string) (parts.Form, error) {
	switch {
	case flags.Changed("get") && flags.Changed("output"):
		return nil, cli.Usagef("either --get or --output, not both")
	case flags.Changed("get"):
		form, err := parts.Template(template)
		if err != nil {
			return nil, cli.Usagef("--get: %w", err)
		}
		return form, nil
	case output == "jsonl":
		return parts.JSON, nil
	case output == "tsv":
		return parts.TSV, nil
	}
	return nil, cli.Usagef("--output: %q is neither jsonl nor tsv", output)
}

// components has the output for a piece.
type components struct {
	printed []byte
	bad     int64
}

// split prints the components of all strings.
func (j *job) split(r rule.Rule, form parts.Form) error {
	bad := int64(0)
	work := func(p *engine.Piece, c *components) {
		j.printComponents(r, form, p, c)
	}
	err := run(j, work, func(p *engine.Piece, c *components) error {
		j.count(p, int64(p.Block.Len()), c.bad)
		bad += c.bad
		_, err := j.cmd.OutOrStdout().Write(c.printed)
		return err
	})
	return j.outcome(err, bad)
}

// printComponents prints the components of the strings of a piece.
func (j *job) printComponents(r rule.Rule, form parts.Form, p *engine.Piece, c *components) {
	c.printed, c.bad = reset(c.printed), 0
	var x parts.Text // reused, since a variable would escape to the heap for each string
	for place, text := range p.Block.All() {
		cut, err := r.Split(text)
		x = parts.Text{Bytes: text, Parts: cut}
		if err != nil {
			if x.Wrong = syntaxError(err); place.Reference {
				x.Wrong = checkAt(r, place, text)
			}
			c.bad++
		}
		c.printed = append(form(c.printed, &x), j.end())
	}
	if p.Err != nil && !p.Last {
		x = parts.Text{Missing: strings.TrimPrefix(p.Err.Error(), "iri: ")}
		c.printed = append(form(c.printed, &x), j.end())
	}
}
