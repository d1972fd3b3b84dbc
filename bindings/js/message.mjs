import { ruleOf, string } from "./arguments.mjs";
import { rules as sets } from "./data.mjs";
import { run, state } from "./engine.mjs";
import { AT_END, FORMATTING, OTHER, PRIVATE_USE, UCSCHAR, illFormed, names, rows, width } from "./reasons.mjs";
import { matches } from "./rule.mjs";

export function message(s, options) {
	const { table, start } = ruleOf(options), offset = run(table, start, string(s, "s"));
	if (offset === s.length && state >= table.accept) return null;
	const row = table.reasons[state], wrong = kindOf(s.slice(offset, offset + 2));
	return `${names[wrong < 0 ? illFormed : rows[row * width + wrong]]} at offset ${offset}`;
}

// kindOf returns the column of the first character of a string in a row of reasons, -1 for half a pair of surrogates.
function kindOf(s) {
	if (s === "") return AT_END;
	const code = s.codePointAt(0), c = String.fromCodePoint(code);
	if (code < 0x80) return code;
	if (code >> 11 === 0x1b) return -1;
	return matches(sets.decoded, c) ? UCSCHAR : matches(sets.decodedInQuery, c) ? PRIVATE_USE : matches(sets.ucschar, c) ? FORMATTING : OTHER;
}
