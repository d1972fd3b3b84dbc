package main

import (
	"errors"
	"fmt"

	"github.com/spf13/pflag"

	"example.org/iri/rule"
	"example.org/iri/tools/internal/cli"
	"example.org/iri/tools/iri/internal/engine"
	"example.org/iri/tools/iri/internal/result"
	"example.org/iri/tools/iri/source"
)

const filterHelp = `Filter passes on lines whose strings are valid, and drops the others: lines of a list,
rows of csv and tsv, lines of jsonl, and statements of ntriples and nquads. With
--invert, it passes on the others. Either way, headers, empty lines, comments and other
lines without a string stay. What is passed on is not changed by a byte.

    $ printf 'http://a/\nhttp://b c/\n' | iri filter
    http://a/

In a list, an empty line stays although it is no IRI. A line that cannot be read counts as
invalid. A line over 8 MiB is dropped in both modes. A line whose strings --skip leaves
out stays. Several files are printed one after the other, each with its header.

A line with the counts goes to standard error: 7 lines, 3 dropped. The exit status is 0 even if
lines are dropped, and 2 if something cannot be read or written.
`

const filterExamples = `  iri filter triples.nt.gz -o valid.nt
  iri filter --column url --invert crawl.csv
  iri filter --rule IRI-reference --skip '^#' links.txt
`

// filter is the command that passes on lines with valid strings. Workers decide about the records of a piece; the
// writer joins the parts of records that continue in the next piece.
type filter struct {
	*job
	rule   rule.Rule
	invert bool // pass on lines with invalid strings

	open  openRecord
	begun bool // the first piece has been read
	joint joint
	total filterCounts
}

type filterCounts struct{ records, dropped int64 }

func filterLines(j *job, flags *pflag.FlagSet) func() error {
	f := &filter{job: j}
	j.declareBase(flags)
	name := flags.String("rule", "IRI", "validate by rule `NAME` (iri help rules)")
	flags.BoolVarP(&f.invert, "invert", "v", false, "pass on lines with an invalid string, and drop the others")
	quiet := flags.BoolP("quiet", "q", false, "do not print the counts")
	return func() (err error) {
		if f.rule, err = ruleByName(*name); err != nil {
			return err
		}
		if f.recursive {
			return cli.Usagef("-r: filter does not read folders; name the files")
		}
		j.options.Keep, j.keepsMark, j.checkFile = true, true, checkRecords
		err = run(j, f.filter, f.write)
		if nothing := f.total.records == 0 && f.unread > 0; !nothing && !*quiet && !cli.ClosedPipe(err) {
			skipped := ""
			if f.leftOut > 0 {
				skipped = fmt.Sprintf(", %s skipped", result.Count(f.leftOut, "string"))
			}
			fmt.Fprintf(j.cmd.ErrOrStderr(), "%s, %d dropped%s\n", result.Count(f.total.records, "line"), f.total.dropped, skipped)
		}
		return j.outcome(err, 0)
	}
}

func checkRecords(f *source.File) error {
	if !printsWhole(f.Format) {
		return errors.New("only lines, csv, tsv, jsonl, ntriples and nquads have lines that can be dropped")
	}
	return nil
}

// An openRecord is a record that continues in the next piece.
type openRecord struct {
	text []byte
	verdict
	long bool // a part of it was dropped
}

// filtered is the result of filter for a piece.
type filtered struct {
	batch  rule.Batch
	head   []byte // end of the record that continues from the previous piece
	body   []byte // complete records that are passed on
	tail   []byte // start of the record that continues in the next piece
	ended  bool   // the record of head has ended
	counts filterCounts

	first, last verdict // about the records of head and tail
}

type verdict struct{ hasStrings, invalid bool }

func (v verdict) or(w verdict) verdict {
	return verdict{v.hasStrings || w.hasStrings, v.invalid || w.invalid}
}

func (f *filter) drops(v verdict) bool { return (v.hasStrings || v.invalid) && v.invalid != f.invert }

func (f *filter) filter(p *engine.Piece, x *filtered) {
	x.head, x.body, x.tail = nil, reset(x.body), nil
	x.first, x.last, x.ended, x.counts = verdict{}, verdict{}, false, filterCounts{}
	validateBlock(f.rule, &x.batch, &p.Block)
	if p.Block.Lines {
		f.lines(&p.Block, x)
	} else {
		f.records(&p.Block, x, p.Format == source.Lines)
	}
}

func (f *filter) lines(b *source.Block, x *filtered) {
	x.ended = true
	x.counts.records = int64(b.Len()) - emptyLines(b.Data)
	cursor, kept := b.Cursor(), 0
	for i := x.batch.Next(0, f.invert); i < b.Len(); i = x.batch.Next(i+1, f.invert) {
		start, end := cursor.Line(i)
		if line, _ := source.CutLine(b.Data[start:end]); len(line) == 0 {
			continue
		}
		x.body = append(x.body, b.Data[kept:start]...)
		kept = end
		x.counts.dropped++
	}
	x.body = append(x.body, b.Data[kept:]...)
}

func emptyLines(lines []byte) (n int64) {
	for len(lines) > 0 {
		line, rest := source.CutLine(lines)
		if lines = rest; len(line) == 0 {
			n++
		}
	}
	return n
}

// records filters the records of a block. In a list, an empty string does not count.
func (f *filter) records(b *source.Block, x *filtered, list bool) {
	judged, kept := 0, 0 // number of strings and bytes that have been handled
	invalid := x.batch.Next(0, false)
	judge := func(end int, broken bool) verdict {
		v := verdict{hasStrings: end > judged, invalid: broken || invalid < end}
		if list && end > judged && b.Offsets[judged] == b.Offsets[end] {
			v = verdict{}
		}
		if judged = end; invalid < end {
			invalid = x.batch.Next(end, false)
		}
		return v
	}
	start := 0
	for i, r := range b.Records {
		v := judge(r.Strings, r.Broken)
		if i == 0 {
			x.head, x.first, x.ended = b.Raw[:r.End], v, true
			start, kept = r.End, r.End
			continue
		}
		if x.counts.add(v, f); f.drops(v) {
			x.body = append(x.body, b.Raw[kept:start]...)
			kept = r.End
		}
		start = r.End
	}
	x.body = append(x.body, b.Raw[kept:start]...)
	x.tail, x.last = b.Raw[start:], judge(b.Len(), false)
	if !x.ended {
		x.first, x.last = x.last, verdict{}
		x.head, x.tail = x.tail, nil
	}
}

func (c *filterCounts) add(v verdict, f *filter) {
	if v.hasStrings || v.invalid {
		c.records++
	}
	if f.drops(v) {
		c.dropped++
	}
}

func (f *filter) write(p *engine.Piece, x *filtered) error {
	f.count(p, int64(p.Block.Len()), 0)
	if !f.begun && p.Block.Mark > 0 {
		if err := f.print([]byte(byteOrderMark)); err != nil {
			return err
		}
	}
	f.begun = true
	f.open.text = append(f.open.text, x.head...)
	f.open.verdict = f.open.or(x.first)
	f.bound(p)
	if x.ended || p.Last {
		if err := f.end(); err != nil {
			return err
		}
		if err := f.print(x.body); err != nil {
			return err
		}
		f.open.text, f.open.verdict = append(f.open.text[:0], x.tail...), x.last
	}
	f.total.records += x.counts.records
	f.total.dropped += x.counts.dropped
	if !p.Last {
		return nil
	}
	err := f.end() // the last record may have no end
	f.joint.endFile()
	return err
}

// bound drops a record that is too long, such as a statement with a long literal, even with --invert.
func (f *filter) bound(p *engine.Piece) {
	if len(f.open.text) <= source.MaxText {
		return
	}
	f.open.text = f.open.text[:0]
	if !f.open.long {
		f.open.long = true
		f.skipped++
		cli.Complain(f.cmd, fmt.Errorf("%s: a line is longer than %d MiB and is dropped", p.Name, source.MaxText>>20))
	}
}

func (f *filter) end() error {
	text := f.open.text
	if f.total.add(f.open.verdict, f); f.drops(f.open.verdict) || f.open.long {
		text = nil
	}
	f.open = openRecord{text: f.open.text[:0]}
	return f.print(text)
}

func (f *filter) print(text []byte) error {
	return f.joint.print(f.cmd.OutOrStdout(), text, f.job.end(false))
}
