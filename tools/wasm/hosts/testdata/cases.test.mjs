// The cases that the tests in Go have written to cases.jsonl.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { check, split, valid, validColumn } from "@example/iri";

const cases = readFileSync("cases.jsonl", "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line))
  .map(({ rule, text, valid }) => ({ rule, bytes: Buffer.from(text, "base64"), valid }));

test("every case, as a string", () => {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let strings = 0;
  for (const { rule, bytes, valid: want } of cases) {
    let text;
    try {
      text = decoder.decode(bytes);
    } catch {
      continue; // no string has these bytes
    }
    strings++;
    const mistake = check(text, rule);
    if (valid(text, rule) !== want || (mistake === null) !== want) assert.fail(`${rule} ${JSON.stringify(text)}`);
    if (mistake !== null && !(mistake.offset <= text.length && mistake.start <= mistake.end && mistake.end <= text.length)) {
      assert.fail(`${rule} ${JSON.stringify(text)}: ${JSON.stringify(mistake)}`);
    }
    if (want && rule === "IRI") joined(text);
  }
  assert.ok(strings > 10_000);
});

// joined puts the components of an IRI together again.
function joined(text) {
  const { scheme, authority, userinfo, host, port, path, query, fragment } = split(text);
  const before = (delimiter, part) => (part === undefined ? "" : delimiter + part);
  assert.equal(scheme + ":" + before("//", authority) + path + before("?", query) + before("#", fragment), text);
  if (authority !== undefined) assert.equal((userinfo === undefined ? "" : userinfo + "@") + host + before(":", port), authority);
}

test("every case, in the column of its rule", () => {
  for (const rule of new Set(cases.map((c) => c.rule))) {
    const list = cases.filter((c) => c.rule === rule);
    const offsets = new Int32Array(list.length + 1);
    list.forEach(({ bytes }, i) => (offsets[i + 1] = offsets[i] + bytes.length));
    const { count, bitmap } = validColumn(new Uint8Array(Buffer.concat(list.map((c) => c.bytes))), offsets, rule);
    list.forEach((c, i) => {
      if (Boolean((bitmap[i >> 3] >> (i & 7)) & 1) !== c.valid) assert.fail(`${rule} ${c.bytes}`);
    });
    assert.equal(count, list.filter((c) => c.valid).length);
  }
});
