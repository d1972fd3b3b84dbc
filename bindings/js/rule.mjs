import { valid } from "./engine.mjs";

export { table, unpack } from "./engine.mjs";

/** A rule, as the functions of this package take it. Shape says which components its strings have. */
export class Rule {
	constructor(table, start, shape) {
		this.table = table;
		this.start = start;
		this.shape = shape;
	}
}

export function matches(rule, s) {
	return valid(rule.table, rule.start, s);
}
