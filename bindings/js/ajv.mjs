import { REFERENCE } from "./data.mjs";
import { find, merge } from "./reference.mjs";
import { matches } from "./rule.mjs";
import { rules as template } from "./rules/template.mjs";
import { rules } from "./tables.mjs";

const format = (rule) => (s) => matches(rule, s);

export const formats = {
	iri: format(rules.IRI), "iri-reference": format(rules["IRI-reference"]), uri: format(rules.URI), "uri-reference": format(rules["URI-reference"]),
	"uri-template": format(template["URI-Template"]),
};

// ajv has identifiers and references that are not valid, such as #/definitions/a b, and bases without a scheme. So nothing
// is validated here.
export const uriResolver = {
	parse(s) {
		const x = find(s, REFERENCE);
		return { path: s.slice(0, x.queryEnd), fragment: x.queryEnd < s.length ? s.slice(x.queryEnd + 1) : undefined };
	},
	serialize: ({ path, fragment }) => (fragment === undefined ? path : `${path}#${fragment}`),
	resolve: (base, reference) => merge(base, find(base, REFERENCE), reference, find(reference, REFERENCE)),
};
