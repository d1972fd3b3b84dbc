import { IRIError } from "./errors.mjs";

const badReference = -6;
const badBase = -7;

// The steps of normalization are bits; sections of the RFCs are sets of them.
const levels = {
  case: 1, percent: 2, dots: 4, scheme: 8, utf8: 16, ipv6: 32,
  "rfc3986-6.2.2": 7, "rfc3987-5.3.2": 23, "rfc3986-6.2.3": 15, "rfc3987-5.3.3": 31,
};

function levelBits(names) {
  let bits = 0;
  for (const name of names.split(",")) {
    if (!Object.hasOwn(levels, name)) throw new RangeError(`iri: no level ${JSON.stringify(name)}`);
    bits |= levels[name];
  }
  return bits;
}

// operations makes the functions that make a text of a reference.
export function operations({ go, memory }, check) {
  function operation(reference, call) {
    const text = memory.first.set(reference);
    const made = memory.result((out, room) => call(text, out, room));
    if (made === badReference) throw new IRIError(check(reference, "IRI-reference"));
    return made;
  }

  return {
    resolve(base, reference) {
      const from = memory.second.set(base);
      const made = operation(reference, (to, out, room) => go.iri_resolve(from.at, from.length, to.at, to.length, out, room));
      if (made === badBase) throw new IRIError(check(base, "IRI"));
      return made;
    },
    normalize(reference, level = "rfc3987-5.3.2") {
      const bits = levelBits(level);
      return operation(reference, (text, out, room) => go.iri_normalize(text.at, text.length, bits, out, room));
    },
    toURI: (reference) => operation(reference, (text, out, room) => go.iri_to_uri(text.at, text.length, out, room)),
    toIRI: (reference) => operation(reference, (text, out, room) => go.iri_to_iri(text.at, text.length, out, room)),
  };
}
