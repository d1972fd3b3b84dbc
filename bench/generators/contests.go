package main

// contest is a rule to race on, with the rules whose places are asked for.
type contest struct {
	name    string   // of the package that is made
	grammar string   // file, in the folder of the module iri
	imports []string // likewise
	rule    string
	octets  bool
	spans   []string
	texts   func(*random) string // makes a text
}

var contests = []contest{
	{name: "urn", grammar: "grammars/urn.abnf", imports: []string{"tables/rfc3986.abnf"}, rule: "namestring",
		spans: []string{"NID", "NSS"}, texts: (*random).urn},
	{name: "datetime", grammar: "grammars/date-time.abnf", rule: "date-time",
		spans: []string{"full-date", "partial-time", "time-offset"}, texts: (*random).dateTime},
	{name: "mediatype", grammar: "grammars/media-type.abnf", rule: "media-type", octets: true,
		spans: []string{"type", "subtype", "parameters"}, texts: (*random).mediaType},
	{name: "langtag", grammar: "grammars/language-tag.abnf", rule: "langtag",
		spans: []string{"language", "script", "region"}, texts: (*random).languageTag},
	{name: "template", grammar: "grammars/uri-template.abnf", imports: []string{"tables/rfc3987.abnf"}, rule: "URI-Template",
		spans: []string{"expression", "variable-list"}, texts: (*random).template},
	{name: "iri", grammar: "tables/rfc3987.abnf", rule: "IRI",
		spans: []string{"scheme", "iauthority", "ihost", "port", "iquery", "ifragment"}, texts: (*random).iri},
}
