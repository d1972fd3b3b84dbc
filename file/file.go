// Package file converts between file paths and IRIs with the scheme file (RFC 8089).
//
//	x, err := file.Unix.IRI("/srv/100 %.txt")                      // file:///srv/100%20%25.txt
//	path, err := file.Windows.Path(iri.MustParse("file:///C:/a"))  // C:\a
//
// The caller chooses the style of the paths, [Unix] or [Windows], on any system: a server may convert paths of its
// clients. No function accesses a file system.
package file

import (
	"strings"
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/dfa"
	"example.org/iri/internal/char"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri/percent"
)

const scheme = "file"

// A Style is the form of paths of an operating system. Unnamed values are treated as Unix.
type Style uint8

const (
	// Unix paths consist of slashes and arbitrary octets: /a/b.
	Unix Style = iota + 1

	// Windows paths, in UTF-8, begin with a drive letter or a server and share: C:\a\b and \\server\share\a (UNC).
	Windows
)

// IRI returns the IRI of an absolute path: file:///a/b for /a/b, file:///C:/a for C:\a, and file://server/share/a for
// \\server\share\a. Characters that a segment of an IRI cannot have are percent-encoded; [iri.IRI.ToURI] of the result
// is the URI. Dot segments stay, although resolution of the IRI removes them. IRI takes linear time.
//
// The error is an [*Error] for a path that is not absolute, such as C:a or \a; a Windows server without a share; NUL; a
// path of a device such as \\?\C:\a; ill-formed UTF-8 in a Windows path.
func (s Style) IRI(path string) (iri.IRI, error) {
	if at := strings.IndexByte(path, 0); at >= 0 {
		return iri.IRI{}, &Error{ReasonNUL, iri.Span{Start: at, End: at + 1}}
	}
	if s == Windows {
		return windowsIRI(path)
	}
	if !strings.HasPrefix(path, char.Slash) {
		return iri.IRI{}, &Error{ReasonNotAbsolute, iri.Span{End: len(path)}}
	}
	return compose("", path)
}

// Path returns the path of an IRI: it is the inverse of [Style.IRI], and accepts the forms of RFC 8089 file:/a,
// file://localhost/a, and for Windows file:C:/a and file:////server/share/a (appendices B and E). Percent-encoded
// octets are decoded, even in the host and the drive: file:///C%3A/a is C:\a. Dot segments stay, even encoded ones.
//
// The error is an [*Error] for another scheme; a host other than localhost in Unix style; a userinfo, port, query or
// fragment, which no path has; a path that is not absolute; a Windows server without a share; percent-encoded NULs and
// separators, which programs treat differently; and in Windows style a path of a device, or ill-formed UTF-8.
func (s Style) Path(x iri.IRI) (string, error) {
	if !x.HasScheme(scheme) {
		return "", &Error{ReasonNotFile, iri.Span{End: len(x.Scheme())}}
	}
	for _, component := range []func(iri.Parts) (iri.Span, bool){
		iri.Parts.Userinfo, iri.Parts.Port, iri.Parts.Query, iri.Parts.Fragment,
	} {
		if span, there := component(x.Parts()); there {
			return "", &Error{ReasonNotPath, span}
		}
	}
	if s == Windows {
		return windowsPath(x)
	}
	if !isLocal(x) {
		span, _ := x.Parts().Host()
		return "", &Error{ReasonNotLocal, span}
	}
	if !strings.HasPrefix(x.Path(), char.Slash) {
		return "", &Error{ReasonNotAbsolute, x.Parts().Path()}
	}
	path, err := decoder{separators: char.Slash}.append(nil, x, x.Parts().Path())
	return string(path), err
}

func isLocal(x iri.IRI) bool {
	host, _ := x.Host()
	host, err := iri.Decode(host)
	return err == nil && (host == "" || isLocalhost(host))
}

// isLocalhost reports whether a host is equivalent to an empty one (RFC 8089, section 2).
func isLocalhost(host string) bool { return dfa.Match(&language.DefaultHost, scheme+":"+host) }

func compose(host, path string) (iri.IRI, error) {
	return iri.Builder{}.Scheme(scheme).Host(iri.Encode(iri.ComponentHost, host)).Path(iri.Encode(iri.ComponentPath, path)).IRI()
}

type decoder struct {
	separators string // octets that must not be percent-encoded
	utf8       bool   // the result must be UTF-8
}

func (d decoder) append(dst []byte, x iri.IRI, span iri.Span) ([]byte, error) {
	text := x.String()[span.Start:span.End]
	for i := 0; i < len(text); i++ {
		if text[i] != '%' {
			continue
		}
		octet, triple := percent.Octet(text[i:]), iri.Span{Start: span.Start + i, End: span.Start + i + percent.Size}
		switch {
		case octet == 0:
			return nil, &Error{ReasonNUL, triple}
		case strings.IndexByte(d.separators, octet) >= 0:
			return nil, &Error{ReasonSeparator, triple}
		}
		i += percent.Size - 1
	}
	begin := len(dst)
	dst = percent.AppendDecoded(dst, text)
	if d.utf8 && !utf8.Valid(dst[begin:]) {
		return nil, &Error{ReasonIllFormed, span}
	}
	return dst, nil
}
