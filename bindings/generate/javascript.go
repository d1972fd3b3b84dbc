package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	compiler "example.org/iri/compile" // c_test.go has a function compile
	"example.org/iri/compile/abnf"
	"example.org/iri/internal/codegen/target"
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
	{"template", []string{"URI-Template"}},
}

// javaScript returns the files of bindings/js that are generated, by name. Root is the directory of the project.
func javaScript(root string) (map[string][]byte, error) {
	template, err := uriTemplate(root)
	if err != nil {
		return nil, err
	}
	license, err := os.ReadFile(filepath.Join(root, "LICENSE"))
	if err != nil {
		return nil, err
	}
	main, other := rules()
	other = append(other, template)
	why := newReasons(slices.Concat(main, other))
	files := map[string][]byte{"engine.mjs": append(target.Engine(), "\nexport { check, run, state, table, unpack, valid };\n"...), "reasons.mjs": why.javaScript()}
	lists := map[string][]*uri.Language{"tables.mjs": main, "data.mjs": sets}
	for _, f := range families {
		list := pick(other, f.rules)
		lists["rules/"+f.name+".mjs"] = list
		files["rules/"+f.name+".d.mts"] = types(list)
	}
	for name, list := range lists {
		if files[name], err = module(list, why, strings.Repeat("../", strings.Count(name, "/"))); err != nil {
			return nil, err
		}
	}
	files["data.mjs"] = append(files["data.mjs"], constants()...)
	for name, text := range files {
		files[name] = slices.Concat([]byte(header), text)
	}
	files["LICENSE"] = license
	return files, nil
}

// module returns a module with rules, and their tables with the reasons of states. Up leads from the folder of the module
// to the folder of the package.
func module(list []*uri.Language, why *reasons, up string) ([]byte, error) {
	tables, starts, err := joint(list, why)
	if err != nil {
		return nil, err
	}
	b := bytes.NewBufferString("import { Rule, table, unpack } from \"./" + up + "rule.mjs\";\n\nconst tables = [\n")
	for _, t := range tables {
		fmt.Fprintf(b, "\t{ ...%s, reasons: unpack(%q, new Uint8Array(%d)) },\n", t.Call(), target.Packed(t.Outputs), t.States)
	}
	b.WriteString("];\n\nexport const rules = {\n")
	for i, l := range list {
		fmt.Fprintf(b, "\t%q: new Rule(tables[%d], %d, %d),\n", l.Name, starts[i].Table, starts[i].State, l.Shape)
	}
	b.WriteString("};\n")
	return b.Bytes(), nil
}

// types returns the types of a module.
func types(list []*uri.Language) []byte {
	b := bytes.NewBufferString("import type { Rule } from \"../index.mjs\";\n\nexport const rules: {\n")
	for _, l := range list {
		fmt.Fprintf(b, "\treadonly %q: Rule;\n", l.Name)
	}
	b.WriteString("};\n")
	return b.Bytes()
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
	return plain("URI-Template", a), nil
}

// constants returns the shapes, and the default ports and hosts of schemes.
func constants() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "\nexport const OTHER = %d, REFERENCE = %d, AUTHORITY = %d; // shapes\n", uri.Other, uri.Reference, uri.Authority)
	fmt.Fprintf(&b, "export const defaultPorts = %q.split(\" \");\n", strings.Join(strs(ports, ports.Start, ""), " "))
	fmt.Fprintf(&b, "export const defaultHosts = %q.split(\" \");\n", strings.Join(strs(hosts, hosts.Start, ""), " "))
	return b.Bytes()
}
