package main

import (
	"github.com/spf13/pflag"

	"example.org/iri"
	"example.org/iri/lint"
	"example.org/iri/rule"
	"example.org/iri/tools/internal/cli"
	"example.org/iri/tools/iri/internal/engine"
	"example.org/iri/tools/iri/record"
)

const checkHelp = `Check validates strings, and prints those that are invalid and where the error is:

    list.txt:3:9: ' ' is not allowed in an authority
        http://a b/
                ^

Columns count bytes from 1. Non-printing characters are escaped, as in \x1b and
\u202e; long strings are truncated around the error. Escaped values are shown decoded,
with the position where they start. A summary goes to standard error; with --json, it
is the last object. docs/command/output.md describes all that is printed.
`

const checkExamples = `  iri check list.txt
  iri check http://example.org/
  iri check --rule IRI-reference links.txt
  echo 2001:db8::1 | iri check --rule IPv6address
  find . -print0 | iri check --null --rule irelative-ref
  iri check -r --quiet data/
  iri check --column url --rule IRI,URI crawl.csv.gz
  iri check --field links.#.href --json pages.jsonl.gz
`

type checker struct {
	findings
	names  []string
	rules  []rule.Rule
	invert bool
	report reporter
}

func check(j *job, flags *pflag.FlagSet) (run func() error) {
	c := &checker{findings: findings{job: j}}
	c.declare(flags)
	flags.StringSliceVar(&c.names, "rule", []string{"IRI"}, "validate by rule `NAME` (iri help rules), or by each\nof several: IRI,URI")
	flags.BoolVarP(&c.invert, "invert", "v", false, "report valid strings, instead of invalid ones")
	flags.Var(cli.NonEmpty(&c.report.name), "report", "write an HTML page with plots of lengths, schemes,\nhosts and reasons to `FILE`")
	return c.run
}

func (c *checker) run() error {
	if err := c.prepare(); err != nil {
		return err
	}
	defer c.report.discard()
	err := run(c.job, c.validate, c.write)
	if cli.ClosedPipe(err) {
		return err
	}
	err = c.finish(err)
	if err := c.report.write(c); err != nil {
		return err
	}
	return c.outcome(err, c.summary.Found)
}

func (c *checker) prepare() error {
	if len(c.names) == 0 {
		return cli.Usagef("--rule: no rule is named")
	}
	for i, name := range c.names {
		r, err := ruleByName(name)
		if err != nil {
			return err
		}
		c.names[i] = r.String()
		c.rules = append(c.rules, r)
	}
	if err := c.findings.prepare(len(c.rules) > 1); err != nil {
		return err
	}
	c.summary.Invert = c.invert
	return c.report.open(c.operands)
}

// buffers are reused for each piece.
type buffers struct {
	batches []rule.Batch   // one for each rule
	lint    []lint.Finding // of one string
	suspect int64          // number of strings with an error or a warning
	record  record.Record  // reused, to avoid an allocation for each string
	invalid record.Record  // likewise, for strings with a syntax error
	wrong   iri.SyntaxError
}

func (c *checker) validate(p *engine.Piece, v *results) {
	v.batches = v.batches[:cap(v.batches)]
	if len(v.batches) == 0 {
		v.batches = make([]rule.Batch, len(c.rules))
	}
	for i, r := range c.rules {
		validateBlock(r, &v.batches[i], &p.Block)
	}
	v.reset(p.Block.Len())
	if first := c.next(v, 0); first < p.Block.Len() {
		c.find(p, v, first)
	}
}

func (c *checker) find(p *engine.Piece, v *results, first int) {
	r := &v.record
	*r = record.Record{File: p.Name, Valid: c.invert}
	cursor := p.Block.Cursor()
	for i := first; i < p.Block.Len(); i = c.next(v, i+1) {
		r.Place, r.Text = cursor.Text(i)
		c.addFindings(v, i, r)
	}
}

// next returns the index of the first string from i on with a finding, or the number of strings.
func (c *checker) next(v *results, i int) int {
	least := v.batches[0].Len
	for k := range v.batches {
		least = min(least, v.batches[k].Next(i, c.invert))
	}
	return least
}

func (c *checker) addFindings(v *results, i int, r *record.Record) {
	v.summary.Found++
	for k := range c.rules {
		if v.batches[k].Matches(i) != c.invert {
			continue
		}
		r.Rule = c.names[k]
		if !c.invert {
			r.SetError(checkAt(&v.wrong, c.rules[k], r.Place, r.Text))
			r.Repair = c.repair(r.Place, r.Text, c.rules[k])
		}
		c.add(v, r)
	}
}

func (c *checker) write(p *engine.Piece, v *results) error {
	c.report.add(p, v, c.rules[0])
	return c.findings.write(p, v)
}
