// Texts of JavaScript in the memory of the reactor, and back.

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true }); // U+FEFF may begin a path

// Memory is that of an instance. Its buffer is another one whenever it has grown.
export class Memory {
  #names = new Map();

  constructor(go) {
    this.go = go;
    this.bytes = new Uint8Array(go.memory.buffer);
    this.out = new Room(this);
    this.first = new Text(this);
    this.second = new Text(this);
  }

  // current returns all bytes. Those returned before a call into Go may be of a buffer that is gone.
  current() {
    if (this.bytes.length === 0) this.bytes = new Uint8Array(this.go.memory.buffer);
    return this.bytes;
  }

  view() {
    return new DataView(this.current().buffer);
  }

  // name reads one of the names of the library, which end in a zero byte and stay where they are.
  name(at) {
    let name = this.#names.get(at);
    if (name === undefined) {
      const bytes = this.current();
      name = decoder.decode(bytes.subarray(at, bytes.indexOf(0, at)));
      this.#names.set(at, name);
    }
    return name;
  }

  // result makes a call that writes a text and returns its length, or else a negative number.
  result(call) {
    for (;;) {
      const length = call(this.out.at, this.out.size);
      if (length < 0) return length;
      if (length < this.out.size) return decoder.decode(this.current().subarray(this.out.at, this.out.at + length));
      this.out.reserve(length + 1);
    }
  }
}

// Room is memory that grows as it is asked for, and then stays.
export class Room {
  constructor(memory) {
    this.memory = memory;
    this.at = 0;
    this.size = 0;
    this.reserve(4096);
  }

  reserve(size) {
    if (size <= this.size) return;
    const { go } = this.memory;
    if (this.at !== 0) go.iri_free(this.at);
    this.at = go.iri_alloc(size);
    this.size = size;
  }
}

// Text is room for a text in UTF-8. It tells which code unit of the string a byte comes from.
export class Text extends Room {
  #target; // the bytes of the room: making them takes as long as a short text
  #byte = 0; // where a character begins, and
  #unit = 0; // the code unit that it has in the string

  set(string) {
    if (typeof string !== "string") throw new TypeError("iri: a text has to be a string");
    this.reserve(3 * string.length);
    const bytes = this.memory.current();
    if (this.#target?.buffer !== bytes.buffer || this.#target.byteOffset !== this.at) {
      this.#target = bytes.subarray(this.at, this.at + this.size);
    }
    this.length = encoder.encodeInto(string, this.#target).written;
    this.ascii = this.length === string.length;
    this.#byte = this.#unit = 0;
    if (!this.ascii && !string.isWellFormed()) this.#setIllFormed(string);
    return this;
  }

  // encodeInto makes U+FFFD of half a surrogate pair, and some rules have U+FFFD. What is written
  // here is no UTF-8, as the string is no UTF-16.
  #setIllFormed(string) {
    let at = 0;
    for (const character of string) {
      const code = character.codePointAt(0);
      if (code >= 0xd800 && code < 0xe000) {
        this.#target.set([0xed, 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)], at);
        at += 3;
      } else {
        at += encoder.encodeInto(character, this.#target.subarray(at)).written;
      }
    }
    this.length = at;
  }

  // unitOf returns the code unit at which the character of a byte begins.
  unitOf(offset) {
    if (this.ascii) return offset;
    if (offset < this.#byte) this.#byte = this.#unit = 0;
    while (this.#byte < offset) {
      const width = this.#width();
      if (this.#byte + width > offset) break;
      this.#byte += width;
      this.#unit += width === 4 ? 2 : 1;
    }
    return this.#unit;
  }

  // unitAfter is unitOf for an end: one within a character is moved behind it.
  unitAfter(offset) {
    const unit = this.unitOf(offset);
    if (this.ascii || this.#byte === offset) return unit;
    return unit + (this.#width() === 4 ? 2 : 1);
  }

  #width() {
    const lead = this.memory.current()[this.at + this.#byte];
    return lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  }
}
