package target

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.org/iri/internal/codegen"
)

// JavaScript returns a file as an ES module or, if its name ends in .cjs, as a CommonJS module; with its types and a
// test. Equal files have equal results. The error wraps a [*codegen.NameError] for each pair of rules that would share
// a name.
func JavaScript(f *codegen.File, name string) (source, types, test []byte, err error) {
	d := &data{File: f, Name: name, CommonJS: strings.HasSuffix(name, ".cjs")}
	names := newScope(f, "JavaScript")
	for i := range f.Rules {
		r := d.add(&f.Rules[i], codegen.GoName, codegen.CamelName)
		names.claim(r.Name, "valid"+r.Named)
		for _, s := range r.Spans {
			names.claim(s.Name, r.Named+"."+s.Member)
			if s.Repeats {
				names.claim(s.Name, r.Named+"."+s.All)
			}
		}
	}
	if err := d.finish(names); err != nil {
		return nil, nil, nil, err
	}
	return d.execute("module"), d.execute("types"), d.execute("module test"), nil
}

// Engine returns the functions of generated JavaScript that decode tables and run them over strings, for bindings/js.
func Engine() []byte {
	d := &data{File: new(codegen.File)}
	return slices.Concat(d.execute("unpack"), d.execute("steps"))
}

// Octets reports whether strings are bytes instead of characters.
func (d *data) Octets() bool { return len(d.Sources) > 0 && d.Sources[0].IsOctets() }

// Quoted returns strings as JavaScript literals. Octets become characters; bytes that are not UTF-8 become unpaired
// surrogates.
func (d *data) Quoted(list []string) string {
	var b strings.Builder
	for _, s := range list {
		b.WriteString("\n\t\t\"")
		for len(s) > 0 {
			r, size := utf8.DecodeRuneInString(s)
			switch {
			case d.Octets():
				r, size = rune(s[0]), 1
			case r == utf8.RuneError && size == 1:
				r = 0xDFFF
			}
			if ' ' <= r && r <= '~' && r != '"' && r != '\\' {
				b.WriteByte(byte(r))
			} else {
				fmt.Fprintf(&b, `\u{%x}`, r)
			}
			s = s[size:]
		}
		b.WriteString("\",")
	}
	return b.String()
}

// Packed encodes numbers for function unpack of generated JavaScript: each run of equal numbers as the number in base 36
// and, if the run is longer than 1, its length. With gzip this takes less than base64.
func Packed[T uint8 | uint16 | int](list []T) string {
	var b []byte
	for len(list) > 0 {
		n := 1
		for n < len(list) && list[n] == list[0] {
			n++
		}
		b = strconv.AppendInt(b, int64(list[0]), 36)
		if n > 1 {
			b = strconv.AppendInt(append(b, '*'), int64(n), 36)
		}
		b = append(b, ' ')
		list = list[n:]
	}
	return string(bytes.TrimSuffix(b, []byte{' '}))
}

// Call returns the call of function table of generated JavaScript that makes the table. It encodes a transition as its
// distance from the state, so that states that stay, or that go on to their neighbours, make runs.
func (t *Table) Call() string {
	relative := make([]int, len(t.Next))
	for i, to := range t.Next {
		if d := int(to) - i%t.States; to != 0 && d >= 0 {
			relative[i] = d + 1
		} else if to != 0 {
			relative[i] = d
		}
	}
	call := fmt.Sprintf("table(%d, %d, %q, %d, %q", t.States, t.Accept, Packed(t.Classes[:]), t.Columns(), Packed(relative))
	if len(t.Events) > 0 {
		call += fmt.Sprintf(", %q, %q", Packed(t.Events), Packed(t.Finals))
	}
	return call + ")"
}
