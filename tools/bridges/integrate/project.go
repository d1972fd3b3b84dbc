package main

// A project is a module whose own tests run before and after it uses this library.
type project struct {
	name     string // also the folder of its changes, in _projects
	module   string
	version  string // pinned, as the changes are for its text
	packages string // whose tests run
	env      string // a variable for its tests
	earl     string // file in which its tests report outcomes by case (EARL), "" if there is none
	what     string // that it uses the library for

	lost map[string]string // tests that fail afterwards, and why that is right
}

const backslash = "It takes a path with a backslash, which no rule of RFC 3986 or RFC 3987 has."

var projects = []project{
	{
		name: "jsonschema", module: "github.com/santhosh-tekuri/jsonschema/v6", version: "v6.0.3", packages: ".",
		what: "formats uri, uri-reference, iri, iri-reference",
	},
	{
		name: "gojsonschema", module: "github.com/xeipuuv/gojsonschema", version: "v1.2.0", packages: ".",
		what: "the same formats",
	},
	{
		name: "validator", module: "github.com/go-playground/validator/v10", version: "v10.30.6", packages: ".",
		what: "tags uri and url, by RFC 3987",
		lost: map[string]string{"TestUri": backslash, "TestUrl": backslash, "TestHttpUrl": backslash, "TestHttpsUrl": backslash},
	},
	{
		name: "json-gold", module: "github.com/piprate/json-gold", version: "v0.9.1", packages: "./ld",
		env: "FULL_RUN=true", earl: "ld/earl.jsonld",
		what: "resolution, and which IRIs are absolute; its tests of RFC 3986 are no longer skipped",
		lost: map[string]string{
			"https://w3c.github.io/json-ld-api/tests/compact-manifest#tp004": "It takes `http://example.org/[` for an IRI; by RFC 3986, section 3.3, no path has a bracket.",
		},
	},
	{
		name: "gonum", module: "gonum.org/v1/gonum", version: "v0.17.0", packages: "./graph/formats/rdf",
		what: "the IRIs of its N-Quads reader",
	},
}
