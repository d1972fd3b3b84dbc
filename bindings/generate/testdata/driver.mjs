// Does what driver.c does with the functions of bindings/js. Offsets count bytes.
import * as iri from "../../js/index.mjs";
import { rules as other } from "../../js/rules.mjs";
import { readFileSync, writeSync } from "node:fs";

const input = readFileSync(0), rules = [], output = [];
const write = (x) => output.push(x & 255, x >> 8 & 255, x >> 16 & 255, x >> 24 & 255);
let at = 0;
const number = () => input.readInt32LE((at += 4) - 4);
const string = () => {
	const n = number();
	return input.toString("utf8", at, at += n);
};

function one(s, rule) {
	const mistake = iri.check(s, rule), spans = iri.ranges(s, rule), parts = iri.split(s, rule), before = (i) => Buffer.byteLength(s.slice(0, i));
	if (iri.valid(s, rule) !== (mistake === null) || (spans === null) !== (parts === null)) throw new Error(s);
	output.push((mistake === null ? 1 : 0) | (spans !== null ? 2 : 0) | (mistake?.end ? 4 : 0));
	if (mistake !== null) {
		const set = new Uint8Array(32);
		for (const b of mistake.expected) set[b >> 3] |= 1 << (b & 7);
		write(before(mistake.offset));
		write(set.reduce((hash, x) => (hash * 31 + x) & 0xffffff, 0));
	}
	for (const [name, span] of Object.entries(spans ?? {})) {
		if (parts[name] !== (span && s.slice(span.start, span.end))) throw new Error(s);
		write(span === null ? -1 : before(span.start));
		write(span === null ? -1 : before(span.end));
	}
}

function written(s) {
	write(s === null ? -1 : Buffer.byteLength(s));
	for (const b of Buffer.from(s ?? "")) output.push(b);
}

while (at < input.length) {
	const op = String.fromCharCode(input[at++]), x = number(), y = number(), s = string(), t = string();
	if (op === "N") rules.push(other[s] ?? s);
	if (op === "O") for (const rule of rules.slice(x, y)) one(s, rule);
	if (op === "R") written(iri.resolve(s, t));
	if (op === "S") written(iri.normalize(s, x));
}
const bytes = Buffer.from(output);
for (let done = 0; done < bytes.length;) done += writeSync(1, bytes, done);
