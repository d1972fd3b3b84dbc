package main

import (
	"fmt"

	"github.com/spf13/pflag"

	"example.org/iri"
	"example.org/iri/rule"
	"example.org/iri/tools/internal/cli"
	"example.org/iri/tools/iri/internal/engine"
	"example.org/iri/tools/iri/record"
)

const splitHelp = `Split prints the components of each string, one object per line. A component that is
absent has no member; an empty one is "".

    {"string":"data:,a?","file":"-","line":1,"column":1,"rule":"IRI","valid":true,
     "length":8,"scheme":"data","path":",a","query":""}

If the string is invalid, the members say why: message, reason, component, byte and end.
For what cannot be read, such as a line over 8 MiB or a row without the column, there is
no string, and the reason is "cannot be read". Each string gives exactly one line, in
order, without waiting for the next. docs/command/output.md lists all members.

With --format tsv, a line has all members between tabs. An absent one is \N; a tab, LF,
CR and a backslash are \t, \n, \r and \\, as PostgreSQL and ClickHouse read them.

With --get, a line is the template with values in place of {host}, {path} and other
members. Absent ones are empty. In a template \t is a tab, \n a line end, \\ a backslash
and {{ an opening brace. If the string is invalid, {string} has its non-printing
characters escaped.
`

const splitExamples = `  iri split list.txt
  iri split list.txt | jq -r 'select(.port) | .host + ":" + .port'
  iri split --get '{scheme} {host}' list.txt | sort | uniq -c
  iri split --get '{byte}\t{reason}\t{string}' list.txt
`

func split(j *job, flags *pflag.FlagSet) (run func() error) {
	j.declareBase(flags)
	name := flags.String("rule", "IRI", "split by rule `NAME`: IRI, IRI-reference, URI,\nURI-reference or another that has components")
	var format cli.Format
	format.Declare(flags, "jsonl", "tsv")
	var template string
	flags.Var(cli.NonEmpty(&template), "get", "print `TEMPLATE` for each string, with values for\n{scheme}, {host}, ...")
	return func() error {
		r, err := ruleByName(*name)
		if err != nil {
			return err
		}
		if !canSplit(r) {
			return fmt.Errorf("rule %v cannot be split: its strings have no components", r)
		}
		form, err := formOf(&format, template)
		if err != nil {
			return err
		}
		return j.split(r, form, template == "")
	}
}

func canSplit(r rule.Rule) bool {
	_, err := r.SplitString("")
	return err != rule.ErrNoParts
}

// formOf returns the form of --format and --get, or nil for text.
func formOf(format *cli.Format, template string) (record.Form, error) {
	switch {
	case template != "" && format.Set:
		return nil, cli.Usagef("either --get or --format, not both")
	case template != "":
		form, err := record.Template(template)
		if err != nil {
			return nil, cli.Usagef("--get: %w", err)
		}
		return form, nil
	case format.Name == "jsonl":
		return record.JSON, nil
	case format.Name == "tsv":
		return record.TSV, nil
	}
	return nil, nil
}

type components struct {
	valid, invalid record.Record // reused, to avoid an allocation for each string
	wrong          iri.SyntaxError
	printed        []byte
	count          int64 // invalid strings
}

// split prints the components of all strings. With records, it also prints unreadable files.
func (j *job) split(r rule.Rule, form record.Form, records bool) error {
	invalid := int64(0)
	work := func(p *engine.Piece, c *components) {
		j.printComponents(r, form, j.end(records), p, c)
		if x, is := problem(p); is && (records || !p.Last) {
			c.printed = append(form(c.printed, &x), j.end(records))
		}
	}
	err := run(j, work, func(p *engine.Piece, c *components) error {
		j.count(p, int64(p.Block.Len()), c.count)
		invalid += c.count
		_, err := j.cmd.OutOrStdout().Write(c.printed)
		return err
	})
	return j.outcome(err, invalid)
}

func (j *job) printComponents(r rule.Rule, form record.Form, end byte, p *engine.Piece, c *components) {
	c.printed, c.count = reset(c.printed), 0
	c.valid = record.Record{File: p.Name, Rule: r.String(), Valid: true, Split: true}
	c.invalid = record.Record{File: p.Name, Rule: r.String()}
	for place, text := range p.Block.All() {
		x := &c.valid
		parts, err := r.SplitInto(&c.wrong, text)
		if err == nil {
			x.Parts = parts
		} else {
			x = &c.invalid
			if place.Reference {
				x.SetError(checkAt(&c.wrong, r, place, text))
			} else {
				x.SetError(syntaxError(err))
			}
			c.count++
		}
		x.Place, x.Text = place, text
		c.printed = append(form(c.printed, x), end)
	}
}
