package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"example.org/iri/file"
	"example.org/iri/fix"
	"example.org/iri/rule"
	"example.org/iri/tools/internal/cli"
)

const fixHelp = `Fix turns what people paste into IRIs. It guesses what they meant. A line that is valid
stays as it is.

    $ echo '<http://example.org/a b>' | iri fix
    http://example.org/a%20b

In other lines, fix

- removes whitespace, invisible characters, brackets, quotation marks, and the marks of
  comments and lists around a line, and takes the URL out of a link such as [text](URL)
- percent-encodes spaces within a segment or a value, and characters that a path, a
  query or a fragment cannot have
- turns backslashes into slashes, Windows paths into file:///C:/..., and git@host:path
  into ssh://git@host/path
- adds the scheme of --scheme to a line that begins with localhost, an IP address or a
  name that may be one of DNS, but not to 2024-01-01, N/A or README.md
- repairs mistyped and doubled schemes of HTTP, and the colon and slashes after them

What is doubtful is an error that says what the line may be: two URLs, a URL in text or
with whitespace beside a slash, a template, a pattern, a label, an e-mail address.

With --web, each line becomes an http or https URL with a host, or is an error.

Each line gives one line, an empty one if there is no fix. Errors go to standard error,
with positions in the original line.
`

const fixExamples = `  iri fix --changes pasted.txt
  iri fix --scheme http pasted.txt
  iri fix --web websites.txt
`

// repair is the command that repairs what people paste.
func repair(j *job, flags *pflag.FlagSet) func() error {
	rewrite := j.declareRewriting(flags)
	var f fix.Fixer
	name := flags.String("rule", "IRI", "make lines match rule `NAME`: IRI, URI, IRI-reference\nor URI-reference")
	changes := flags.Bool("changes", false, "print each change on standard error")
	allow := flags.StringSlice("allow", nil, "make only changes of kind `NAME`, or of several:\nsurrounding, whitespace, backslash, encoded, ssh,\nwindows-path, scheme, first-segment")
	flags.StringVar(&f.Scheme, "scheme", "https", "add scheme `NAME` to lines without one: example.org/a\nbecomes https://example.org/a; if empty, add none")
	flags.BoolVar(&f.Web, "web", false, "make http and https URLs, of valid lines too:\nhttps:example.org, example.org:80/a, htp://a.org")
	return func() error {
		r, err := ruleByName(*name)
		if err != nil {
			return err
		}
		if flags.Changed("allow") && len(*allow) == 0 { // all would be allowed
			return cli.Usagef("--allow: no kind is named; there are %s", strings.Join(kindNames(), ", "))
		}
		if f.Allow, err = kindsOf(*allow); err != nil {
			return err
		}
		if f.Scheme != "" && !rule.Scheme.ValidString(f.Scheme) {
			return fmt.Errorf("--scheme: %q is not a scheme", f.Scheme)
		}
		switch r.String() {
		case "IRI":
		case "URI":
			f.ASCII = true
		case "IRI-reference":
			f.Relative = true
		case "URI-reference":
			f.ASCII, f.Relative = true, true
		default:
			return fmt.Errorf("lines cannot be repaired to match rule %v", r)
		}
		if f.Web && f.Relative {
			return cli.Usagef("--web: relative references are no URLs: --rule is IRI or URI")
		}
		return rewrite.run(pass{func() handler { return rewrite.repaired(f, *changes) }, r, false})
	}
}

// A namedKind is a kind of change by the name that --allow takes.
type namedKind struct {
	name string
	kind fix.Kind
}

var kinds = [...]namedKind{
	{"surrounding", fix.Surrounding}, {"whitespace", fix.Whitespace}, {"backslash", fix.Backslash}, {"encoded", fix.Encoded},
	{"ssh", fix.SSH}, {"windows-path", fix.WindowsPath}, {"scheme", fix.Scheme}, {"first-segment", fix.FirstSegment},
}

func kindNames() (names []string) {
	for _, k := range kinds {
		names = append(names, k.name)
	}
	return names
}

// kindName returns the name of a kind that --allow takes.
func kindName(kind fix.Kind) string {
	i := slices.IndexFunc(kinds[:], func(k namedKind) bool { return k.kind == kind })
	return kinds[i].name
}

// kindsOf returns the set of kinds with these names.
func kindsOf(names []string) (set fix.Kind, err error) {
	for _, name := range names {
		i := slices.Index(kindNames(), name)
		if i < 0 {
			return 0, cli.Usagef("--allow: no kind %q; there are %s", name, strings.Join(kindNames(), ", "))
		}
		set |= kinds[i].kind
	}
	return set, nil
}

// repaired returns what prints the repair of each entry.
func (r *rewriting) repaired(f fix.Fixer, tell bool) handler {
	var result []byte
	return func(x *entry, p *printed) (ok bool) {
		if x.valid && !f.Web {
			return r.put(x, p, x.text, true) // what is valid stays
		}
		if x.skipped {
			return r.put(x, p, nil, false)
		}
		var err error
		if tell {
			result, err = p.repair(f, x, result[:0])
		} else {
			result, err = f.AppendFix(result[:0], x.text)
		}
		if err != nil && !p.isQuiet() {
			p.unrepaired(x, err)
		}
		return r.put(x, p, result, err == nil)
	}
}

// repair appends the repair of an entry, and prints each change.
func (p *printed) repair(f fix.Fixer, x *entry, dst []byte) ([]byte, error) {
	repaired, changes, err := f.Fix(string(x.text))
	for _, c := range changes {
		p.tell(x, c.Span.Start, describe(c))
	}
	return append(dst, repaired.String()...), err
}

// unrepaired prints why there is no repair of an entry.
func (p *printed) unrepaired(x *entry, err error) {
	switch e := err.(type) { // errors.As takes as long as a repair
	case *fix.Error:
		message := e.Message()
		if e.Kind != 0 && e.Err != nil {
			message = e.Err.Message() + "; --allow does not have " + kindName(e.Kind)
		}
		p.diagnose(x, e.Span, message, e.Err)
		if p.recorded {
			p.record.Readings = e.Readings
		}
	case *file.Error:
		p.diagnose(x, e.Span, e.Reason.String(), nil)
	default:
		p.reject(x, err)
	}
}

// describe returns a change in words.
func describe(c fix.Change) string {
	switch {
	case c.From == "":
		return fmt.Sprintf(`%v: "%s" added`, c.Kind, c.To)
	case c.To == "":
		return fmt.Sprintf(`%v: "%s" removed`, c.Kind, c.From)
	}
	return fmt.Sprintf(`%v: "%s" becomes "%s"`, c.Kind, c.From, c.To)
}
