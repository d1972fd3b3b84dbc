package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"example.org/iri"
	"example.org/iri/internal/fault"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/scan"
	"example.org/iri/rule"
	"example.org/iri/tools/internal/cli"
	"example.org/iri/tools/internal/cli/show"
	"example.org/iri/tools/iri/internal/engine"
	"example.org/iri/tools/iri/internal/result"
)

const checkHelp = `Check validates strings, and prints those that are not valid and where the error is:

    list.txt:3:9: ' ' is not allowed in an authority
        http://a b/
                ^

It reads lines, a column of csv and tsv, URLs in json, jsonl, yaml and xml, links of html
and markdown, IRIs of ntriples, nquads, turtle and trig, and with --format the URLs in
prose (text). It unpacks gzip, zstd and bzip2. docs/command/formats.md has the details. An
argument that is not a file and begins with a scheme of two or more letters is a string.

Columns count bytes from 1. Non-printing characters are escaped, as in \x1b and
\u202e; long strings are truncated around the error. Escaped values are shown decoded,
with the position where they start. Strings over 8 MiB are skipped with a warning. A
summary goes to standard error.

Rules:

`

const checkExamples = `  iri check list.txt
  iri check http://example.org/
  iri check --rule IRI-reference links.txt
  echo 2001:db8::1 | iri check --rule IPv6address
  find . -print0 | iri check --null --rule irelative-ref
  iri check -r --quiet data/
  iri check --column url --rule IRI,URI crawl.csv.gz
  iri check --field links.#.href --output jsonl pages.jsonl.gz
`

// checker is the command that validates strings.
type checker struct {
	*job
	names     []string
	rules     []rule.Rule
	languages []*uri.Language // of the rules
	output    string
	color     cli.Color
	quiet     bool
	counting  bool
	invert    bool
	maxErrors int64
	report    reporter

	printer *result.Printer
	summary result.Summary
	found   int64 // findings
	inFile  int64 // those in the file that is being read
}

var errEnough = errors.New("as many findings as --max-errors allows")

func check(j *job, flags *pflag.FlagSet) (run func() error) {
	c := &checker{job: j}
	j.declareBase(flags)
	flags.StringSliceVar(&c.names, "rule", []string{"IRI"}, "validate by rule `NAME` of those above, or by each of several: IRI,URI")
	flags.StringVarP(&c.output, "output", "o", "text", "print findings as `FORM`: "+strings.Join(result.Outputs, ", "))
	c.color.Declare(flags)
	flags.BoolVarP(&c.quiet, "quiet", "q", false, "print the summary only")
	flags.BoolVarP(&c.counting, "count", "c", false, "print only the number of findings in each file")
	flags.BoolVarP(&c.invert, "invert", "v", false, "report strings that are valid, instead of those that are not")
	flags.Int64Var(&c.maxErrors, "max-errors", 0, "stop after `N` findings; 0 means never")
	flags.StringVar(&c.report.name, "report", "", "write an HTML page with plots of lengths, schemes, hosts and reasons to `FILE`")
	return c.run
}

func (c *checker) run() error {
	if err := c.prepare(); err != nil {
		return err
	}
	err := run(c.job, c.validate, c.write)
	if err == errEnough {
		err = nil
	}
	if cli.ClosedPipe(err) {
		return err
	}
	c.summary.Skipped, c.summary.Unread, c.summary.Unknown, c.summary.Formats = c.skipped, c.unread, c.unknown, c.byFormat()
	c.summary.Ignored = c.ignored.Load()
	c.summary.Interrupted = err != nil // by a user, a full disk, a closed pipe
	if closed := c.printer.Close(&c.summary); err == nil {
		err = closed
	}
	o := result.SummaryOptions{Unit: c.unit, Output: c.output, Good: c.invert, Groups: c.quiet}
	if !c.nothing(&c.summary) || c.output == "jsonl" {
		c.summary.Print(c.cmd.ErrOrStderr(), o)
	}
	if err := c.report.write(c); err != nil {
		return err
	}
	return c.outcome(err, c.summary.Bad)
}

// prepare takes over the values of flags.
func (c *checker) prepare() error {
	if len(c.names) == 0 {
		return cli.Usagef("--rule: no rule is named")
	}
	for _, name := range c.names {
		r, err := ruleByName(name)
		if err != nil {
			return err
		}
		c.rules, c.languages = append(c.rules, r), append(c.languages, languageOf(r))
	}
	if c.maxErrors < 0 {
		return cli.Usagef("--max-errors: %d is less than 0", c.maxErrors)
	}
	var err error
	out := c.cmd.OutOrStdout()
	c.printer, err = result.NewPrinter(out, result.Options{Output: c.output, Color: c.color.For(out), Rules: len(c.rules) > 1})
	if err != nil {
		return cli.Usagef("--output: %w", err)
	}
	return c.report.open(c.operands)
}

// results are the results of a piece.
type results struct {
	batches  []rule.Batch // one a rule
	printed  []byte
	findings int64
	summary  result.Summary
}

// validate validates the strings of a piece by all rules.
func (c *checker) validate(p *engine.Piece, v *results) {
	v.batches = v.batches[:cap(v.batches)]
	if len(v.batches) == 0 {
		v.batches = make([]rule.Batch, len(c.rules))
	}
	for i, r := range c.rules {
		validateBlock(r, &v.batches[i], &p.Block)
	}
	c.find(p, v, p.Block.Len(), -1)
}

// find makes findings of results, up to a number of them, -1 for all.
func (c *checker) find(p *engine.Piece, v *results, texts int, most int64) {
	v.printed, v.findings = reset(v.printed), 0
	v.summary.Reset()
	v.summary.Records = int64(texts)
	if first := c.next(v, 0); first < texts {
		c.findFrom(p, v, first, texts, most)
	}
}

// findFrom is find from the first string with a finding on.
func (c *checker) findFrom(p *engine.Piece, v *results, first, texts int, most int64) {
	f := result.Finding{File: p.Name}
	cursor := p.Block.Cursor()
	for i := first; i < texts; i = c.next(v, i+1) {
		f.Place, f.Text = cursor.Text(i)
		c.findIn(v, i, &f, most)
		if v.findings == most {
			v.summary.Records = int64(i + 1)
			return
		}
	}
}

// next returns the first text from i on with a finding, the number of strings if no string has one.
func (c *checker) next(v *results, i int) int {
	least := v.batches[0].Len
	for k := range v.batches {
		least = min(least, v.batches[k].Next(i, c.invert))
	}
	return least
}

// findIn makes findings of the results on string i.
func (c *checker) findIn(v *results, i int, f *result.Finding, most int64) {
	v.summary.Bad++
	for k, r := range c.rules {
		if v.batches[k].Matches(i) != c.invert || v.findings == most {
			continue
		}
		if c.isCounted(v, k, f) {
			v.findings++
			continue
		}
		f.Rule, f.Err = c.names[k], nil
		if !c.invert {
			f.Err = checkAt(r, f.Place, f.Text)
		}
		c.add(v, f)
	}
}

// isCounted counts a finding if that is all that is done with it.
func (c *checker) isCounted(v *results, k int, f *result.Finding) bool {
	if c.invert || !c.quiet && !c.counting {
		return false
	}
	l := c.languages[k]
	if f.Place.Reference {
		l = &language.IRIReference
	}
	state, n, _ := scan.Last(l, f.Text)
	var found fault.Fault
	reason, _, _ := fault.Find(&found, l, f.Text, state, n)
	kind := result.Kind{Rule: c.names[k], Reason: iri.Reason(reason), Component: iri.Component(found.Component(reason))}
	return v.summary.AddKnown(&kind, f.Text)
}

func (c *checker) add(v *results, f *result.Finding) {
	v.findings++
	v.summary.Add(f)
	if !c.quiet && !c.counting {
		v.printed = c.printer.Append(v.printed, f)
	}
}

// write prints and counts the results of the next piece.
func (c *checker) write(p *engine.Piece, v *results) error {
	enough := false
	if room := c.maxErrors - c.found; c.maxErrors > 0 && v.findings >= room {
		enough = true
		c.find(p, v, p.Block.Len(), room)
	}
	c.found += v.findings
	c.inFile += v.findings
	c.count(p, v.summary.Records, v.summary.Bad)
	c.summary.Merge(&v.summary)
	c.report.add(p, v, c.rules[0])
	if _, err := c.printer.Write(v.printed); err != nil {
		return err
	}
	if c.counting && (p.Last || enough) && !passedOver(p) {
		if err := c.writeCount(p); err != nil {
			return err
		}
	}
	if enough {
		return errEnough
	}
	return nil
}

// writeCount prints how many findings a file has, with its name if there may be others.
func (c *checker) writeCount(p *engine.Piece) error {
	prefix := ""
	if len(c.operands) > 1 || c.recursive || p.Found {
		prefix = show.Safe(p.Name) + ":"
	}
	_, err := fmt.Fprintf(c.cmd.OutOrStdout(), "%s%d\n", prefix, c.inFile)
	c.inFile = 0
	return err
}
