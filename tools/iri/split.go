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

const splitHelp = `Split prints the components of each text, on one line. It reads what check reads.

    {"iri":"data:,a?","scheme":"data","path":",a","query":""}

Members are iri, scheme, authority, userinfo, host, hostKind (reg-name,
IPv4address, IPv6address or IPvFuture), port, path, query and fragment. A component
that is not there is left out, so that it differs from an empty one. A text that
is not valid gives

    {"error":"' ' is not allowed in an authority","reason":"not allowed in
     authority","byte":8,"text":"http://a b"}

on one line, where byte counts from 0, and base64 replaces text if that is not
UTF-8. Each text gives exactly one line, in order, and as soon as it is judged.
If a text cannot be read, its line has an error alone.

With --output tsv, a line has 12 columns between tabs: those members, byte and
reason. \N stands for what is not there; a tab, a line end and a backslash are \t,
\n, \r and \\, as PostgreSQL and ClickHouse read them.

With --get, a line is the template with components and {byte}, {reason}, {error} in
the place of their names; what is not there is empty. \t is a tab, \n a line end,
\\ a backslash, {{ a brace. In a text that is not valid, which only {iri} shows, and
in {error}, tabs and line ends become escapes.
`

const splitExamples = `  iri split list.txt
  iri split list.txt | jq -r 'select(.port) | .host + ":" + .port'
  iri split --get '{scheme} {host}' list.txt | sort | uniq -c
  iri split --get '{byte}\t{reason}\t{iri}' list.txt
  echo ../b?c | iri split --rule IRI-reference
`

// split is the command that prints components.
func split(j *job, flags *pflag.FlagSet) (run func() error) {
	j.declareBase(flags)
	name := flags.String("rule", "IRI", "split by rule `NAME`: IRI, IRI-reference, URI, URI-reference or another that has components")
	output := flags.StringP("output", "o", "jsonl", "print components as `FORM`: jsonl, tsv")
	template := flags.String("get", "", "print `TEMPLATE` with components in the place of {scheme}, {host}, ...")
	return func() error {
		r, err := ruleByName(j.ruleFor(*name))
		if err != nil {
			return err
		}
		if _, err := r.SplitString(""); err == rule.ErrNoParts {
			return fmt.Errorf("rule %v cannot be split: its strings have no components", r)
		}
		form, err := formOf(flags, *output, *template)
		if err != nil {
			return err
		}
		return j.split(r, form)
	}
}

// formOf returns the form in which components are printed.
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

// components is what split prints of a piece.
type components struct {
	batch   rule.Batch
	printed []byte
	bad     int64
}

// split prints the components of all texts.
func (j *job) split(r rule.Rule, form parts.Form) error {
	bad := int64(0)
	work := func(p *engine.Piece, c *components) {
		validateBlock(r, &c.batch, &p.Block, true)
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

// printComponents prints the components of the texts of a piece.
func (j *job) printComponents(r rule.Rule, form parts.Form, p *engine.Piece, c *components) {
	c.printed, c.bad = reset(c.printed), 0
	var x parts.Text // one for all, as a form keeps it in memory
	i := 0
	for _, text := range p.Block.All() {
		x = parts.Text{Bytes: text, Parts: c.batch.Parts[i]}
		if !c.batch.Matches(i) {
			x.Wrong = syntaxError(r.Check(text))
			c.bad++
		}
		c.printed = append(form(c.printed, &x), j.end())
		i++
	}
	if p.Err != nil && !p.Last {
		x = parts.Text{Missing: strings.TrimPrefix(p.Err.Error(), "iri: ")}
		c.printed = append(form(c.printed, &x), j.end())
	}
}
