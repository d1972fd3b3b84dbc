package main

import (
	"fmt"

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
  comments and lists around a line, and takes the URL out of a link such as [text](URL),
  URL[text] or href="URL"
- replaces &amp; before a parameter by &, in HTML and in invalid lines
- percent-encodes spaces within a segment or a value, and characters that a path, a
  query or a fragment cannot have
- turns backslashes into slashes, and removes those of escapes such as \_
- turns Windows paths into file:///C:/..., and git@host:path into ssh://git@host/path
- adds the scheme of --scheme to a line that begins with localhost, an IP address or a
  name that may be one of DNS, but not to 2024-01-01, N/A or README.md
- repairs mistyped and doubled schemes of HTTP, and the colon and slashes after them

What is doubtful is an error, which usually says what the line may be: two URLs, a URL in
text or with whitespace beside a slash, a template, a pattern, a label, an e-mail address.
Arguments of commands after a URL are text, too: http://a.example/ -o x.

With --web, each line becomes an http or https URL with a host, or is an error.

Each line gives one line, an empty one if there is no fix. Errors go to standard error,
with positions in the original line.
`

const fixExamples = `  iri fix pasted.txt | diff pasted.txt -
  iri fix --scheme http pasted.txt
  iri fix --web websites.txt
`

var fixRules = []string{"IRI", "URI", "IRI-reference", "URI-reference"}

func repair(j *job, flags *pflag.FlagSet) func() error {
	rewrite := j.declareRewriting(flags)
	var f fix.Fixer
	name := flags.String("rule", "IRI", "make lines match rule `NAME`: IRI, URI, IRI-reference\nor URI-reference")
	flags.StringVar(&f.Scheme, "scheme", defaultScheme, "add scheme `NAME` to lines without one: example.org/a\nbecomes https://example.org/a; if empty, add none")
	flags.BoolVar(&f.Web, "web", false, "make http and https URLs, of valid lines too:\nhttps:example.org, example.org:80/a, htp://a.org")
	return func() error {
		r, err := ruleByName(*name)
		if err != nil {
			return err
		}
		if f.Scheme != "" && !rule.Scheme.ValidString(f.Scheme) {
			return fmt.Errorf("--scheme: %q is not a scheme", f.Scheme)
		}
		if !setRule(&f, r) {
			return fmt.Errorf("lines cannot be repaired to match rule %v", r)
		}
		if f.Web && f.Relative {
			return cli.Usagef("--web requires --rule IRI or --rule URI")
		}
		return rewrite.run(pass{func() handler { return rewrite.repaired(f) }, r, false})
	}
}

const defaultScheme = "https" // added by fix

// setRule makes f repair strings to match a rule. It returns false if f cannot.
func setRule(f *fix.Fixer, r rule.Rule) bool {
	switch r {
	case rule.IRI:
	case rule.URI:
		f.ASCII = true
	case rule.IRIReference:
		f.Relative = true
	case rule.URIReference:
		f.ASCII, f.Relative = true, true
	default:
		return false
	}
	return true
}

// repaired returns a handler that prints repairs. Relative references are valid where a file may have them.
func (r *rewriting) repaired(f fix.Fixer) handler {
	var result []byte
	relative := f.Relative
	return func(x *entry, p *printed) (ok bool) {
		f.Relative = relative || x.Relative && !f.Web
		if !f.Web && (x.valid || x.Relative && referenceRule(f).Valid(x.text)) {
			return r.printResult(x, p, x.text, true) // valid strings are unchanged
		}
		if x.skipped {
			return r.printResult(x, p, nil, false)
		}
		var err error
		result, err = f.AppendFix(result[:0], x.text)
		if err != nil && !p.isQuiet() {
			p.unrepaired(x, err)
		}
		return r.printResult(x, p, result, err == nil)
	}
}

func referenceRule(f fix.Fixer) rule.Rule {
	if f.ASCII {
		return rule.URIReference
	}
	return rule.IRIReference
}

func (p *printed) unrepaired(x *entry, err error) {
	switch e := err.(type) { // errors.As takes as long as a repair
	case *fix.Error:
		message := "" // the message of e.Err
		if e.Readings != nil || e.Err == nil {
			message = e.Message()
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
