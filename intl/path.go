package intl

import (
	"slices"
	"strings"

	"example.org/iri"
	"example.org/iri/internal/char"
	"example.org/iri/internal/inet"
	"example.org/iri/lint"
)

// Findings about a host without a scheme.
var (
	schemeMissing = kind{"scheme-missing", lint.Warning, "RFC 3986, section 4.5"}
	schemeIsHost  = kind{"scheme-is-host", lint.Warning, "RFC 3986, section 4.5"}
	hostPort      = kind{"host-port", lint.Note, "RFC 3986, section 4.5"}
)

// extensions are top-level domains that are also file extensions.
var extensions = strings.Fields(`ac ad ads ag ai al am app ar as asia au aw ax ba bar bf bi bin bm book bot br build bz cab car cards cat cc cd
	cf class cl cpa cr cs cu cx data dds diy do doc docs dot ec eg es events ex fish fm fo gal gd gf gi gl gn gs gt ht id im in inc info ink iq is
	java je js kt la lc link lk ls lt lu lv ly ma man map mc md me mg mh mk ml mm mn mo mov mp ms msd mt mu mv na name nc ne new nf ng np nr nu
	one ott pa pe pf pg ph pk pl plus pm pn pr pro prof properties ps pt pub pw py re report rest review rip rs run sas sb sc sd settings sh
	si site sl sm sn so sr st star statistics style sv sy sz tab target td test text tf tg th tj tk tl tm tn tools tr ts tt va vc vi
	video vn wf win ws yt zip zm zone`)

// path reports a host at the start of a relative reference, where it is a path: www.example.com/a.
func (l *linter) path() {
	if l.x.Scheme() != "" {
		return
	}
	if _, ok := l.parts.Authority(); ok {
		return
	}
	if s := firstSegment(l.text, l.parts); isHost(l.text[s.Start:s.End], s.End < l.parts.Path().End) {
		l.report(schemeMissing, s, "a host without a scheme, which makes it a path")
	}
}

// firstSegment returns the first segment of a relative path, which is empty after a slash.
func firstSegment[B []byte | string](text B, parts iri.Parts) iri.Span {
	s := parts.Path()
	for i := s.Start; i < s.End; i++ {
		if text[i] == '/' {
			return iri.Span{Start: s.Start, End: i}
		}
	}
	return s
}

// isHost reports whether a segment is probably the name of a host, not of a file. more is set if the path continues.
func isHost(segment string, more bool) bool {
	if www := "www."; len(segment) > len(www) && char.EqualFold(segment[:len(www)], www) {
		return strings.Count(segment, ".") > 1 && inet.IsPlainName(strings.ToLower(segment))
	}
	n := lastLabel(segment)
	if n == 0 || !inet.IsPlainName(segment) || !isTopLevel(segment) || slices.Contains(extensions, segment[n:]) {
		return false
	}
	first, _, _ := strings.Cut(segment, ".")
	if isCommon(first) { // such as the package org.example.net
		return false
	}
	return more || isCommon(segment[n:]) && segment[n:] != "org" && segment[n:] != "dev" // notes.org and config.dev are files
}

func mayBeHost[B []byte | string](scheme B) bool {
	for i := range len(scheme) {
		if scheme[i] == '.' {
			return true
		}
	}
	return char.EqualFold(scheme, localhost)
}

const localhost = "localhost"

// schemeHost reports a host with a port that is parsed as a scheme (RFC 3986, section 4.5). For a host of a local
// network, the finding is a note, because configurations have such hosts on purpose.
func (l *linter) schemeHost() {
	s, ok := l.parts.Scheme()
	if _, authority := l.parts.Authority(); !ok || authority || !mayBeHost(l.text[:s.End]) {
		return
	}
	host := strings.ToLower(l.text[:s.End])
	switch www := strings.HasPrefix(host, "www."); {
	case !www && !beginsWithPort(l.text[s.End+1:]):
	case www || isTopLevel(host) || host[lastLabel(host):] == "example":
		l.report(schemeIsHost, s, "a host that is parsed as a scheme")
	default:
		l.report(hostPort, s, "a host and a port, which are parsed as a scheme and a path")
	}
}

// beginsWithPort reports whether a text begins with a port, or is the path of a Git repository after a host.
func beginsWithPort(text string) bool {
	digits := 0
	for digits < len(text) && text[digits]-'0' < 10 {
		digits++
	}
	if digits == 0 {
		return strings.HasSuffix(text, ".git")
	}
	return digits <= 5 && (digits == len(text) || strings.IndexByte("/?#:", text[digits]) >= 0)
}
