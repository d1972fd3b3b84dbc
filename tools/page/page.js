// What all tabs share: making elements, calling the library, tabs, and saying aloud what has changed.

const $ = id => document.getElementById(id);

// h makes an element. An attribute that is undefined or false is left out; one that is a function
// listens. Children are elements, strings, and lists of both; null is ignored.
function h(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (typeof value === "function") element.addEventListener(key, value);
    else if (value !== undefined && value !== false) element.setAttribute(key, value);
  }
  element.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined));
  return element;
}

const largestDrawing = 1 << 20; // characters of SVG: the browser would lay a much larger one out for seconds

// picture returns a drawing of the library as an element. It can be scrolled by keyboard.
function picture(svg, label) {
  if (svg.length > largestDrawing) return h("p", { class: "aside" }, `${label}: too large to be shown here.`);
  const drawing = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  return h("div", { class: "picture", role: "region", "aria-label": label, tabindex: "0" }, document.importNode(drawing, true));
}

// visible returns a string with its invisible characters shown by their numbers.
const visible = text => text.split(/([\p{C}\p{Zl}\p{Zp}]|[^\S ])/u).map((piece, i) => i % 2 === 0 ? piece : codePoint(piece));

const codePoint = character => h("span", { class: "code" }, "U+" + character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0"));

// shortened leaves out the middle of a string that is long.
const shortened = text => text.length <= 240 ? visible(text)
  : [...visible(text.slice(0, 160)), h("span", { class: "aside" }, " … "), ...visible(text.slice(-60))];

// counted writes a number with its noun: "1 line", "2,000 lines".
const counted = (count, noun) => `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;

// The library as a compiled module, for as many workers as there are.
const compiled = (async () => {
  const zipped = Uint8Array.from(atob($("library").textContent), character => character.charCodeAt(0));
  const stream = new Blob([zipped]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
})();

// quick calls the library at once: for what takes less time than a message to a worker and back.
const quick = (() => {
  let begun = compiled.then(start);
  return async request => {
    try {
      return answerTo(await begun, request);
    } catch (error) {
      begun = compiled.then(start);
      return { failure: String(error) };
    }
  };
})();

const workerSource = URL.createObjectURL(new Blob([$("worker").textContent], { type: "text/javascript" }));

// An Engine calls the library in a worker, so that the page can be used meanwhile. Requests of a slot
// replace each other: if several are waiting, only the newest is answered. The others, and those that
// are cancelled, have the answer null. A request that takes longer than its limit of time fails.
class Engine {
  #worker;
  #waiting = new Map();
  #current = null;

  request(slot, request, limit = 10_000) {
    return new Promise(answer => {
      this.#waiting.get(slot)?.answer(null);
      this.#waiting.set(slot, { request, answer, limit });
      this.#next();
    });
  }

  // cancel gives up what has been requested. A request that is being answered ends with its worker.
  cancel() {
    for (const { answer } of this.#waiting.values()) answer(null);
    this.#waiting.clear();
    if (this.#current) this.#end(null);
  }

  #next() {
    if (this.#current || this.#waiting.size === 0) return;
    const [slot, current] = this.#waiting.entries().next().value;
    this.#waiting.delete(slot);
    this.#current = current;
    const worker = this.#worker ??= this.#start();
    current.timer = setTimeout(() => this.#end({ failure: `stopped after ${current.limit / 1000} seconds` }), current.limit);
    compiled.then(() => worker.postMessage(current.request));
  }

  #start() {
    const worker = new Worker(workerSource);
    compiled.then(module => worker.postMessage(module)); // before any request
    worker.onmessage = ({ data }) => {
      if (data.failure) this.#end({ failure: data.failure });
      else this.#finish(data.answer);
    };
    return worker;
  }

  #end(answer) {
    this.#worker.terminate();
    this.#worker = undefined;
    this.#finish(answer);
  }

  #finish(answer) {
    const { timer, answer: give } = this.#current;
    clearTimeout(timer);
    this.#current = null;
    give(answer);
    this.#next();
  }
}

// say has a screen reader report what has changed, when nothing has for a while.
const say = (() => {
  let timer;
  return text => {
    clearTimeout(timer);
    timer = setTimeout(() => { $("status").textContent = text; }, 800);
  };
})();

// showResult shows the result, and has it read aloud. Kind is "good", "bad" or "".
function showResult(id, kind, headline, rest) {
  const element = $(id);
  element.className = "result " + kind;
  if (!headline) return element.replaceChildren();
  element.replaceChildren(h("strong", {}, headline), " ", h("span", {}, ...visible(rest)));
  say(`${headline} ${rest}`);
}

// later calls a function when it has not been called again for some milliseconds.
function later(milliseconds, act) {
  let timer;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(act, milliseconds, ...values);
  };
}

// table makes a table of rows, which are lists of cells; the first cell of a row is its heading.
function table(caption, head, rows) {
  return h("table", {}, h("caption", { class: "aside" }, caption),
    h("thead", {}, h("tr", {}, head.map(cell => h("th", { scope: "col" }, cell)))),
    h("tbody", {}, rows.map(([first, ...rest]) => h("tr", {}, h("th", { scope: "row" }, first), rest.map(cell => h("td", {}, cell))))));
}

// section makes a part of an answer, with its heading.
function section(id, heading, ...content) {
  return h("section", { id, "aria-labelledby": id + "-heading" }, h("h2", { id: id + "-heading" }, heading), ...content);
}

// wide has a section take the whole width.
function wide(section) {
  section.classList.add("wide");
  return section;
}

// The tabs are worked by mouse, by arrows, Home and End.
const tabs = Array.from(document.querySelectorAll("[role=tab]"));
const shown = new EventTarget(); // tells which tab is shown

function showTab(tab) {
  for (const other of tabs) {
    other.setAttribute("aria-selected", other === tab);
    other.tabIndex = other === tab ? 0 : -1;
    $(other.getAttribute("aria-controls")).hidden = other !== tab;
  }
  shown.dispatchEvent(new Event(tab.id));
}

tabs.forEach((tab, i) => {
  tab.addEventListener("click", () => showTab(tab));
  tab.addEventListener("keydown", event => {
    const to = { ArrowRight: i + 1, ArrowLeft: i + tabs.length - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = tabs[to % tabs.length];
    showTab(next);
    next.focus();
  });
});

document.querySelectorAll("form").forEach(form => form.addEventListener("submit", event => event.preventDefault()));

// known is what the library has: rules, and grammars to begin with.
const known = quick({ kind: "rules" });
known.then(({ failure }) => {
  if (failure) $("starting").textContent = `The library does not start here: ${failure}`;
  else $("starting").hidden = true;
});

const groupNames = { derived: "Made of these" };

// offer fills a choice of rules, by their groups.
function offer(select, rules, chosen) {
  for (const group of new Set(rules.map(rule => rule.group))) {
    const members = rules.filter(rule => rule.group === group);
    select.append(h("optgroup", { label: groupNames[group] ?? group }, members.map(rule => h("option", {}, rule.name))));
  }
  select.value = chosen;
}
