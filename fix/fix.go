// Package fix repairs URLs that people paste: strings with spaces, backslashes, brackets, bare percent
// signs, quotation marks around them, mistyped schemes, Windows paths, and the user@host:path of git and scp.
//
//	x, changes, err := fix.Fixer{Scheme: "https"}.Fix("example.org/a b") // https://example.org/a%20b
//
// The result is valid by the rule that the [Fixer] has, and comes with each change: its kind, its place
// and its strings. Repairs are guesses, which a parser must not make: so this package is separate. It
// decides what a string is before it repairs anything. A string that may be something else than one URL is an
// error with its readings: two URLs, a template, a label and a value, an e-mail address. A valid string
// changes only if [Fixer].Web asks for it.
//
// A call takes time linear in the length of the string, and allocates nothing for a valid one, save for Fix with Web.
package fix

import (
	"example.org/iri"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/ref"
	"example.org/iri/rule"
)

// A Fixer has the rule that results match, and what may be changed. The zero Fixer makes IRIs, adds
// no scheme, and makes all other changes.
type Fixer struct {
	// ASCII asks for a URI or, with Relative, a relative reference of RFC 3986: non-ASCII characters
	// are percent-encoded, in the host as well, where DNS wants IDNA (module example.org/iri/intl). Of a
	// valid IRI it makes what ToURI does.
	ASCII bool

	// Relative accepts relative references too. Then a string without a scheme is one, and gets no scheme.
	Relative bool

	// Scheme is put before a string without a scheme, such as https. The string must begin with
	// a host: example.org/a becomes https://example.org/a. If Scheme is empty, or
	// not a scheme, a string without one is an error. A string such as localhost:8080/a is valid, with scheme
	// localhost: Web makes it a URL.
	Scheme string

	// Web says that the input is an http or https URL with a host. Then valid strings are repaired too, where
	// schemes, colons and slashes are mistyped or doubled: https:example.org, http:///example.org, ttp://example.org,
	// https://https://example.org. A host and a port, as in example.org:8080/a, get the scheme. A name that
	// may be a file, such as example.rs, is a host. Invisible characters at the end are removed, even if they are
	// percent-encoded. Strings of other schemes, and URLs of e-mail addresses such as
	// http://me@example.org, are errors. With Web, Relative has no effect.
	Web bool

	// Allow is the set of kinds of changes that may be made. 0 allows all. It does not choose between
	// repairs: an input whose repair takes a change of another kind is an error.
	Allow Kind
}

// Fix returns the repaired input, and the changes in the order of the input. A valid input has no
// changes. If no repair is certain, or if it takes a change that is not allowed, the error is an [*Error],
// a [*file.Error] for a path of Windows, or [iri.ErrTooLong]. Its offsets count in the input, except for
// those of Error.Err.
//
//   - Whitespace and characters that cannot be seen are removed around the input. So are the angle
//     brackets and quotation marks of RFC 3986, appendix C. Other brackets, quotation marks and
//     punctuation, and the marks of comments and lists, are removed around what begins like a URL.
//   - Of markup that has nothing but one URL and its text, the URL remains: a link of Markdown,
//     reStructuredText, AsciiDoc, Org, Jira, BBCode or LaTeX, and an element or an attribute of XML. &amp; before a parameter
//     becomes & there, and in URLs that are invalid for another reason.
//   - Spaces within a segment, a value or a fragment are percent-encoded, as is what else is not allowed there, and a
//     percent sign without letters or digits after it.
//   - LF and CR in a path, a query or a fragment, and the whitespace around them, are removed if what follows looks like
//     the rest of the URL (RFC 3986, appendix C).
//   - A backslash becomes a slash in a path. It goes at the end, before a slash, as in JSON, and before punctuation such as _ and #,
//     as in Markdown, unless the URL has backslashes for slashes.
//   - A path of Windows becomes an IRI of scheme file, and what git and scp take becomes one of ssh:
//     C:\a becomes file:///C:/a, as does C:\\a, which source code has, and git@example.org:a.git becomes
//     ssh://git@example.org/a.git.
//   - A string without a scheme gets the one of the Fixer if it begins with localhost, an IP address or a name that may be
//     one of DNS. README.md, N/A and org.example.program do not, nor do names of images of containers and of versions of Kubernetes.
//     Punctuation after it goes.
//   - The beginning of a URL of HTTP is written as it should be, if a host follows: https//example.org,
//     http:/example.org, https:// example.org, htp://example.org and http://https://example.org get their colon, their
//     slashes and their scheme.
//   - Whitespace in tel, sms, urn:isbn and urn:issn is removed, as it is no part of a number.
//   - A relative reference with a colon in its first segment gets ./ before it (RFC 3986, section 4.2).
//
// What is doubtful is an error with [Error].Readings, such as whitespace beside a slash or a host, braces other than those of a
// GUID or of JSON, an option or another argument of a command after a URL, words after a number, a date or an anchor, a host whose top-level domain is
// probably mistyped, and a second URL that is no segment or value of the first, as that of an archive or a proxy is.
//
// Fix takes linear time, and allocates a copy of the input, the result and the changes; nothing for a
// valid input.
func (f Fixer) Fix(input string) (iri.Reference, []Change, error) {
	l, by := f.target()
	if !f.Web && by.ValidString(input) {
		x, err := iri.ParseReference(input)
		return x, nil, err
	}
	r := repair{Fixer: f, language: l, input: []byte(input), listed: true}
	r.scan(r.input)
	if err := r.run(make([]byte, 0, len(input)+growth)); err != nil {
		return iri.Reference{}, nil, err
	}
	x, err := iri.ParseReference(string(r.result))
	return x, changes(r.edits, input, x.String()), err
}

// growth is how many bytes most results are longer at most.
const growth = 16

// AppendFix appends to dst the string that [Fixer.Fix] makes of the input, without a list of changes. If
// there is an error, which is one of those of Fix, it returns dst unchanged. It takes linear time. It
// allocates only the error and room in dst, unless the input is a path of Windows, or is written as for scp.
func (f Fixer) AppendFix(dst, input []byte) ([]byte, error) {
	l, _ := f.target()
	r := repair{Fixer: f, language: l, input: input}
	if r.scan(input) && !f.Web {
		r.result = append(dst, input...)
	} else if err := r.run(dst); err != nil {
		return dst, err
	}
	if !ref.Fits(uint64(len(r.result) - len(dst))) {
		return dst, iri.ErrTooLong
	}
	return r.result, nil
}

// allows reports whether changes of a kind may be made.
func (f Fixer) allows(k Kind) bool { return f.Allow == 0 || f.Allow&k != 0 }

// target returns the language that results are in, and its rule.
func (f Fixer) target() (*uri.Language, rule.Rule) {
	switch {
	case f.ASCII && f.Relative && !f.Web:
		return &language.URIReference, rule.URIReference
	case f.ASCII:
		return &language.URI, rule.URI
	case f.Relative && !f.Web:
		return &language.IRIReference, rule.IRIReference
	}
	return &language.IRI, rule.IRI
}

// mistake returns what is wrong with a string that is not in the language.
func (r *repair) mistake(s []byte) *iri.SyntaxError {
	_, by := r.target()
	e, _ := by.Check(s).(*iri.SyntaxError)
	return e
}
