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
	d := &data{File: f, CommonJS: commonJS}
	names := newScope(f, "JavaScript")
	for i := range f.Rules {
		r := d.add(&f.Rules[i], codegen.GoName(f.Rules[i].Name), codegen.CamelName)
		names.claim(r.Name, "valid"+r.Named)
		for _, s := range r.Spans {
			names.claim(s.Name, r.Named+"."+s.Member)
			if s.Repeats {
				names.claim(s.Name, r.Named+"."+s.All)
			}
		}
	}
	if err := d.finish(names); err != nil {
		return nil, nil, err
	}
	return d.execute("module"), d.execute("types"), nil
}

// Octets reports whether strings are bytes, and not characters.
func (d *data) Octets() bool { return len(d.Sources) > 0 && d.Sources[0].IsOctets() }

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
