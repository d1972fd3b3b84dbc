// Uses the installed package as programs do, beside ajv and ajv-formats.
import assert from "node:assert/strict";
import Ajv from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import * as iri from "@example/iri";
import { formats, uriResolver } from "@example/iri/ajv";
import { message } from "@example/iri/message";
import { rules } from "@example/iri/rules/authority";

// Functions of one string are callbacks of map, filter and every, whatever the index is.
const strings = Array(100).fill("HTTP://example.org:80/%7ea");
for (const f of [iri.valid, iri.check, iri.split, iri.ranges, iri.normalize, iri.toURI, iri.toIRI, iri.encodeQueryValue, message]) {
	for (const x of strings.map(f)) assert.deepEqual(x, f(strings[0]));
}
assert(strings.every(iri.valid) && strings.filter(iri.valid).length === 100 && iri.valid("a:b", undefined));

// Calls that could be misread throw.
for (const options of [{}, null, "URI", rules.host, [], { rule: undefined }, { rule: rules.Host }, { rule: "host" }, { rule: "constructor" }, { rule: {} }, { rul: "URI" }]) {
	for (const f of [iri.valid, iri.check, iri.split, iri.ranges, message]) assert.throws(() => f("a:b", options), TypeError);
}
for (const options of [{}, null, "7", { steps: undefined }, { steps: -1 }, { steps: 64 }, { steps: 1.5 }, { rule: "IRI" }]) {
	assert.throws(() => iri.normalize("a:b", options), TypeError);
	assert.throws(() => iri.equal("a:b", "a:b", options), TypeError);
}
for (const x of [undefined, null, 1, new String("a:b"), ["a:b"]]) {
	for (const f of [iri.valid, iri.check, iri.split, iri.ranges, iri.normalize, iri.toURI, iri.toIRI, iri.encodeQueryValue, message]) assert.throws(() => f(x), TypeError);
	for (const f of [iri.resolve, iri.relativize, iri.equal]) for (const pair of [[x, "a:b"], ["a:b", x]]) assert.throws(() => f(...pair), TypeError);
}
for (const x of [null, { hots: "a" }, { constructor: "a" }, { port: 80 }]) assert.throws(() => iri.build(x), TypeError);
assert.throws(() => iri.valid("a:b", { rule: "host" }), { message: 'iri: option rule is not a rule: "host"' });
assert.throws(() => iri.valid("a:b", { rule: Symbol("host") }), { message: "iri: option rule is not a rule: symbol" });

// Length is no problem.
const many = 1e6;
assert.equal(iri.resolve("a:b", "../".repeat(1e7) + "c"), "a:c");
assert.equal(iri.resolve("a://h/b", "a/".repeat(many) + "../".repeat(many) + "c"), "a://h/c");
assert.equal(iri.normalize("a:" + "/.".repeat(many)), "a:/");
assert.equal(iri.toURI("a:" + "é".repeat(many)).length, 2 + 6 * many);
assert.equal(iri.toIRI("a:" + "%C3%A9".repeat(many)).length, 2 + many);
assert.equal(iri.relativize("a:/" + "b/".repeat(many), "a:/c").length, "/c".length);

for (const [name, yes, no] of [["iri", "a:é", "é"], ["iri-reference", "é", "a b"], ["uri", "a:b", "a:é"], ["uri-reference", "b", "é"], ["uri-template", "{a}", "{a"]]) {
	assert(formats[name](yes) && !formats[name](no), name);
}

// What $ref leads to from a base.
for (const [$id, $ref, target] of [
	["https://example.org/a/b", "../c", "https://example.org/c"], ["https://example.org/a/b", "c?d", "https://example.org/a/c?d"],
	["https://example.org/a/b", "//example.com", "https://example.com"], ["https://example.org/a/b", "urn:x:y", "urn:x:y"],
	["https://example.org/ä/b", "ö", "https://example.org/ä/ö"], ["urn:x:y", "#/$defs/z", "urn:x:y"],
	["a/b.json", "c.json", "a/c.json"], ["a/b.json", "../c.json", "c.json"], ["a/b.json", "../../c.json", "../c.json"], ["a/b.json", "/c.json", "/c.json"], ["/a/b.json", "../c.json", "/c.json"], ["", "c.json", "c.json"],
	["a.json", "#/$defs/z", "a.json"], ["a.json", "#/$defs/a b", "a.json"], ["a.json", "#anchor", "a.json"],
]) {
	const ajv = addFormats(new Ajv({ strict: false, uriResolver }));
	for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, format);
	const type = "integer", $defs = { z: { type }, "a b": { type }, anchor: { $anchor: "anchor", type } };
	if (target !== $id) ajv.addSchema({ $id: target, type });
	const valid = ajv.compile({ ...($id && { $id }), properties: { x: { $ref }, uri: { format: "iri-reference" }, date: { format: "date" } }, $defs });
	assert(valid({ x: 1, uri: "é", date: "2026-11-28" }), $ref);
	for (const wrong of [{ x: "1" }, { uri: "a b" }, { date: "x" }]) assert(!valid(wrong), $ref);
}
console.log("used");
