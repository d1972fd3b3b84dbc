import { Memory } from "./memory.mjs";

export const errorSize = 32; // of a record iri_error
const noSuchRule = -1;

// Instance is a reactor that has been started, with what all functions need of it.
export class Instance {
  #numbers = new Map(); // of rules

  constructor(go) {
    this.go = go;
    this.memory = new Memory(go);
  }

  ruleNumber(name) {
    let number = this.#numbers.get(name);
    if (number === undefined) {
      const text = this.memory.second.set(name);
      number = this.go.iri_rule(text.at, text.length);
      if (number === noSuchRule) throw new RangeError(`iri: no rule ${JSON.stringify(name)}`);
      this.#numbers.set(name, number);
    }
    return number;
  }

  // errorAt reads a record iri_error. Its numbers of 64 bits are less than 4 GiB, as memory is. They are
  // read before Go is called for the names, since its memory may grow, and then the view is gone.
  errorAt(at) {
    const view = this.memory.view();
    const word = (i) => view.getUint32(at + 4 * i, true);
    const [offset, start, end, reason, component] = [word(0), word(2), word(4), word(6), word(7)];
    return {
      reason: this.memory.name(this.go.iri_reason_name(reason)),
      component: this.memory.name(this.go.iri_component_name(component)) || undefined,
      offset,
      start,
      end,
    };
  }
}
