import { IRIError } from "./errors.mjs";
import { errorSize } from "./instance.mjs";

const components = ["scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment"];
const partsSize = 72; // of a record iri_parts, and four bytes that align the error behind it
const noParts = -2;

// texts makes the functions that judge a text.
export function texts(instance) {
  const { go, memory } = instance;
  const parts = go.iri_alloc(partsSize + errorSize);
  const error = parts + partsSize;

  // mistakeOf tells why the last call has refused a text.
  function mistakeOf(rule, text) {
    const { reason, component, offset, start, end } = instance.errorAt(error);
    const number = instance.ruleNumber(rule);
    return {
      message: memory.result((out, room) => go.iri_message(number, text.at, text.length, out, room)),
      rule,
      reason,
      component,
      offset: text.unitOf(offset),
      start: text.unitOf(start),
      end: text.unitAfter(end),
    };
  }

  function valid(text, rule = "IRI") {
    const number = instance.ruleNumber(rule);
    const { at, length } = memory.first.set(text);
    return go.iri_valid(number, at, length) === 1;
  }

  function check(text, rule = "IRI") {
    const number = instance.ruleNumber(rule);
    const bytes = memory.first.set(text);
    return go.iri_check(number, bytes.at, bytes.length, error) === 0 ? null : mistakeOf(rule, bytes);
  }

  // cut makes something of the begin and the end of each component.
  function cut(text, rule, piece) {
    const number = instance.ruleNumber(rule);
    const bytes = memory.first.set(text);
    const status = go.iri_split(number, bytes.at, bytes.length, parts, error);
    if (status === noParts) throw new RangeError(`iri: texts of rule ${rule} have no components`);
    if (status !== 0) throw new IRIError(mistakeOf(rule, bytes));
    const view = memory.view();
    const present = view.getUint32(parts, true);
    const made = {};
    for (let i = 0; i < components.length; i++) {
      if (((present >> (i + 1)) & 1) === 0) continue;
      const at = parts + 4 + 8 * i;
      made[components[i]] = piece(bytes.unitOf(view.getUint32(at, true)), bytes.unitOf(view.getUint32(at + 4, true)));
    }
    return made;
  }

  return {
    valid,
    check,
    split: (text, rule = "IRI") => cut(text, rule, (start, end) => text.slice(start, end)),
    ranges: (text, rule = "IRI") => cut(text, rule, (start, end) => [start, end]),
  };
}
