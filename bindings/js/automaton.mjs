import { classes } from "./classes.mjs";

// The kind of each UTF-16 unit: itself if it is ASCII, and otherwise 128 and the class of the character. Characters of a
// class are equal for all tables. Surrogates have a kind of their own; no string that matches has a lone one.
const SURROGATE = 255, kinds = new Uint8Array(0x10000);
for (let c = 0; c < 128; c++) kinds[c] = c;
classes.forEach(([first, kind], i) => kinds.fill(kind, first, classes[i + 1]?.[0]));
kinds.fill(SURROGATE, 0xd800, 0xe000);

/** Returns the kind of the character at an offset. */
export function kindOf(s, i) {
	const c = s.codePointAt(i);
	if (c < 0x10000) return kinds[c];
	let k = classes.length - 1;
	while (classes[k][0] > c) k--;
	return classes[k][1];
}

// unpack sets the numbers of a list from runs of equal numbers. A run of one number x is 2x; a longer run is
// 2x+1 and its length. These are varints: seven bits a byte, the lowest first, with the highest bit of a byte
// set if another one follows.
export function unpack(base64, list) {
	const bytes = atob(base64);
	let at = 0;
	const number = () => {
		let x = 0, shift = 0, b;
		do {
			b = bytes.charCodeAt(at++);
			x |= (b & 127) << shift;
			shift += 7;
		} while (b > 127);
		return x;
	};
	for (let i = 0; i < list.length; ) {
		const x = number(), n = x & 1 ? number() : 1;
		list.fill(x >> 1, i, i + n);
		i += n;
	}
	return list;
}

// table returns a deterministic automaton over characters. One of kind k leads from state s to next[column[k] + s].
// State 0 is dead: no string that matches leads there. States from accept on accept. Each state has an output, if there are any.
export function table(states, accept, columns, next, outputs = "") {
	const column = new Int32Array(256), list = unpack(columns, new Uint8Array(256));
	for (let k = 0; k < 256; k++) column[k] = list[k] * states;
	return {
		accept, column, next: unpack(next, new Uint16Array((Math.max(...list) + 1) * states)),
		outputs: unpack(outputs, new Uint8Array(outputs && states)),
	};
}

/** A rule, as the functions of this package take it. */
export class Rule {
	constructor(table, start, shape) {
		this.table = table;
		this.start = start;
		this.shape = shape;
	}
}

let state = 0; // where run has ended

// run returns how many UTF-16 units lead on from the beginning, and sets state to where they lead. It takes four steps
// at a time, with one test for the dead state, which no string leaves.
function run({ table: { next, column }, start }, s) {
	const n = s.length;
	let from = start, i = 0;
	for (; n - i >= 4; i += 4) {
		const a = column[kinds[s.charCodeAt(i)]], b = column[kinds[s.charCodeAt(i + 1)]];
		const c = column[kinds[s.charCodeAt(i + 2)]], d = column[kinds[s.charCodeAt(i + 3)]];
		const to = next[d + next[c + next[b + next[a + from]]]];
		if (to === 0) break;
		from = to;
	}
	for (; i < n; i++) {
		let kind = kinds[s.charCodeAt(i)], width = 0;
		if (kind === SURROGATE) {
			kind = kindOf(s, i);
			width = 1;
		}
		const to = next[column[kind] + from];
		if (to === 0) break;
		from = to;
		i += width;
	}
	state = from;
	return i;
}

/** Reports whether a string matches a rule. */
export function matches(rule, s) {
	return run(rule, s) === s.length && state >= rule.table.accept;
}

/** Returns null if a string matches a rule, and otherwise where it cannot, and the state there. */
export function fault(rule, s) {
	const { table } = rule, offset = run(rule, s), end = state >= table.accept;
	return offset === s.length && end ? null : { offset, end, table, state };
}

/** Returns the bytes of UTF-8 that may come next in a state, in increasing order. */
export function expected({ next, column }, state) {
	const lead = (c) => (c < 0x800 ? 0xc0 | c >> 6 : c < 0x10000 ? 0xe0 | c >> 12 : 0xf0 | c >> 18);
	const bytes = new Set(), goesOn = (kind) => next[column[kind] + state] !== 0;
	for (let b = 0; b < 128; b++) if (goesOn(b)) bytes.add(b);
	classes.forEach(([first, kind], i) => {
		const end = classes[i + 1]?.[0] ?? 0x110000;
		if (goesOn(kind)) for (let b = lead(first); b <= lead(end - 1); b++) bytes.add(b);
	});
	return Uint8Array.from(bytes);
}
