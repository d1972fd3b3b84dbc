import { fault } from "./automaton.mjs";
import { illFormed, names, reasons, rules } from "./message-tables.mjs";
import { classes } from "./classes.mjs";

const END = -1, ILL_FORMED = -2;

// kindAt returns the kind of the character at an offset, as automaton.mjs has them.
function kindAt(s, offset) {
	if (offset === s.length) return END;
	const c = s.codePointAt(offset);
	if (c < 128) return c;
	if (c >= 0xd800 && c < 0xe000) return ILL_FORMED;
	return classes.findLast(([first]) => first <= c)[1];
}

export function message(s, options) {
	const rule = options === undefined || typeof options === "number" ? rules.IRI : Object.hasOwn(rules, options?.rule) && rules[options.rule];
	if (!rule) throw new TypeError("iri: option rule is not one of the four rules with a name");
	if (typeof s !== "string") throw new TypeError("iri: argument s is not a string");
	const x = fault(rule, s);
	if (x === null) return null;
	const kind = kindAt(s, x.offset), row = reasons[x.table.outputs[x.state]];
	return `${names[kind === ILL_FORMED ? illFormed : row.at(kind)]} at offset ${x.offset}`;
}
