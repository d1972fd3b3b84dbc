package main

import (
	"fmt"
	"io"
	"strings"

	"example.org/iri/internal/testkit/corpus"
)

type report struct {
	name    string
	results []result
}

func examine(k kind, by way, list []corpus.Request) (x report, err error) {
	f, err := k.open()
	if err != nil {
		return x, err
	}
	defer f.close()
	if by == overHTTP2 && f.h2 == "" {
		return x, fmt.Errorf("%s: %w", f, errAbsent)
	}
	x.name = f.String()
	for i, r := range list {
		o, err := f.send(r, by, i)
		if valid(r) && o.status == 0 && err == nil { // the machine may be busy
			o, err = f.send(r, by, i)
		}
		if err != nil {
			return x, fmt.Errorf("%s, %s: %w", f, r.Name, err)
		}
		x.results = append(x.results, classify(r, o))
	}
	return x, nil
}

// A row of the table counts the requests of a kind, and the wrong results for them.
type row struct {
	name  string
	of    func(corpus.Request) bool
	wrong func(result) bool
}

var rows = []row{
	{"invalid path or query: passed on", ofGroup("path", "query"), notRefused},
	{"invalid in another way: passed on", ofGroup("target", "absolute", "options", "connect", "get", "http", "pipelined"), notRefused},
	{"invalid method: passed on", ofGroup("method"), notRefused},
	{"invalid Host: passed on", ofGroup("host", "post"), notRefused},
	{"refused by a MUST: passed on", func(r corpus.Request) bool { return r.Label == "must" }, notRefused},
	{"**all of these: passed on**", invalid, notRefused},
	{"but repaired somehow", invalid, func(v result) bool { return v.end == changed }},
	{"valid: refused", valid, func(v result) bool { return v.end == refused }},
	{"valid: changed", valid, func(v result) bool { return v.end == changed }},
	{"invalid message: passed on unrepaired", ofLabel("message"), func(v result) bool { return v.end == changed }},
	{"**what follows is poisoned**", func(corpus.Request) bool { return true }, func(v result) bool { return v.poison != "" }},
}

func notRefused(v result) bool { return v.end != refused }

func ofLabel(label string) func(corpus.Request) bool {
	return func(r corpus.Request) bool { return r.Label == label }
}

// ofGroup matches requests with label grammar whose names begin with one of words.
func ofGroup(words ...string) func(corpus.Request) bool {
	return func(r corpus.Request) bool {
		first, _, _ := strings.Cut(r.Name, "-")
		for _, word := range words {
			if r.Label == "grammar" && first == word {
				return true
			}
		}
		return false
	}
}

func writeTable(w io.Writer, list []corpus.Request, reports []report) {
	fmt.Fprint(w, "| | of |")
	for _, x := range reports {
		fmt.Fprintf(w, " %s |", x.name)
	}
	fmt.Fprintf(w, "\n|---|--:|%s\n", strings.Repeat("--:|", len(reports)))
	for _, row := range rows {
		all := 0
		for _, r := range list {
			if row.of(r) {
				all++
			}
		}
		if all == 0 {
			continue
		}
		fmt.Fprintf(w, "| %s | %d |", row.name, all)
		for _, x := range reports {
			n := 0
			for _, v := range x.results {
				if row.of(v.request) && row.wrong(v) {
					n++
				}
			}
			fmt.Fprintf(w, " %d |", n)
		}
		fmt.Fprintln(w)
	}
}

func writeList(w io.Writer, x report) {
	for _, v := range x.results {
		r := v.request
		var what string
		switch {
		case v.poison != "":
			what = "poisoned: " + v.poison
		case invalid(r) && v.end == same:
			what = "passed on"
		case v.end == changed:
			what = v.what
		case valid(r) && v.end == refused:
			what = "refused"
		default:
			continue
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", x.name, r.Label, r.Name, what)
	}
}
