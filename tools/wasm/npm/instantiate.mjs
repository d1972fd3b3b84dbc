import { columns } from "./columns.mjs";
import { IRIError } from "./errors.mjs";
import { Memory } from "./memory.mjs";
import { start } from "./wasi.mjs";

const componentNames = ["scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment"];

// Numbers of the ABI: see tools/c/iri.h.
const abi = 1;
const partsSize = 68;
const errorSize = 32;
const noSuchRule = -1;
const noParts = -2;
const badReference = -6;
const badBase = -7;

// The rules of normalization are bits; the rungs of the RFCs are sets of them.
const levels = {
  case: 1, percent: 2, dots: 4, scheme: 8, utf8: 16,
  "rfc3986-6.2.2": 7, "rfc3987-5.3.2": 23, "rfc3986-6.2.3": 15, "rfc3987-5.3.3": 31,
};

// instantiate makes the functions of this package over an instance of their own.
export async function instantiate(module) {
  const go = await start(module);
  if (go.iri_abi() !== abi) throw new Error(`iri: iri.wasm has ABI ${go.iri_abi()}, not ${abi}`);
  const memory = new Memory(go);
  const record = go.iri_alloc(partsSize + 4 + errorSize); // Parts, and behind them an error
  const error = record + partsSize + 4;
  const numbers = new Map();

  function ruleNumber(name) {
    let number = numbers.get(name);
    if (number === undefined) {
      const text = memory.second.set(name);
      number = go.iri_rule(text.at, text.length);
      if (number === noSuchRule) throw new RangeError(`iri: no rule ${JSON.stringify(name)}`);
      numbers.set(name, number);
    }
    return number;
  }

  // errorAt reads a record iri_error. Its numbers of 64 bits are less than 4 GiB, as memory is. They are
  // read before Go is called for the names, since its memory may grow, and then the view is gone.
  function errorAt(at) {
    const view = memory.view();
    const word = (i) => view.getUint32(at + 4 * i, true);
    const [offset, start, end, reason, component] = [word(0), word(2), word(4), word(6), word(7)];
    return {
      reason: memory.name(go.iri_reason_name(reason)),
      component: memory.name(go.iri_component_name(component)) || undefined,
      offset,
      start,
      end,
    };
  }

  // mistakeOf tells why the last call has refused a text.
  function mistakeOf(rule, text) {
    const { reason, component, offset, start, end } = errorAt(error);
    return {
      message: memory.result((out, room) => go.iri_message(ruleNumber(rule), text.at, text.length, out, room)),
      rule,
      reason,
      component,
      offset: text.unitOf(offset),
      start: text.unitOf(start),
      end: text.unitAfter(end),
    };
  }

  function valid(text, rule = "IRI") {
    const number = ruleNumber(rule);
    const { at, length } = memory.first.set(text);
    return go.iri_valid(number, at, length) === 1;
  }

  function check(text, rule = "IRI") {
    const number = ruleNumber(rule);
    const bytes = memory.first.set(text);
    return go.iri_check(number, bytes.at, bytes.length, error) === 0 ? null : mistakeOf(rule, bytes);
  }

  function cut(text, rule, piece) {
    const number = ruleNumber(rule);
    const bytes = memory.first.set(text);
    const status = go.iri_split(number, bytes.at, bytes.length, record, error);
    if (status === noParts) throw new RangeError(`iri: texts of rule ${rule} have no components`);
    if (status !== 0) throw new IRIError(mistakeOf(rule, bytes));
    const view = memory.view();
    const present = view.getUint32(record, true);
    const parts = {};
    for (let i = 0; i < componentNames.length; i++) {
      if (((present >> (i + 1)) & 1) === 0) continue;
      const at = record + 4 + 8 * i;
      parts[componentNames[i]] = piece(bytes.unitOf(view.getUint32(at, true)), bytes.unitOf(view.getUint32(at + 4, true)));
    }
    return parts;
  }

  const split = (text, rule = "IRI") => cut(text, rule, (start, end) => text.slice(start, end));
  const ranges = (text, rule = "IRI") => cut(text, rule, (start, end) => [start, end]);

  // operation makes a text of a reference. Only a text that is none is an error.
  function operation(reference, call) {
    const bytes = memory.first.set(reference);
    const made = memory.result((out, room) => call(bytes, out, room));
    if (made === badReference) throw new IRIError(check(reference, "IRI-reference"));
    return made;
  }

  function resolve(base, reference) {
    const from = memory.second.set(base);
    const made = operation(reference, (to, out, room) => go.iri_resolve(from.at, from.length, to.at, to.length, out, room));
    if (made === badBase) throw new IRIError(check(base, "IRI"));
    return made;
  }

  function normalize(reference, level = "rfc3987-5.3.2") {
    let bits = 0;
    for (const name of level.split(",")) {
      if (!Object.hasOwn(levels, name)) throw new RangeError(`iri: no level ${JSON.stringify(name)}`);
      bits |= levels[name];
    }
    return operation(reference, (text, out, room) => go.iri_normalize(text.at, text.length, bits, out, room));
  }

  const toURI = (reference) => operation(reference, (text, out, room) => go.iri_to_uri(text.at, text.length, out, room));
  const toIRI = (reference) => operation(reference, (text, out, room) => go.iri_to_iri(text.at, text.length, out, room));

  return { valid, check, split, ranges, resolve, normalize, toURI, toIRI, ...columns(go, memory, ruleNumber, errorAt) };
}
