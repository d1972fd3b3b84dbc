import { matches } from "./automaton.mjs";
import { find, merge } from "./reference.mjs";
import { REFERENCE, rules } from "./tables.mjs";
import { rules as template } from "./rules/template.mjs";

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
	resolve(base, reference) {
		const b = find(base, REFERENCE), r = find(reference, REFERENCE);
		if (b.schemeEnd >= 0 || r.schemeEnd >= 0) return merge(base, b, reference, r);
		const front = base.startsWith("/") ? "x:" : "x:/"; // for a while the base has a scheme and a root
		return merge(front + base, find(front + base, REFERENCE), reference, r).slice(reference.startsWith("/") ? 2 : front.length);
	},
};
