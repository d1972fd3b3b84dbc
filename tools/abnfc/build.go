package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/codegen"
	"example.org/iri/internal/expression"
	"example.org/iri/internal/naming"
	"example.org/iri/internal/sample"
	"example.org/iri/tools/internal/cli"
)

// mostCells limits the entries of all tables in a file. Without it, 3,000 rules that each add a state to the previous
// one would make 144 million.
const mostCells = 1 << 23

type builder struct {
	*compileJob
	grammar *grammarText
	cache   compile.Cache
	cells   int // of the tables so far
	stderr  io.Writer
	file    codegen.File
	leftOut *exclusions
	files   []file

	expressions []string            // by rule in file, for targetRE
	spansOf     map[string][]string // by rule, before --depth changes the rules
}

// build compiles the rules and makes the output files. It returns all faults of all rules, without duplicates.
func (job *compileJob) build(g *grammarText, stderr io.Writer) (*builder, error) {
	var unread abnf.ErrorList
	job.rules, unread = g.wanted(job.rules)
	left, err := job.resolve(g, unread)
	if err != nil {
		return nil, err
	}
	b := &builder{compileJob: job, grammar: g, stderr: stderr, spansOf: make(map[string][]string), leftOut: newExclusions(g, job.rules, left, unread)}
	b.file = codegen.File{
		Package: job.pkg, Name: strings.TrimSuffix(filepath.Base(job.out), ".go"), Sources: g.sources, Command: job.command,
		Standalone: job.standalone, Pos: make(map[string]abnf.Pos),
	}
	for _, name := range job.rules {
		b.file.Pos[name] = g.Lookup(name).Pos
		b.spansOf[name] = g.spansOf(name, job.spans.names)
	}
	for _, entry := range job.spans.names {
		b.file.Pos[naming.SpanName(entry)] = g.Lookup(naming.SpanRule(entry)).Pos
	}
	b.compileRules()
	if b.cells > mostCells {
		return nil, fmt.Errorf("%s: the tables of all rules have more than %d entries; choose some by --rule", job.grammar, mostCells)
	}
	if err := b.leftOut.faults.err(); err != nil && !job.keepGoing {
		return nil, err
	}
	if len(b.file.Rules) == 0 {
		return b, nil
	}
	return b, b.write()
}

// compileRules compiles the rules until their tables are too large. With --keep-going, it skips rules that need a
// faulty rule, and rules with the function name of another.
func (b *builder) compileRules() {
	called := make(map[string]string) // rule by function name
	for _, rule := range b.rules {
		if b.cells > mostCells {
			return
		}
		name := b.target.function(rule)
		other, taken := called[name]
		switch {
		case b.keepGoing && b.leftOut.excludeFaulty(rule):
		case b.keepGoing && taken:
			b.leftOut.add(rule, &codegen.NameError{Pos: b.file.Pos[rule], OtherPos: b.file.Pos[other], Rule: rule, Other: other, Name: name, Language: string(b.target)})
		case b.compileRule(rule):
			called[name] = rule
		}
	}
}

// compileRule compiles a rule, with a second automaton for spans, and reports whether it succeeded. Error messages of the
// automaton name the spans, unless --part gives other rules.
func (b *builder) compileRule(rule string) bool {
	if err := b.depth.unroll(b.grammar, rule); err != nil {
		b.leftOut.addLanguage(rule, err)
		return false
	}
	spans := b.spansOf[rule]
	if err := b.grammar.checkLevels(rule, spans); err != nil {
		b.leftOut.add(rule, err)
		return false
	}
	parts := b.parts
	if len(parts) == 0 && b.target == targetGo {
		parts = lastRules(spans)
	}
	opts := b.limits.options()
	opts.Cache, opts.PreferFirst = &b.cache, b.prefer.report(b.stderr)
	withParts := *opts
	withParts.Parts = parts
	a, err := compile.Compile(b.grammar.Grammar, rule, &withParts)
	if err != nil {
		b.leftOut.addLanguage(rule, err)
		return false
	}
	b.cells += len(a.Trans)
	if b.target == targetRE {
		text, err := expression.Of(b.grammar.Grammar, rule)
		if err != nil {
			b.leftOut.add(rule, err)
			return false
		}
		b.expressions = append(b.expressions, text)
	}
	made := codegen.Rule{Automaton: a}
	if len(spans) > 0 {
		made.Spans, err = compile.Spans(b.grammar.Grammar, rule, spans, opts)
		if err != nil {
			b.leftOut.add(rule, err)
			return false
		}
		if b.target == targetGo {
			made.Digits = b.digits(spans, *opts)
		}
	}
	b.file.Rules = append(b.file.Rules, made)
	return true
}

// digits returns, for each span, the maximum number of digits of an integer, or 0 if it is not one.
func (b *builder) digits(spans []string, opts compile.Options) (list []int) {
	for _, entry := range spans {
		n := 0
		if a, err := compile.Compile(b.grammar.Grammar, naming.SpanRule(entry), &opts); err == nil {
			n = codegen.Digits(a)
		}
		list = append(list, n)
	}
	return list
}

func (g *grammarText) spansOf(rule string, spans names) (list []string) {
	for _, entry := range spans {
		if g.containsSpan(rule, entry) {
			list = append(list, entry)
		}
	}
	return list
}

// checkLevels returns an error for a span that has copies for the levels of --depth, because their positions would be
// missing.
func (g *grammarText) checkLevels(rule string, spans names) error {
	for _, entry := range spans {
		isPartial := !g.containsSpan(rule, entry)
		for _, name := range naming.SpanPath(entry) {
			for _, c := range g.unrolled {
				isPartial = isPartial || slices.Contains(c.Inner, g.Lookup(name))
			}
		}
		if isPartial {
			return &abnf.Error{Pos: g.Lookup(naming.SpanRule(entry)).Pos, Msg: fmt.Sprintf("--span %s is not possible in rule %s: copies made by --depth would have no spans", entry, rule)}
		}
	}
	return nil
}

// containsSpan reports whether a rule contains a span: each rule of its path is below the previous one, and the first is
// below the rule or equals it.
func (g *grammarText) containsSpan(rule, entry string) bool {
	path := naming.SpanPath(entry)
	if len(path) > 1 && strings.EqualFold(path[0], rule) {
		path = path[1:]
	}
	for _, to := range path {
		if !g.refers(rule, to) {
			return false
		}
		rule = to
	}
	return true
}

func spanRules(spans names) (list names) {
	for _, entry := range spans {
		list = append(list, naming.SpanPath(entry)...)
	}
	return list
}

// asWritten returns a span with its rules as written in the grammar.
func (g *grammarText) asWritten(entry string) string {
	path := naming.SpanPath(entry)
	for i, name := range path {
		path[i] = g.Lookup(name).Name
	}
	if name, _, renamed := strings.Cut(entry, "="); renamed {
		return name + "=" + strings.Join(path, ".")
	}
	return strings.Join(path, ".")
}

func lastRules(spans []string) (list []string) {
	for _, entry := range spans {
		list = append(list, naming.SpanRule(entry))
	}
	return unique(list)
}

// checkSpans returns a usage error for a span that is in none of the rules, for duplicate spans, and for different
// spans with one name.
func (g *grammarText) checkSpans(rules, spans names, what string) error {
	for i, entry := range spans {
		if !slices.ContainsFunc(rules, func(rule string) bool { return g.containsSpan(rule, entry) }) {
			return cli.Usagef("rule %s of --span: no rule that is %s refers to it", entry, what)
		}
		name := codegen.GoName(naming.SpanName(entry))
		path := strings.Join(naming.SpanPath(entry), ".")
		for _, other := range spans[:i] {
			bothIn := slices.ContainsFunc(rules, func(rule string) bool { return g.containsSpan(rule, entry) && g.containsSpan(rule, other) })
			switch {
			case strings.Join(naming.SpanPath(other), ".") == path: // renaming does not help
				return cli.Usagef("--span lists %s twice", path)
			case codegen.GoName(naming.SpanName(other)) != name || !bothIn:
				continue
			}
			return cli.Usagef("%s and %s of --span would both be called %s: call one by another name, as in --span NAME=%s", other, entry, name, path)
		}
	}
	return nil
}

func (g *grammarText) refers(rule, to string) bool {
	target := g.Lookup(to)
	for _, r := range g.References(rule) {
		if r == target {
			return true
		}
	}
	return false
}

func (b *builder) write() (err error) {
	for _, c := range b.grammar.unrolled {
		b.file.Notes = append(b.file.Notes, fmt.Sprintf("--depth %d: %v.", b.depth, c))
	}
	if b.target == targetRE {
		b.files = []file{{b.out, b.listExpressions()}}
		return nil
	}
	if err := b.examples(); err != nil {
		return err
	}
	b.files, err = b.target.files(&b.file, b.out)
	return err
}

// Limits of the size and time of a generated test.
const (
	mostExamples = 60   // of a rule, valid or invalid
	allExamples  = 4096 // of all rules, valid or invalid, but at least fewExamples of each
	fewExamples  = 2
	longExample  = 200 // bytes; longer ones are left out
)

// examples adds examples to the rules. Valid ones are generated from the grammar and checked with the automaton.
// Invalid ones are valid ones with a changed byte that the automaton rejects.
func (b *builder) examples() error {
	most := min(mostExamples, max(fewExamples, allExamples/max(1, len(b.file.Rules))))
	for i := range b.file.Rules {
		r := &b.file.Rules[i]
		valid, err := b.valid(r.Automaton, most)
		if err != nil {
			return err
		}
		r.Examples = codegen.Examples{Valid: valid, Invalid: invalid(r.Automaton, valid, most)}
	}
	return nil
}

func (b *builder) valid(a *dfa.Automaton, most int) ([]string, error) {
	if a.Start == dfa.Dead {
		return nil, nil // no string matches
	}
	s, err := sample.New(b.grammar.Grammar, a.Name, 0)
	if err != nil {
		return nil, err
	}
	list := slices.DeleteFunc(s.Cover(), func(text string) bool { return len(text) > longExample })
	for _, text := range list {
		if !dfa.Match(a, text) {
			return nil, fmt.Errorf("abnfc: the automaton of rule %s rejects %q, which matches: please report this", a.Name, text)
		}
	}
	return list[:min(len(list), most)], nil
}

// invalid deletes, doubles and replaces bytes of valid strings. It returns at most a number of results, none of which
// matches.
func invalid(a *dfa.Automaton, valid []string, most int) []string {
	var list []string
	try := func(text string) {
		if len(list) < most && !dfa.Match(a, text) && !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	try("")
	for _, text := range valid {
		try(text + " ")
		for i := range len(text) {
			try(text[:i] + text[i+1:])
			try(text[:i] + text[i:i+1] + text[i:])
			try(text[:i] + "\xff" + text[i+1:])
			try(text[:i] + "%" + text[i+1:])
		}
	}
	return list
}
