package target

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
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

// Packed encodes numbers for unpack, in generated JavaScript and in bindings/js: runs of equal numbers as varints, in
// base64.
func Packed[T uint8 | uint16](list []T) string {
	var b []byte
	for len(list) > 0 {
		n := 1
		for n < len(list) && list[n] == list[0] {
			n++
		}
		if x := 2 * uint64(list[0]); n == 1 {
			b = binary.AppendUvarint(b, x)
		} else {
			b = binary.AppendUvarint(binary.AppendUvarint(b, x+1), uint64(n))
		}
		list = list[n:]
	}
	return base64.StdEncoding.EncodeToString(b)
}
