// Arguments of the functions in index.mjs and message.mjs.
import { Rule } from "./rule.mjs";
import { rules } from "./tables.mjs";

const names = new Map(Object.entries(rules));

export function string(s, name) {
	if (typeof s !== "string") throw new TypeError(`iri: argument ${name} is not a string`);
	return s;
}

/** Returns an option, undefined without options. In the place of options, map, filter and every have an index. */
export function option(options, name) {
	if (options === undefined || typeof options === "number") return undefined;
	if (typeof options !== "object" || options?.[name] === undefined) throw new TypeError(`iri: options without ${name}`);
	return options[name];
}

export function ruleOf(options) {
	const rule = option(options, "rule") ?? rules.IRI, found = typeof rule === "string" ? names.get(rule) : rule;
	if (!(found instanceof Rule)) throw new TypeError(`iri: option rule is not a rule: ${typeof rule === "string" ? JSON.stringify(rule) : typeof rule}`);
	return found;
}
