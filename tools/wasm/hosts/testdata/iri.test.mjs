import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as iri from "@example/iri";

const { valid, check, split, ranges, resolve, normalize, toURI, toIRI, validColumn, columnErrors, IRIError } = iri;

// columnOf lays texts out as Arrow does.
function columnOf(texts) {
  const values = texts.map((text) => Buffer.from(text));
  const offsets = new Int32Array(texts.length + 1);
  values.forEach((value, i) => (offsets[i + 1] = offsets[i] + value.length));
  return [new Uint8Array(Buffer.concat(values)), offsets];
}

test("valid asks for a scheme, or goes by the rule that is named", () => {
  assert.equal(valid("http://example.org/é"), true);
  assert.equal(valid("/é"), false);
  assert.equal(valid("/é", "IRI-reference"), true);
  assert.equal(valid("http://example.org/é", "URI"), false);
  assert.equal(valid(""), false);
  assert.equal(valid("", "IRI-reference"), true);
  assert.throws(() => valid("a:", "none"), RangeError);
  assert.throws(() => valid(undefined), TypeError);
  assert.throws(() => valid(new URL("a:")), TypeError);
});

test("check says what is wrong, and where in the string", () => {
  assert.equal(check("http://example.org/"), null);
  assert.deepEqual(check("http://example.org/a b"), {
    message: "' ' is not allowed in a path; it is written %20",
    rule: "IRI",
    reason: "not allowed in path",
    component: "path",
    offset: 20,
    start: 20,
    end: 21,
  });
  const port = check("http://host:8080x/");
  assert.deepEqual([port.reason, port.offset, port.start, port.end], ["bad port", 17, 12, 17]);
  assert.equal(check("http://example.org/%4").offset, 21); // ends too early
  assert.equal(check("", "method").component, undefined);
});

test("offsets count code units of the string", () => {
  for (const before of ["", "é", "中", "😀", "é中😀".repeat(100)]) {
    const text = `http://example.org/${before}"${before}`;
    const mistake = check(text);
    assert.equal(mistake.offset, text.indexOf('"'));
    assert.equal(text.slice(mistake.start, mistake.end), '"');
  }
  // Characters of four bytes, or half a one, that go wrong at their last byte or before it.
  for (const character of ["\u200e", "\u{e0001}", "\ud800", "\udc00", "\ue000"]) {
    const text = `http://é.example/😀${character}é`;
    const mistake = check(text, "IRIStrict");
    assert.equal(mistake.offset, text.indexOf(character, 19), JSON.stringify(character));
    assert.equal(text.slice(mistake.start, mistake.end), character);
  }
});

test("half a surrogate pair is ill-formed in every rule", () => {
  for (const text of ["a:\ud83d", "a:\ude00\ud83d", "\ud800", "a:é\udfff/"]) {
    for (const rule of ["IRI", "LEIRI", "LEIRIReference", "URI"]) {
      assert.equal(valid(text, rule), false);
    }
    assert.equal(check(text, "LEIRIReference").reason, "ill-formed UTF-8");
  }
  assert.equal(valid("a:\ufffd", "LEIRI"), true); // what encoders make of such a half
});

test("split gives components, or throws what check returns", () => {
  const text = "http://user@é.example:8080/😀/b?q#";
  const parts = split(text);
  assert.deepEqual(parts, {
    scheme: "http",
    authority: "user@é.example:8080",
    userinfo: "user",
    host: "é.example",
    port: "8080",
    path: "/😀/b",
    query: "q",
    fragment: "",
  });
  for (const [name, [start, end]] of Object.entries(ranges(text))) assert.equal(text.slice(start, end), parts[name]);
  assert.deepEqual(split("?", "IRI-reference"), { path: "", query: "" });
  assert.throws(() => split("a b"), (error) => {
    assert.ok(error instanceof IRIError && error instanceof Error);
    assert.deepEqual({ ...error, message: error.message }, check("a b"));
    assert.match(String(error.stack), /^IRIError: /);
    return true;
  });
  assert.throws(() => split("a", "scheme"), RangeError); // no rule with components
});

test("operations", () => {
  assert.equal(resolve("http://a/b/c/d;p?q", "../../g"), "http://a/g");
  assert.equal(resolve("http://example.org/é/", "😀#f"), "http://example.org/é/😀#f");
  assert.equal(normalize("HTTP://EXAMPLE.org:80/a/../%7e%c3%a9", "rfc3987-5.3.3"), "http://example.org/~é");
  assert.equal(normalize("HTTP://EXAMPLE.org/a/../%7e", "case,dots"), "http://example.org/%7E");
  assert.equal(normalize("HTTP://h/%c3%a9"), "http://h/é");
  assert.equal(toURI("http://example.org/é"), "http://example.org/%C3%A9");
  assert.equal(toIRI("http://example.org/%C3%A9"), "http://example.org/é");
  assert.equal(normalize("\ufeff", "case"), "\ufeff"); // no byte order mark
  assert.throws(() => resolve("/a", "b"), (error) => error instanceof IRIError && error.rule === "IRI" && error.offset === 0);
  assert.throws(() => resolve("http://a/", "b c"), (error) => error.rule === "IRI-reference" && error.offset === 1);
  assert.throws(() => toURI("b c"), IRIError);
  assert.throws(() => normalize("a:", "none"), RangeError);
  assert.throws(() => normalize("a:", "toString"), RangeError);
});

test("texts of any length", () => {
  for (const n of [1, 4_000, 4_095, 4_096, 1_000_000]) {
    for (const unit of ["a", "é", "😀"]) {
      const text = "http://example.org/" + unit.repeat(n);
      assert.equal(valid(text), true);
      assert.equal(split(text).path.length, 1 + unit.length * n);
      assert.equal(resolve(text, "#f"), text + "#f");
      const wrong = check(text + " ");
      assert.deepEqual([wrong.offset, wrong.start, wrong.end], [text.length, text.length, text.length + 1]);
    }
  }
});

test("a text that is short in the end, and long on the way", () => {
  for (const n of [100, 1000, 3000, 100_000]) {
    assert.equal(normalize(`http://a/${"x/../".repeat(n)}`), "http://a/");
    assert.equal(resolve(`http://a/${"x/".repeat(n)}`, `${"../".repeat(n)}y`), "http://a/y");
    assert.equal(toIRI(`http://a/${"%C3%A9".repeat(n)}`), `http://a/${"é".repeat(n)}`);
  }
});

test("a column says of each value what a call says", () => {
  const some = ["http://example.org/", "a b", "", "é:", "a:é", "http://[::1", "//h", "a".repeat(5_000)];
  for (const n of [0, 1, 7, 8, 9, 1_000, 20_000]) {
    const texts = Array.from({ length: n }, (_, i) => some[(i * 3 + (i >> 3)) % some.length]);
    const [data, offsets] = columnOf(texts);
    for (const rule of ["IRI", "URI-reference"]) {
      const verdicts = new Map(some.map((text) => [text, valid(text, rule)]));
      const { count, bitmap } = validColumn(data, offsets, rule);
      const bad = texts.flatMap((text, i) => (verdicts.get(text) ? [] : [i]));
      assert.equal(bitmap.length, Math.ceil(n / 8));
      assert.equal(count, n - bad.length);
      texts.forEach((text, i) => {
        if (Boolean((bitmap[i >> 3] >> (i & 7)) & 1) !== verdicts.get(text)) assert.fail(`row ${i}: ${text}`);
      });
      const mistakes = [...columnErrors(data, offsets, rule)];
      assert.deepEqual(mistakes.map((mistake) => mistake.row), bad);
      for (const mistake of mistakes.slice(0, 100)) {
        const { message, rule: _, ...want } = check(texts[mistake.row], rule);
        if (!texts[mistake.row].includes("é")) assert.deepEqual(mistake, { row: mistake.row, ...want });
      }
    }
  }
});

test("a column may be a slice, and has to be one", () => {
  const data = Buffer.from("xxa:b:c");
  assert.deepEqual(validColumn(data, Int32Array.of(2, 4, 4, 7)), { count: 2, bitmap: Uint8Array.of(0b101) });
  assert.deepEqual(validColumn(new Uint8Array(), new Int32Array()), { count: 0, bitmap: new Uint8Array() });
  for (const offsets of [[0, 4, 2], [-1, 4], [0, 8]]) assert.throws(() => validColumn(data, Int32Array.from(offsets)), RangeError);
  assert.throws(() => validColumn("a:", Int32Array.of(0, 2)), TypeError);
  assert.throws(() => [...columnErrors(data, [0, 2])], TypeError);
  const one = columnErrors(...columnOf(["a b", "c d"]));
  one.next();
  valid("x".repeat(10_000)); // other calls in between do not disturb it
  validColumn(...columnOf(["a:"]));
  assert.equal(one.next().value.row, 1);
});

test("an instance of one's own has the same functions", async () => {
  const other = await import("@example/iri/instantiate");
  assert.deepEqual(Object.keys(other).sort(), ["IRIError", "instantiate"]);
  assert.equal(other.IRIError, IRIError);
  const file = new URL(import.meta.resolve("@example/iri/iri.wasm"));
  const own = await other.instantiate(await WebAssembly.compile(readFileSync(file)));
  assert.deepEqual([...Object.keys(own), "IRIError"].sort(), Object.keys(iri).sort());
  assert.throws(() => own.split("a b"), IRIError);
});
