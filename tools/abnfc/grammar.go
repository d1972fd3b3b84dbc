package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"example.org/iri/compile/abnf"
	"example.org/iri/internal/codegen"
	"example.org/iri/tools/internal/abnflint"
	"example.org/iri/tools/internal/cli"
	"example.org/iri/tools/internal/cli/show"
	"example.org/iri/tools/internal/unroll"
	"example.org/iri/tools/internal/wild"
)

type grammarFlags struct {
	wild     bool
	encoding abnf.Encoding
	renames  []rename
	imports  []importFlag
	stdin    func() ([]byte, error) // reads standard input, once
}

type rename struct{ old, new string }

type importFlag struct {
	file     string
	rules    names // to import; empty for all
	override bool
}

func (f *grammarFlags) register(cmd *cobra.Command) {
	f.stdin = sync.OnceValues(func() ([]byte, error) { return readText(cmd.InOrStdin()) })
	flags := cmd.Flags()
	flags.BoolVar(&f.wild, "wild", false, "read grammars with mistakes, and whole pages; print each repair")
	flags.BoolFunc("octets", "values such as %x80-FF are octets, not characters; also in imported rules", func(value string) error {
		isSet, err := strconv.ParseBool(value)
		if f.encoding = abnf.UTF8; isSet {
			f.encoding = abnf.Octets
		}
		return err
	})
	flags.Func("rename", "for `A=B`, read the name A as B; may be repeated", func(value string) error {
		before, after, found := strings.Cut(value, "=")
		if !found || before == "" || after == "" {
			return errors.New("want A=B")
		}
		f.renames = append(f.renames, rename{before, after})
		return nil
	})
	flags.Func("import", "take rules that the grammar lacks from `GRAMMAR`, or only RULE,... from GRAMMAR:RULE,...; may be repeated", func(value string) error {
		imported, err := importOf(value)
		f.imports = append(f.imports, imported)
		return err
	})
	flags.Func("override", "import `GRAMMAR`, and replace its rules with rules of the same name of the importing grammar; print each replacement", func(value string) error {
		f.imports = append(f.imports, importFlag{file: value, override: true})
		return nil
	})
	cli.Repeatable(flags, "rename", "import", "override")
}

// importOf parses GRAMMAR or GRAMMAR:RULE,... An existing file with the whole name takes precedence.
func importOf(value string) (importFlag, error) {
	file, list, found := cutLast(value, ":")
	if isFile(value) || !found || strings.ContainsAny(list, `/\`) {
		return importFlag{file: value}, nil
	}
	imported := importFlag{file: file}
	return imported, imported.rules.Set(list)
}

type grammarText struct {
	*abnf.Grammar
	own     []string         // names of the rules of the file itself, in order
	sources []codegen.Source // the file and the imported ones

	wild      bool
	pages     []*wild.Page      // the imported files and, last, the file itself
	hidden    []abnflint.Hidden // rules of imported files with the name of another rule
	byName    names             // rules imported by name
	overrides bool              // the file replaces rules of an imported file
	bundle    bundle
	local     map[*abnf.Rule]bool // rules of the file itself, core rules, and rules already listed
	unrolled  []*unroll.Cycle     // by --depth
	stderr    io.Writer
}

// read reads the grammar in a file as specified by the flags. It prints repairs on stderr, and reports unreadable files
// and faults of all files together. With an error, it still returns the sources.
func (f *grammarFlags) read(name string, stderr io.Writer) (*grammarText, error) {
	g := &grammarText{wild: f.wild, bundle: make(bundle), local: make(map[*abnf.Rule]bool), stderr: stderr}
	var err error
	if g.sources, err = f.readSources(name); err != nil {
		return g, err
	}
	library, err := f.readLibrary(g)
	if err := errors.Join(g.readOwn(f, library), err); err != nil {
		return g, grammarError{err}
	}
	if err := f.link(g, library); err != nil {
		return g, grammarError{err}
	}
	if err := g.encode(); err != nil {
		return g, grammarError{err}
	}
	g.listImports(g.own)
	return g, nil
}

// encode determines the encoding of values. If the grammar needs a bundled grammar with octets above %x7F, all values
// are octets, unless other files contain values above %x7F.
func (g *grammarText) encode() error {
	g.Encoding = g.sources[0].Encoding
	octets, character := g.firstNonASCII(true), g.firstNonASCII(false)
	switch {
	case g.Encoding == abnf.Octets || octets == nil:
		return nil
	case character != nil:
		return &abnf.Error{Pos: character.Pos, Msg: fmt.Sprintf("%v is a character, %v of %v an octet", character, octets, octets.Pos),
			Hint: "--octets reads all values as octets"}
	}
	g.Encoding = abnf.Octets
	for i := range g.sources {
		g.sources[i].Encoding = abnf.Octets
	}
	return nil
}

// firstNonASCII returns the first needed value above %x7F in bundled grammars with octets, or in other files; nil if
// there is none.
func (g *grammarText) firstNonASCII(inOctets bool) *abnf.NumVal {
	rules := []*abnf.Rule{}
	for _, name := range g.own {
		rules = append(rules, g.Lookup(name))
	}
	for _, r := range g.References(g.own...) {
		rules = append(rules, r)
	}
	for _, r := range rules {
		if r == nil || r == abnf.Core().Lookup(r.Name) || inOctets != g.hasOctets(r.Body.Position().File) {
			continue
		}
		for n := range abnf.All(r.Body) {
			if v, is := n.(*abnf.NumVal); is && slices.Max(v.Values) > 0x7F {
				return v
			}
		}
	}
	return nil
}

func (g *grammarText) hasOctets(file string) bool {
	return slices.ContainsFunc(g.sources, func(s codegen.Source) bool {
		return s.Name == file && isBundled(s) && bundledEncoding(file) == abnf.Octets
	})
}

// readLibrary reads the files of imports. They also import from each other.
func (f *grammarFlags) readLibrary(g *grammarText) (library []*abnf.Grammar, err error) {
	for _, source := range g.sources[1:] {
		if isBundled(source) {
			library = append(library, g.bundle.read(source.Name))
		} else if h, fault := f.parse(source, library, g); fault != nil {
			err = errors.Join(err, fault)
		} else {
			library = append(library, h)
		}
	}
	for _, h := range library {
		for _, other := range library {
			if h != other {
				h.Import(other)
			}
		}
	}
	return library, err
}

// link imports the rules of a library, and prints those that are overridden.
func (f *grammarFlags) link(g *grammarText, library []*abnf.Grammar) (err error) {
	for i, h := range library {
		switch flag := f.imports[i]; {
		case flag.override:
			g.overrides = true
			g.Override(h)
		case len(flag.rules) > 0:
			g.byName = append(g.byName, flag.rules...)
			err = errors.Join(err, g.ImportRules(h, flag.rules...))
		default:
			g.Import(h)
		}
	}
	for i, h := range library {
		for _, x := range hiddenRules(g.Grammar, h, f.imports[i].rules) {
			if slices.Contains(g.hidden, x) {
				continue // imported before
			}
			g.hidden = append(g.hidden, x)
			if f.imports[i].override {
				printOverride(g.stderr, x)
			}
		}
	}
	return err
}

// settled reports whether flags say which rule a name means: the rule is imported by name, or overrides another one.
func (g *grammarText) settled(name string) bool {
	isName := func(x string) bool { return strings.EqualFold(x, name) }
	return slices.ContainsFunc(g.byName, isName) || g.overrides && slices.ContainsFunc(g.own, isName)
}

// isUnread reports whether a reference is to an unreadable rule with the name of a core rule or an imported rule.
func (g *grammarText) isUnread(ref *abnf.RuleRef) bool {
	return !g.settled(ref.Name) && wild.Lacking(g.pages, ref.File, ref.Name) != nil
}

// hiddenRules returns the rules of h, or only those in some, whose names refer to other rules in g.
func hiddenRules(g, h *abnf.Grammar, some names) (list []abnflint.Hidden) {
	for r := range h.Rules() {
		isSeen := some == nil || slices.ContainsFunc(some, func(name string) bool { return strings.EqualFold(name, r.Name) })
		if instead := g.Lookup(r.Name); isSeen && instead != r && instead.Body != r.Body { // not a rule that prose refers to
			list = append(list, abnflint.Hidden{Rule: r, Instead: instead})
		}
	}
	return list
}

func printOverride(w io.Writer, x abnflint.Hidden) {
	fmt.Fprintf(w, "%v: rule %s is overridden by %v\n", x.Rule.Pos, x.Rule.Name, x.Instead.Pos)
}

// readOwn parses the rules of the file itself. Names of the library are known. It is an error if there are none.
func (g *grammarText) readOwn(f *grammarFlags, library []*abnf.Grammar) (err error) {
	if g.Grammar, err = f.parse(g.sources[0], library, g); err != nil {
		return err
	}
	if err := f.rename(g.Grammar, g.stderr); err != nil {
		return err
	}
	for _, grammar := range []*abnf.Grammar{g.Grammar, abnf.Core()} {
		for r := range grammar.Rules() {
			g.local[r] = true
		}
	}
	for r := range g.Rules() {
		g.own = append(g.own, r.Name)
	}
	if isBundled(g.sources[0]) { // its imports belong to it
		for _, r := range g.References(g.own...) {
			g.local[r] = true
		}
	}
	if len(g.own) == 0 {
		return &abnf.Error{Pos: abnf.Pos{File: show.Safe(g.sources[0].Name), Line: 1, Col: 1}, Msg: "no rule found"}
	}
	return nil
}

// readSources reads a grammar and its imports, all in the encoding of the first.
func (f *grammarFlags) readSources(name string) (list []codegen.Source, err error) {
	encoding := f.encoding
	add := func(name string) {
		text, fault := f.readSource(name)
		err = errors.Join(err, fault)
		list = append(list, codegen.Source{Name: name, Text: text, Encoding: encoding})
	}
	add(name)
	if isBundled(list[0]) {
		encoding = max(encoding, bundledEncoding(name))
		list[0].Encoding = encoding
	}
	for _, i := range f.imports {
		add(i.file)
	}
	return list, err
}

// nameOf returns the original name of a source by its escaped name in positions.
func (g *grammarText) nameOf(printed string) string {
	for _, s := range g.sources {
		if show.Safe(s.Name) == printed {
			return s.Name
		}
	}
	return printed
}

// readSource returns the text of a grammar: of standard input for "-", of a file, or of a bundled grammar. A folder
// with the name of a bundled grammar may contain its generated code.
func (f *grammarFlags) readSource(name string) ([]byte, error) {
	if name == "-" {
		return f.stdin()
	}
	text, err := readFile(name)
	if err == nil {
		return text, nil
	}
	if bundled := bundledText(name); bundled != nil {
		if info, failed := os.Stat(name); errors.Is(failed, fs.ErrNotExist) || failed == nil && info.IsDir() {
			return bundled, nil
		}
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if file, rule, _ := cutLast(name, ":"); file != "" && (isFile(file) || bundledText(file) != nil) {
		return nil, fmt.Errorf("%w; name the rule with --rule, as in --rule %s %s", err, rule, file)
	}
	if !strings.ContainsAny(name, `./\`) {
		err = fmt.Errorf("%w; the bundled grammars are %s", err, strings.Join(bundledNames, ", "))
	}
	return nil, err
}

// wanted returns some, or without any, all rules of the file itself and the faults of unreadable rules.
func (g *grammarText) wanted(some names) (names, abnf.ErrorList) {
	if len(some) > 0 {
		return some, nil
	}
	return g.own, g.page().Unread()
}

// page returns the parsed page, which is empty without --wild.
func (g *grammarText) page() *wild.Page {
	if !g.wild {
		return new(wild.Page)
	}
	return g.pages[len(g.pages)-1]
}

func (g *grammarText) checkDefined(rules ...string) error {
	missing := slices.DeleteFunc(slices.Clone(rules), func(name string) bool { return g.Lookup(name) != nil })
	if len(missing) == 0 {
		return nil
	}
	return grammarError{cli.UsageError{Err: g.Verify(missing...)}}
}

// verifyAll returns the faults of rules and of unreadable text, without duplicates.
func (g *grammarText) verifyAll(unread abnf.ErrorList, rules names) error {
	var all faultList
	all.add(g.Verify(rules...))
	all.add(unread)
	return all.err()
}

func (f *grammarFlags) parse(s codegen.Source, library []*abnf.Grammar, g *grammarText) (*abnf.Grammar, error) {
	if isBundled(s) {
		h := make(bundle).read(s.Name)
		g.pages = append(g.pages, &wild.Page{Grammar: h})
		return h, nil
	}
	if !f.wild {
		h, err := abnf.ParseFile(show.Safe(s.Name), s.Text)
		hintAtWild(err, s, library)
		return h, err
	}
	page, err := wild.Parse(show.Safe(s.Name), s.Text, library...)
	for _, r := range page.Repairs {
		printRepair(g.stderr, r)
	}
	g.pages = append(g.pages, page)
	return page.Grammar, err
}

// hintAtWild adds a hint to the faults of strict parsing that --wild repairs without losing the rule.
func hintAtWild(err error, s codegen.Source, library []*abnf.Grammar) {
	var list abnf.ErrorList
	if !errors.As(err, &list) {
		return
	}
	page, err := wild.Parse(show.Safe(s.Name), s.Text, library...)
	if err != nil {
		return
	}
	rules := make(map[int]bool) // by offset; false for a lost rule
	lost := make(map[int]bool)  // by line
	for r := range page.Rules() {
		rules[r.Offset] = true
	}
	for _, r := range page.Repairs {
		if r.Lost {
			rules[r.Offset], lost[r.Line] = false, true
		}
	}
	begins := slices.Sorted(maps.Keys(rules))
	for _, e := range list {
		after, _ := slices.BinarySearch(begins, e.Offset+1)
		if !lost[e.Line] && (after == 0 || rules[begins[after-1]]) {
			e.Hint = strings.TrimPrefix(e.Hint+"; --wild repairs that", "; ")
		}
	}
}

func (f *grammarFlags) rename(g *abnf.Grammar, stderr io.Writer) error {
	var faults []error
	for _, r := range f.renames {
		places, err := g.Rename(r.old, r.new)
		faults = append(faults, err)
		for _, pos := range places {
			printRepair(stderr, wild.Repair{Pos: pos, Msg: fmt.Sprintf("%s renamed to %s", r.old, r.new)})
		}
	}
	return errors.Join(faults...)
}

func printRepair(w io.Writer, r wild.Repair) {
	if r.Line == 0 {
		fmt.Fprintf(w, "abnfc: repaired: %s\n", r.Msg)
		return
	}
	fmt.Fprintf(w, "%v: repaired: %s\n", r.Pos, r.Msg)
}

// listImports prints with --wild, once, which imported rules starts need.
func (g *grammarText) listImports(starts []string) {
	if !g.wild {
		return
	}
	names := make(map[string][]string) // by file
	add := func(r *abnf.Rule) {
		if r != nil && !g.local[r] {
			g.local[r] = true
			names[r.File] = append(names[r.File], r.Name)
		}
	}
	for _, name := range starts {
		add(g.Lookup(name))
	}
	for _, r := range g.References(starts...) {
		add(r)
	}
	for _, file := range slices.Sorted(maps.Keys(names)) {
		fmt.Fprintf(g.stderr, "abnfc: note: from %s: %s\n", file, strings.Join(names[file], ", "))
	}
}

// verify verifies rules, and adds the faults of unreadable rules.
func (g *grammarText) verify(starts ...string) error {
	return wild.Verify(g.Grammar, starts, g.settled, g.pages...)
}

// rfc matches the last RFC in prose.
var rfc = regexp.MustCompile(`.*RFC ?(\d+)`)

// hintAtProse adds the flag that imports a rule, which consists of prose, from the RFC in the prose.
func (g *grammarText) hintAtProse(e *abnf.Error) {
	if m := rfc.FindStringSubmatch(e.Prose); m != nil && slices.Contains(bundledNames, "rfc"+m[1]) {
		e.Hint = "--wild --import rfc" + m[1] + " may supply it; " + e.Hint
	}
}

// Verify verifies rules. For undefined names, it hints at a bundled grammar with the rule and, with --wild, at
// renaming.
func (g *grammarText) Verify(starts ...string) error {
	err := g.verify(starts...)
	var list abnf.ErrorList
	if !errors.As(err, &list) {
		return err
	}
	for _, e := range list {
		if e.Undefined == "" {
			g.hintAtProse(e)
			continue
		}
		if g.wild && e.Nearest != "" {
			e.Hint += fmt.Sprintf(" --rename %s=%s accepts that", e.Undefined, e.Nearest)
		}
		if flags := g.bundle.suppliers(e.Undefined); flags != "" {
			e.Hint = strings.TrimSuffix(flags+" supplies it; "+e.Hint, "; ")
		} else if g.wild && e.Hint == "" {
			e.Hint = "--import FILE supplies rules, --rename " + e.Undefined + "=RULE takes another one"
		}
	}
	return list
}
