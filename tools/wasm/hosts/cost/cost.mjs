// What a call of the package costs in Node.js, beside what JavaScript has. Prints tables in Markdown.
import { readFileSync, readdirSync } from "node:fs";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { check, resolve, split, valid, validColumn } from "@example/iri";

const { rounds, lists, expression } = JSON.parse(readFileSync("input.json", "utf8"));
const folder = "node_modules/@example/iri/";

function sizes(names) {
  const texts = names.map((name) => readFileSync(folder + name));
  const sum = (compress) => texts.reduce((n, text) => n + compress(text).length, 0).toLocaleString("en");
  return [
    sum((text) => text),
    sum((text) => gzipSync(text, { level: 9 })),
    sum((text) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } })),
  ];
}

function columnOf(texts) {
  const values = texts.map((text) => Buffer.from(text));
  const offsets = new Int32Array(texts.length + 1);
  values.forEach((value, i) => (offsets[i + 1] = offsets[i] + value.length));
  return [new Uint8Array(Buffer.concat(values)), offsets];
}

const regexp = new RegExp(expression, "u");
const each = (judge) => ({ texts }) => texts.reduce((n, text) => n + (judge(text) ? 1 : 0), 0);
const contestants = {
  "`valid(text)`": each((text) => valid(text)),
  "`RegExp`, the grammar as an expression": each((text) => regexp.test(text)),
  "`URL.canParse(text)`, another language": each((text) => URL.canParse(text)),
  "`split(text)`": each((text) => split(text).path !== undefined),
  "`new URL(text)`, another language": each((text) => new URL(text).pathname !== undefined),
  "`check(wrong)`": ({ wrong }) => wrong.reduce((n, text) => n + (check(text) !== null ? 1 : 0), 0),
  "`resolve(text, \"../x\")`": each((text) => resolve(text, "../x") !== ""),
  "`new URL(\"../x\", text).href`": each((text) => new URL("../x", text).href !== ""),
  "`validColumn`": ({ column }) => validColumn(...column).count,
};

const measured = lists.map(({ Name, Texts }) => ({
  name: Name,
  texts: Texts,
  wrong: Texts.map((text) => text + " "),
  column: columnOf(Texts),
}));
for (const { texts, wrong } of measured) {
  for (const text of [...texts, ...wrong, ...texts.map((text) => text.slice(3))]) {
    if (regexp.test(text) !== valid(text)) throw new Error(`the expression is another language: ${text}`);
  }
}

const times = new Map();
for (let round = 0; round < rounds; round++) {
  for (const [name, judge] of Object.entries(contestants)) {
    for (const list of measured) {
      const begin = performance.now();
      const n = judge(list);
      const key = name + list.name;
      times.set(key, [...(times.get(key) ?? []), ((performance.now() - begin) * 1e6) / list.texts.length]);
      if (n !== list.texts.length && !name.includes("URL")) throw new Error(`${name}: ${n} of ${list.texts.length}`);
    }
  }
}
const median = (list) => list.toSorted((a, b) => a - b)[list.length >> 1].toFixed(0);

console.log(`A text in Node.js ${process.versions.node}, in nanoseconds\n`);
console.log(`| | ${measured.map((l) => l.name).join(" | ")} |\n|---|${"--:|".repeat(measured.length)}`);
for (const name of Object.keys(contestants)) {
  console.log(`| ${name} | ${measured.map((l) => median(times.get(name + l.name))).join(" | ")} |`);
}

console.log("\nBytes\n\n| | as it is | gzip | Brotli |\n|---|--:|--:|--:|");
console.log(`| \`iri.wasm\` | ${sizes(["iri.wasm"]).join(" | ")} |`);
const scripts = readdirSync(folder).filter((name) => name.endsWith(".mjs"));
console.log(`| JavaScript, ${scripts.length} files | ${sizes(scripts).join(" | ")} |`);
