package target

import (
	"encoding/base64"
	"encoding/binary"

	"example.org/iri/internal/codegen"
)

// JavaScript writes a file as an ES module, or as a CommonJS one, and the types of the former. Equal
// files give equal bytes. The error holds a [*codegen.NameError] for each pair of rules that would have a
// name in common.
func JavaScript(f *codegen.File, commonJS bool) (source, types []byte, err error) {
	d, err := newData(f, styleJavaScript)
	if err != nil {
		return nil, nil, err
	}
	d.CommonJS = commonJS
	return d.execute("module"), d.execute("types"), nil
}

// Octets reports whether strings are bytes, and not characters.
func (d *data) Octets() bool { return len(d.Sources) > 0 && d.Sources[0].IsOctets() }

// Argument returns the type of strings in JavaScript.
func (d *data) Argument() string {
	if d.Octets() {
		return "Uint8Array"
	}
	return "string"
}

// pack is [packed] for templates.
func pack(list any) string {
	if classes, ok := list.([]uint8); ok {
		return packed(classes)
	}
	return packed(list.([]uint16))
}

// packed returns numbers in the form that unpack of generated JavaScript takes.
func packed[T uint8 | uint16](list []T) string {
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

// JavaScriptTables returns the constant tables, as [JavaScript] writes it, and what it needs.
func JavaScriptTables(tables []Table) []byte { return forStrings(tables).execute("unpack") }

// JavaScriptLoop returns the functions valid and check over a table, a state and a string, as
// [JavaScript] writes them.
func JavaScriptLoop() []byte { return forStrings(nil).execute("walk") }

func forStrings(tables []Table) *data { return &data{File: &codegen.File{}, Tables: tables} }
