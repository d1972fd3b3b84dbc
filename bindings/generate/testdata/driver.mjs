// Does what driver.c does with the functions of the installed package. Offsets count bytes.
import * as iri from "@example/iri";
import { uriResolver } from "@example/iri/ajv";
import { message } from "@example/iri/message";
import { names } from "./node_modules/@example/iri/reasons.mjs";
import { readFileSync, readdirSync, writeSync } from "node:fs";

const other = {};
for (const file of readdirSync(new URL("node_modules/@example/iri/rules", import.meta.url))) {
	if (file.endsWith(".mjs")) Object.assign(other, (await import(`@example/iri/rules/${file.slice(0, -4)}`)).rules);
}
const input = readFileSync(0), rules = [], output = [];
const write = (x) => output.push(x & 255, x >> 8 & 255, x >> 16 & 255, x >> 24 & 255);
let at = 0;
const number = () => input.readInt32LE((at += 4) - 4);
// A lone surrogate comes as three bytes, as UTF-8 would have it.
const text = (n) => input.toString("latin1", at, at += n).split(/(\xed[\xa0-\xbf][\x80-\xbf])/).map((x, i) =>
	(i % 2 ? String.fromCharCode(0xd000 | (x.charCodeAt(1) & 63) << 6 | x.charCodeAt(2) & 63) : Buffer.from(x, "latin1").toString())).join("");
const string = () => text(number());

function one(s, rule) {
	const options = { rule }, mistake = iri.check(s, options), spans = iri.ranges(s, options), parts = iri.split(s, options);
	const before = (i) => Buffer.byteLength(s.slice(0, i));
	if (iri.valid(s, options) !== (mistake === null) || (spans === null) !== (parts === null)) throw new Error(s);
	const words = message(s, options), reason = mistake === null ? 0 : names.indexOf(words.replace(` at offset ${mistake.offset}`, ""));
	if ((words === null) !== (mistake === null) || reason < 0) throw new Error(`${s}: ${words}`);
	output.push((mistake === null ? 1 : 0) | (spans !== null ? 2 : 0) | (mistake?.end ? 4 : 0) | reason << 3);
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

function build() {
	const x = {}, end = number() + at;
	for (const name of ["scheme", "userinfo", "host", "port", "path", "query", "fragment"]) {
		const n = number();
		if (n >= 0) x[name] = text(n);
	}
	if (at !== end) throw new Error("seven components");
	written(iri.build(x));
}

while (at < input.length) {
	const op = String.fromCharCode(input[at++]), x = number(), y = number();
	if (op === "B") build();
	const s = op === "B" ? "" : string(), t = string();
	if (op === "N") rules.push(other[s] ?? s);
	if (op === "O") for (const rule of rules.slice(x, y)) one(s, rule);
	if (op === "R") written(iri.resolve(s, t));
	if (op === "A") written(uriResolver.resolve(s, t));
	if (op === "L") written(iri.relativize(s, t));
	if (op === "S") written(iri.normalize(s, { steps: x }));
	if (op === "U") written(iri.toURI(s));
	if (op === "I") written(iri.toIRI(s));
	if (op === "Q") written(iri.encodeQueryValue(s));
	if (op === "E") output.push(iri.equal(s, t, { steps: x }) ? 1 : 0);
}
const bytes = Buffer.from(output);
for (let done = 0; done < bytes.length; ) done += writeSync(1, bytes, done);
