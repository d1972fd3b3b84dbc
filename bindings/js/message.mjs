import { fault, kindOf } from "./automaton.mjs";
import { illFormed, names, reasons, rules } from "./message-tables.mjs";

export function message(s, options) {
	const rule = options === undefined || typeof options === "number" ? rules.IRI : Object.hasOwn(rules, options?.rule) && rules[options.rule];
	if (!rule) throw new TypeError("iri: option rule is not one of the four rules with a name");
	if (typeof s !== "string") throw new TypeError("iri: argument s is not a string");
	const x = fault(rule, s);
	if (x === null) return null;
	const row = reasons[x.table.outputs[x.state]], kind = x.offset < s.length ? kindOf(s, x.offset) : row.length - 1;
	return `${names[row[kind] ?? illFormed]} at offset ${x.offset}`; // a surrogate has a kind, but no reason in a row
}
