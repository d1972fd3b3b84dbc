package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	compiler "example.org/iri/compile" // c_test.go has a function compile
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/codegen/target"
	"example.org/iri/internal/fault"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
)

// A family is rules of a module of their own, so that one more rule costs little.
type family struct {
	name  string
	rules []string
}

var families = []family{
	{"strict", []string{"IRIStrict", "IRIReferenceStrict"}},
	{"zone", []string{"IRIWithZone", "IRIReferenceWithZone", "URIWithZone", "URIReferenceWithZone"}},
	{"leiri", []string{"LEIRI", "LEIRIReference"}},
	{"reference", []string{"ihier-part", "absolute-IRI", "irelative-ref", "irelative-part", "hier-part", "absolute-URI", "relative-ref", "relative-part"}},
	{"authority", []string{"iauthority", "iuserinfo", "ihost", "ireg-name", "port", "IP-literal", "IPvFuture", "IPv6address", "h16", "ls32", "IPv4address",
		"dec-octet", "authority", "userinfo", "host", "reg-name"}},
	{"path", []string{"ipath", "ipath-abempty", "ipath-absolute", "ipath-noscheme", "ipath-rootless", "ipath-empty", "isegment", "isegment-nz", "isegment-nz-nc",
		"path", "path-abempty", "path-absolute", "path-noscheme", "path-rootless", "path-empty", "segment", "segment-nz", "segment-nz-nc"}},
	{"characters", []string{"scheme", "ipchar", "iquery", "iprivate", "ifragment", "iunreserved", "ucschar", "pct-encoded", "unreserved", "reserved", "gen-delims",
		"sub-delims", "pchar", "query", "fragment"}},
	{"http", []string{"origin-form", "absolute-form", "authority-form", "asterisk-form", "absolute-path", "partial-URI", "http-URI", "https-URI", "host-field",
		"Location", "Referer", "Content-Location", "method"}},
	{"link", []string{"Link", "link-value"}},
	{"lenient", []string{"IOriginForm", "IAuthorityForm", "IHostField", "BrowserOriginForm", "BrowserAbsoluteForm", "IBrowserOriginForm", "IBrowserAbsoluteForm"}},
}

// A module is rules and their tables.
type module struct {
	list    []*uri.Language
	reasons *reasons // nil without messages
	tables  []target.Table
	starts  []target.Start
}

// newModule makes the tables of some rules. Outputs of states are rows of reasons, if there are any.
func newModule(list []*uri.Language, r *reasons) (*module, error) {
	tables, starts, err := joint(list, r)
	return &module{list, r, tables, starts}, err
}

// write writes the module.
func (m *module) write(imports string, a *alphabet) []byte {
	b := bytes.NewBufferString("import { Rule, table" + imports + "automaton.mjs\";\n\nconst tables = [\n")
	var numbers []map[uint16]uint16
	for i := range m.tables {
		var starts []uint16
		for _, s := range m.starts {
			if s.Table == i {
				starts = append(starts, uint16(s.State))
			}
		}
		call, number := characterTable(&m.tables[i], starts, a)
		fmt.Fprintf(b, "\t%s,\n", call)
		numbers = append(numbers, number)
	}
	b.WriteString("];\n\nexport const rules = {\n")
	for i, l := range m.list {
		s := m.starts[i]
		fmt.Fprintf(b, "\t%q: new Rule(tables[%d], %d, %d),\n", l.Name, s.Table, numbers[s.Table][uint16(s.State)], l.Shape)
	}
	b.WriteString("};\n")
	if m.reasons != nil {
		b.Write(m.reasons.javaScript(a))
	}
	return b.Bytes()
}

// types writes the types of a module.
func (m *module) types() []byte {
	b := bytes.NewBufferString("import type { Rule } from \"../index.mjs\";\n\nexport const rules: {\n")
	for _, l := range m.list {
		fmt.Fprintf(b, "\treadonly %q: Rule;\n", l.Name)
	}
	b.WriteString("};\n")
	return b.Bytes()
}

// modules returns the modules with tables, by the names of their files. Root is the directory of the project.
func modules(root string, main, other []*uri.Language) (map[string]*module, error) {
	template, err := uriTemplate(root)
	if err != nil {
		return nil, err
	}
	lists := map[string][]*uri.Language{"tables.mjs": main, "rules/template.mjs": {template}}
	for _, f := range families {
		lists["rules/"+f.name+".mjs"] = pick(other, f.rules)
	}
	all := make(map[string]*module)
	for name, list := range lists {
		if all[name], err = newModule(list, nil); err != nil {
			return nil, err
		}
	}
	all["message-tables.mjs"], err = newModule(main, newReasons(main))
	return all, err
}

// kindsOf returns the kinds of characters in some modules.
func kindsOf(all map[string]*module) (*alphabet, error) {
	sets, err := newModule([]*uri.Language{{Automaton: &language.Decoded}, {Automaton: &language.DecodedInQuery}}, nil)
	if err != nil {
		return nil, err
	}
	tables := sets.tables
	for _, name := range slices.Sorted(maps.Keys(all)) {
		tables = append(tables, all[name].tables...)
	}
	return newAlphabet(tables), nil
}

// javaScript returns the files of bindings/js that are generated.
func javaScript(dir string, main, other []*uri.Language) (map[string][]byte, error) {
	root := filepath.Join(dir, "../..")
	all, err := modules(root, main, other)
	if err != nil {
		return nil, err
	}
	kinds, err := kindsOf(all)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{"classes.mjs": kinds.javaScript()}
	for name, m := range all {
		if base, ok := strings.CutPrefix(name, "rules/"); ok {
			files[name] = m.write(" } from \"../", kinds)
			files["rules/"+strings.Replace(base, ".mjs", ".d.mts", 1)] = m.types()
		} else {
			files[name] = m.write(", unpack } from \"./", kinds)
		}
	}
	files["tables.mjs"] = append(files["tables.mjs"], kinds.constants()...)
	result := make(map[string][]byte)
	for name, text := range files {
		result[filepath.Join(dir, name)] = slices.Concat([]byte(header), text)
	}
	result[filepath.Join(dir, "LICENSE")], err = os.ReadFile(filepath.Join(root, "LICENSE")) // npm packs no other file of this name
	return result, err
}

// pick returns the rules of some names.
func pick(list []*uri.Language, names []string) (result []*uri.Language) {
	for _, name := range names {
		result = append(result, list[slices.IndexFunc(list, func(l *uri.Language) bool { return l.Name == name })])
	}
	return result
}

// uriTemplate returns the rule of RFC 6570. Root is the directory of the project.
func uriTemplate(root string) (*uri.Language, error) {
	var list [2]*abnf.Grammar
	for i, name := range []string{"grammars/uri-template.abnf", "tables/rfc3987.abnf"} {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return nil, err
		}
		if list[i], err = abnf.ParseFile(name, text); err != nil {
			return nil, err
		}
	}
	list[0].Import(list[1])
	a, err := compiler.Compile(list[0], "URI-Template", nil)
	if err != nil {
		return nil, err
	}
	a.Name = "URI-Template"
	return &uri.Language{Automaton: a}, nil
}

// constants returns the shapes, the characters that percent-decoding yields, and the default ports and hosts.
func (a *alphabet) constants() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "\nexport const OTHER = %d, REFERENCE = %d, TARGET = %d, AUTHORITY = %d; // shapes\n", uri.Other, uri.Reference, uri.Target, uri.Authority)
	list := make([]uint8, 256) // by kind: 1 if percent-decoding yields the character, 2 if it does so in queries only
	for k, r := range a.characters {
		if decoded(r) {
			list[k] = 1
		} else if decodedInQuery(r) {
			list[k] = 2
		}
	}
	fmt.Fprintf(&b, "\nexport const decodes = unpack(%q, new Uint8Array(256)); // by kind\n", target.Packed(list))
	fmt.Fprintf(&b, "export const defaultPorts = %q.split(\" \");\n", strings.Join(strs(ports, ports.Start, ""), " "))
	fmt.Fprintf(&b, "export const defaultHosts = %q.split(\" \");\n", strings.Join(strs(hosts, hosts.Start, ""), " "))
	return b.Bytes()
}

// javaScript returns the names of the reasons, and the rows of them: one number for each kind, and one for the end.
func (r *reasons) javaScript(a *alphabet) []byte {
	var names []string
	for i := fault.Reason(0); i <= fault.NotInRule; i++ {
		names = append(names, i.String())
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "\nexport const names = %q.split(\"|\"), illFormed = %d;\nexport const reasons = [\n", strings.Join(names, "|"), fault.IllFormed)
	for _, row := range r.rows {
		list := slices.Clone(row[:utf8.RuneSelf])
		for _, c := range a.characters[utf8.RuneSelf:] {
			list = append(list, row[kind(c)])
		}
		list = append(list, row[atEnd])
		fmt.Fprintf(&b, "\tunpack(%q, new Uint8Array(%d)),\n", target.Packed(list), len(list))
	}
	b.WriteString("];\n")
	return b.Bytes()
}

// kind returns the kind of a non-ASCII character in a row of reasons.
func kind(r rune) int {
	switch {
	case decoded(r):
		return ucschar
	case decodedInQuery(r):
		return privateUse
	case dfa.Match(language.UCSChar.Automaton, string(r)):
		return formatting
	}
	return otherNonASCII
}
