package rdf

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/iri"
	"example.org/iri/tools/iri/source/internal/block"
)

// nullable returns the symbols that derive the empty string.
func nullable() (set [numSymbols]bool) {
	for changed := true; changed; {
		changed = false
		for s, alternatives := range rules {
			for _, body := range alternatives {
				all := true
				for _, x := range body {
					all = all && set[x]
				}
				changed = changed || all && !set[s]
				set[s] = set[s] || all
			}
		}
	}
	return set
}

// begins returns the FIRST set of a sequence of symbols, and whether it derives the empty string.
func begins(body []symbol, empty [numSymbols]bool) (first uint64, none bool) {
	sets := firsts()
	for _, s := range body {
		first |= sets[s]
		if !empty[s] {
			return first, false
		}
	}
	return first, true
}

// follows returns the FOLLOW sets by the textbook algorithm.
func follows(empty [numSymbols]bool) (sets [numSymbols]uint64) {
	for _, start := range []symbol{ntriples, nquads, turtle, trig} {
		sets[start] = 1 << endOfFile
	}
	for changed := true; changed; {
		changed = false
		for s, alternatives := range rules {
			for _, body := range alternatives {
				for i, x := range body {
					first, none := begins(body[i+1:], empty)
					if none {
						first |= sets[s]
					}
					changed = changed || first&^sets[x] != 0
					sets[x] |= first
				}
			}
		}
	}
	return sets
}

// TestLL1 checks that the grammar is LL(1) as the parse table assumes: FIRST sets of alternatives are disjoint, their
// first symbols are not nullable, and an empty alternative comes last.
func TestLL1(t *testing.T) {
	empty := nullable()
	follow := follows(empty)
	for s := symbol(numTerminals); s < numSymbols; s++ {
		var seen uint64
		for i, body := range rules[s] {
			first, none := begins(body, empty)
			if none {
				first |= follow[s]
			}
			if len(body) > 0 && empty[body[0]] {
				t.Errorf("rule %d (%s), alternative %d begins with what may be empty", s, s, i)
			}
			if len(body) == 0 && i != len(rules[s])-1 {
				t.Errorf("rule %d (%s): the empty alternative is not the last one", s, s)
			}
			if seen&first != 0 {
				t.Errorf("rule %d (%s), alternative %d: an earlier one may begin likewise", s, s, i)
			}
			seen |= first
		}
		if len(rules[s]) == 0 {
			t.Errorf("rule %d (%s) has no alternatives", s, s)
		}
	}
}

// A writer generates random strings of the grammars, with the IRIs that a reader has to find.
type writer struct {
	*rand.Rand
	text     strings.Builder
	line     int64
	column   int64
	want     []found
	between  []string // possible separators of terminals
	numbered int
}

const exampleSpace = "http://example.org/"

var spelled = map[symbol][]string{
	lineEnd:           {"\n", "\r\n", "\r ", " # <comment>\n", "\n\n"},
	blankNodeLabel:    {"_:b", "_:0.a"},
	doubleQuoted:      {`""`, `"<x> \" \u00E9"`, `"é"`},
	singleQuoted:      {`''`, `'<x> \''`},
	longQuoted:        {`""""""`, "'''<x>'' \n \r\n \r'''", `"""<x> "" \" """`},
	number:            {"1", "-2.5", "+.5e-3", "1.E4"},
	boolean:           {"true", "false"},
	languageDirection: {"@en", "@de-CH--ltr", "@base-x"},
	prefixWord:        {"PREFIX", "prefix"},
	baseWord:          {"Base"},
	versionWord:       {"VERSION"},
	graphWord:         {"graph"},
}

func (w *writer) write(text string) {
	w.text.WriteString(text)
	for rest := text; ; {
		n := strings.IndexAny(rest, "\n\r")
		if n < 0 {
			w.column += int64(len(rest))
			return
		}
		if strings.HasPrefix(rest[n:], "\r\n") {
			n++
		}
		w.line, w.column, rest = w.line+1, 1, rest[n+1:]
	}
}

func (w *writer) terminal(s, rule symbol) {
	w.numbered++
	place := block.Place{Line: w.line, Column: w.column}
	switch {
	case s == iriRef:
		place.Column++
		place.Verbatim = true
		text := fmt.Sprintf("urn:%d", w.numbered)
		w.want = append(w.want, found{text, place})
		w.write("<" + text + ">")
	case s == prefixedName:
		w.want = append(w.want, found{exampleSpace + fmt.Sprint(w.numbered), place})
		w.write(fmt.Sprint("ex:", w.numbered))
	case s == prefixLabel && rule == declared:
		w.write(fmt.Sprintf("p%d:", w.numbered))
	case s == prefixLabel:
		w.want = append(w.want, found{exampleSpace, place})
		w.write("ex:")
	case len(spelled[s]) > 0:
		w.write(spelled[s][w.IntN(len(spelled[s]))])
	default:
		w.write(strings.Trim(s.String(), `"`))
	}
	if s != lineEnd {
		w.write(w.between[w.IntN(len(w.between))])
	}
}

// derive writes a string of a symbol. After the last step, it chooses the alternative with the fewest rules.
func (w *writer) derive(s, rule symbol, steps int) {
	if s < numTerminals {
		w.terminal(s, rule)
		return
	}
	body := rules[s][w.IntN(len(rules[s]))]
	if steps <= 0 {
		for _, other := range rules[s] {
			if countRules(other) < countRules(body) {
				body = other
			}
		}
	}
	for i, x := range body {
		from := symbol(0)
		if i == 0 {
			from = s
		}
		w.derive(x, from, steps-1)
	}
}

func countRules(body []symbol) (n int) {
	for _, s := range body {
		if s >= numTerminals {
			n++
		}
	}
	return n
}

// TestDerivations reads generated strings: without an error, and with all IRIs at their places.
func TestDerivations(t *testing.T) {
	starts := []symbol{NTriples: ntriples, NQuads: nquads, Turtle: turtle, TriG: trig}
	for syntax, start := range starts {
		random := rand.New(rand.NewPCG(1, uint64(syntax)))
		count := 0
		for range 400 {
			w := &writer{Rand: random, line: 1, column: 1, between: []string{" ", "\t", "  "}}
			if start == turtle || start == trig {
				w.between = append(w.between, "\n", "\r\n", "\r ", " # <comment>\n\t")
				w.write("PREFIX ex: <" + exampleSpace + ">")
				w.want = append(w.want, found{exampleSpace, block.Place{Line: 1, Column: 13, Verbatim: true}})
			}
			w.derive(start, 0, 25)
			text := w.text.String()
			got, errs := readAll(strings.NewReader(text), Syntax(syntax), iri.IRI{})
			if len(errs) > 0 {
				t.Fatalf("%q: %d:%d: %v", text, errs[0].Line, errs[0].Column, errs[0])
			}
			if fmt.Sprint(got) != fmt.Sprint(w.want) {
				t.Fatalf("%q:\n%v, want\n%v", text, got, w.want)
			}
			count += len(got)
		}
		t.Logf("%d IRIs", count)
	}
}
