// Prints what ajv finds with the formats and the resolver of the package, beside ajv-formats.
import Ajv from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { formats, uriResolver } from "@example/iri/ajv";

// Each has what $ref leads from a base to, and a reference that ajv resolves to it.
const references = [
	["https://example.org/a/b", "../c", "https://example.org/c"],
	["https://example.org/a/b", "c?d", "https://example.org/a/c?d"],
	["https://example.org/a/b", "//example.com", "https://example.com"],
	["https://example.org/a/b", "urn:x:y", "urn:x:y"],
	["urn:x:y", "#/$defs/z", "urn:x:y"],
	["https://example.org/ä/b", "ö", "https://example.org/ä/ö"],
	["a/b.json", "c.json", "a/c.json"],
	["/a/b.json", "../c.json", "/c.json"],
	["", "c.json", "c.json"],
	["a.json", "#/$defs/z", "a.json"],
	["a.json", "#/$defs/a b", "a.json"],
	["a.json", "#anchor", "a.json"],
];
for (const [$id, $ref, target] of references) {
	const ajv = addFormats(new Ajv({ strict: false, uriResolver }));
	for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, format);
	const integer = { type: "integer" }, definitions = { $defs: { z: integer, "a b": integer, anchor: { $anchor: "anchor", ...integer } } };
	const schema = { ...($id && { $id }), properties: { x: { $ref }, uri: { format: "iri-reference" }, date: { format: "date" } }, ...definitions };
	if (target !== $id) ajv.addSchema({ $id: target, ...integer });
	const valid = (x) => ajv.validate(schema, x);
	if (!valid({ x: 1 }) || valid({ x: "1" }) || !valid({ uri: "é", date: "2026-11-28" }) || valid({ uri: "a b" }) || valid({ date: "x" })) throw new Error($ref);
}
console.log(references.length);
