//go:build nightly

package target

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/codegen"
)

// mainJS reads queries.
const mainJS = `import * as x from "./x.mjs";
import { readFileSync, writeSync } from "node:fs";

const input = readFileSync(0), octets = OCTETS;
const rules = RULES.map((name) => [x["valid" + name], x["check" + name], x["parse" + name]]);
const output = Buffer.alloc(40 * QUERIES + 20 * input.length);
let n = 0;
for (let at = 0; at < input.length;) {
	const [valid, check, parse] = rules[input.readUInt32LE(at)], end = at + 8 + input.readUInt32LE(at + 4);
	const bytes = input.subarray(at + 8, end), s = octets ? bytes : bytes.toString(), mistake = check(s);
	if (valid(s) !== (mistake === null)) throw new Error(JSON.stringify(s));
	output[n++] = mistake === null ? 1 : 0;
	if (mistake !== null) {
		n = output.writeUInt32LE(mistake.offset, n);
		for (const b of mistake.expected) output[n + (b >> 3)] |= 1 << (b & 7);
		n += 32;
		output[n++] = mistake.end ? 1 : 0;
	}
	if (parse) {
		const parsed = parse(s);
		if ((parsed === null) !== (mistake !== null)) throw new Error(JSON.stringify(s));
		const print = (span) => {
			n = output.writeInt32LE(span === null ? -1 : span.start, n);
			n = output.writeInt32LE(span === null ? -1 : span.end, n);
		};
		const { x: first, allX, y: second, allY } = parsed ?? {};
		if (parsed !== null) {
			print(first);
			print(second);
		}
		for (const all of [allX, allY]) {
			if (all === undefined) continue;
			all.forEach(print);
			n = output.writeUInt32LE(all.length, n);
		}
	}
	at = end;
}
for (let at = 0; at < n;) at += writeSync(1, output, at, n - at);
`

// TestJavaScript compares the functions in JavaScript with package dfa, for strings of characters and of bytes.
func TestJavaScript(t *testing.T) {
	list := subjects(t)
	asBytes := *list[0]
	asBytes.name = "own rules, for bytes"
	for _, x := range append(list, &asBytes) {
		t.Run(x.name, func(t *testing.T) {
			x.fillQueries(t)
			answer := answer
			if x == &asBytes || x.name == "octets" {
				x.file.Sources = []codegen.Source{{Name: "x.abnf", Encoding: abnf.Octets}}
			} else {
				x.queries = slices.DeleteFunc(x.queries, func(q query) bool { return !utf8.Valid(q.s) })
				answer = answerUTF16
			}
			x.compare(t, x.runNode(t), answer)
		})
	}
}

// answerUTF16 is answer for a string of UTF-16: an error is at the start of a character.
func answerUTF16(r *codegen.Rule, s []byte) []byte {
	units := func(offset int) int { return len(utf16.Encode([]rune(string(s[:offset])))) }
	a := r.Automaton
	e, _ := dfa.Diagnose(a, s).(*dfa.SyntaxError)
	if e == nil {
		return found(r, s, units)
	}
	n := e.Offset
	for n < len(s) && !utf8.RuneStart(s[n]) {
		n--
	}
	state := dfa.Run(a, a.Start, s[:n])
	return mistake(units(n), a.Follow(state), a.Accepts(state))
}

// runNode returns the output of the functions.
func (x *subject) runNode(t *testing.T) []byte {
	source, _, _, err := JavaScript(&x.file, "x.mjs")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, r := range x.file.Rules {
		names = append(names, codegen.GoName(r.Name))
	}
	rules, err := json.Marshal(names)
	if err != nil {
		t.Fatal(err)
	}
	values := strings.NewReplacer("OCTETS", strconv.FormatBool(len(x.file.Sources) > 0), "RULES", string(rules), "QUERIES", strconv.Itoa(len(x.queries)))
	dir := t.TempDir()
	write(t, dir, "x.mjs", source)
	write(t, dir, "main.mjs", []byte(values.Replace(mainJS)))
	return run(t, dir, x.input(), "node", "main.mjs")
}

// mainStrings tests properties of strings in UTF-16, in a CommonJS module.
const mainStrings = `const assert = require("node:assert");
const { validSegment, checkSegment, parseR2 } = require("./x.cjs");
for (const s of ["", "a", "\u00e9", "\u20ac\u{1f600}%41"]) assert(validSegment(s) && checkSegment(s) === null);
for (const [s, offset] of [["\ud83d", 0], ["a\ude00", 1], ["\ude00\ud83d", 0], ["\u{1f600}\ud83d", 2], ["\ud83d\ud83d\ude00", 0], ["\u{1f600}\u{1f601}", 2]]) {
	const mistake = checkSegment(s);
	assert(!validSegment(s) && mistake.offset === offset && mistake.end && mistake.expected.includes(0xf0) && !mistake.expected.includes(0xf1));
}
for (const s of [undefined, null, 0, new String("a"), ["a"], {}, new Uint8Array(1)]) {
	assert.throws(() => validSegment(s), { name: "TypeError", message: /\bs\b/ });
	assert.throws(() => checkSegment(s), TypeError);
	assert.throws(() => parseR2(s), TypeError);
}
assert.deepEqual(parseR2("\u{1f600}\u00e9a\u{1f600}\u20ac").allX, [{ start: 2, end: 3 }, { start: 6, end: 7 }]);
for (const s of ["\ud83d", "a\ude00", "\u00e9\ude00\ud83d", "\u{1f600}\ud83d", "\ud83d\u00e9"]) assert(parseR2(s) === null);
for (let n = 0; n < 500; n++) {
	const s = "\u00e9".repeat(n), all = parseR2(s).allX;
	assert(all.length === n && all.every((span, i) => span.start === i && span.end === i + 1));
	assert(parseR2("a".repeat(n)).x === null);
}
`

func TestStrings(t *testing.T) {
	x := newSubject(t, "text", "path = segment\n"+segment)
	x.capture(t, "r = *( x / %x1F600 / %x61 )\nx = %xE9 / %x20AC\ny = %x62\n")
	source, _, _, err := JavaScript(&x.file, "x.cjs")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write(t, dir, "x.cjs", source)
	write(t, dir, "main.cjs", []byte(mainStrings))
	run(t, dir, nil, "node", "main.cjs")
}
