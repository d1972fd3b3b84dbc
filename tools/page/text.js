// The tab for one string.

const examples = [
  ["international", "https://bücher.example:8080/rosé/caf%C3%A9?q=1#top"],
  ["relative", "../img/./logo.svg?v=2"],
  ["IPv6", "http://[2001:db8::7]/c=GB?one"],
  ["a space", "http://example.org/two words"],
  ["a bad port", "http://example.org:80a/"],
  ["a bad octet", "http://example.org/100%"],
  ["a long host", "HTTP://WWW.Example.ORG:80/%7euser/./a/../b"],
  ["a name", "urn:isbn:0451450523"],
];

const manyCharacters = 20_000; // of a text that is not answered at once

const text = $("text"), base = $("base");
const drawer = new Engine();
text.value = examples[0][1];
base.value = "https://example.org/docs/guide/";

const languageItems = new Map(); // of each rule, its button

known.then(({ rules }) => {
  if (!rules) return;
  offer($("text-rule"), rules, "IRI");
  const item = rule => {
    const button = h("button", { type: "button", click: () => checkBy(rule.name) }, h("span", { class: "sign", "aria-hidden": "true" }), h("span", {}, rule.name), h("span", { class: "hidden" }));
    languageItems.set(rule.name, button);
    return h("li", {}, button);
  };
  const whole = rules.filter(rule => rule.splits);
  const groups = [...new Set(whole.map(rule => rule.group))];
  $("languages-content").append(
    ...groups.flatMap(group => [h("h3", {}, groupNames[group] ?? group), h("ul", { class: "chips" }, whole.filter(rule => rule.group === group).map(item))]),
    h("details", {}, h("summary", {}, `Productions inside these (${rules.length - whole.length})`),
      h("ul", { class: "chips" }, rules.filter(rule => !rule.splits).map(item))));
  checkText();
});

$("text-examples").append(...examples.map(([name, example]) => h("button", { type: "button", click: () => setText(example) }, name)));
text.addEventListener("input", checkText);
base.addEventListener("input", checkText);
$("text-rule").addEventListener("change", checkText);

function setText(value) {
  text.value = value;
  text.focus();
  checkText();
}

function checkBy(rule) {
  $("text-rule").value = rule;
  checkText();
}

let current; // the newest request: an answer to another one comes too late

// checkText sends the string as it is now, and shows the answer. The drawings follow when nobody
// types any more.
async function checkText() {
  const request = { kind: "text", text: text.value, rule: $("text-rule").value, base: base.value };
  current = request;
  const long = request.text.length > manyCharacters;
  if (long) paint(request.text, []);
  drawText.wait();
  const answer = await (long ? drawer.request("text", request) : quick(request));
  if (!answer || current !== request) return;
  if (answer.failure) return showResult("text-result", "bad", "The library failed.", answer.failure);
  showText(request, answer);
  drawText(request);
}

function showText({ text, rule }, answer) {
  $("text-answer").hidden = false;
  paint(text, marks(answer));
  const size = counted(answer.bytes, "byte");
  if (answer.valid) showResult("text-result", "good", `Matches ${rule}.`, size + (answer.relative && rule !== "IRI" ? ", a relative reference" : ""));
  else showResult("text-result", "bad", `Does not match ${rule}.`, answer.mistake.message);
  showMistake(text, answer);
  showComponents(answer);
  showLanguages(answer.languages, rule);
  showResolved(text, answer.resolved);
  showForms(text, answer.forms);
  showFindings(answer.findings);
}

// marks returns the stretches of a string that are painted, as [start, end, class].
function marks({ components, mistake }) {
  const list = (components ?? []).map(c => [c.start16, c.end16, c.name]);
  if (mistake) list.push([mistake.start16, mistake.end16, "wrong"]);
  return list;
}

// paint puts the colours under the string: a stretch has the classes of all marks that it is in.
function paint(text, marks) {
  const cuts = [...new Set([0, text.length, ...marks.flatMap(([start, end]) => [start, end])])].sort((a, b) => a - b);
  const pieces = cuts.slice(0, -1).map((start, i) => {
    const classes = marks.filter(([from, to]) => from <= start && start < to).map(mark => mark[2]);
    return classes.length ? h("span", { class: classes.join(" ") }, text.slice(start, cuts[i + 1])) : text.slice(start, cuts[i + 1]);
  });
  const atEnd = marks.some(([start, , name]) => name === "wrong" && start >= text.length);
  $("text-paint").replaceChildren(...pieces, h("span", { class: atEnd ? "wrong end" : "end" }, "\u200b"));
}

// excerpt shows the place of a mistake with some of the string around it.
function excerpt(text, { start16, end16 }) {
  const before = Array.from(text.slice(Math.max(0, start16 - 60), start16)).slice(-40).join("");
  const after = Array.from(text.slice(end16, end16 + 60)).slice(0, 30).join("");
  return h("p", { class: "excerpt" },
    before.length < start16 ? "…" : "", visible(before),
    h("mark", {}, start16 < end16 ? visible(text.slice(start16, end16)) : h("span", { class: "code" }, "end")),
    visible(after), end16 + after.length < text.length ? "…" : "");
}

function showMistake(text, { mistake, repair }) {
  $("mistake").hidden = !mistake;
  if (!mistake) return;
  const facts = [
    ["Where", (mistake.component ? mistake.component + ", " : "") + (mistake.start < mistake.end ? `bytes ${mistake.start} to ${mistake.end}` : `byte ${mistake.start}`)],
    ["Found", mistake.found ? character(mistake.found) : "the end"],
    ["Expected", mistake.expected],
    ["Reason", h("code", {}, mistake.reason)],
    ["See", mistake.section],
  ].filter(fact => fact[1]);
  $("mistake-content").replaceChildren(
    excerpt(text, mistake),
    h("dl", {}, facts.map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)])),
    ...(repair ? [h("div", { class: "repair" },
      h("p", {}, "Perhaps meant: ", h("code", {}, visible(repair.text)), " ",
        h("button", { type: "button", id: "repair", click: () => setText(repair.text) }, "Use it")),
      h("ul", {}, repair.changes.map(({ kind, from, to }) => h("li", {}, kind, from ? [": ", character(from)] : null, to ? [" becomes ", h("code", {}, visible(to))] : null))))] : []));
}

// character shows a piece of a string, by its numbers if it is blank.
const character = piece => piece.trim() ? h("code", {}, visible(piece)) : Array.from(piece, codePoint);

function showComponents({ components, hostKind }) {
  $("components").hidden = !components?.length;
  $("text-answer").classList.toggle("alone", !components?.length);
  if (!components?.length) return;
  $("components-content").replaceChildren(table("Offsets count bytes.", ["Component", "Value", "Bytes"], components.map(c => [
    h("span", { class: "name " + c.name }, c.name),
    [c.text === "" ? h("span", { class: "aside" }, "empty") : h("code", {}, shortened(c.text)),
      c.decoded ? h("span", { class: "aside" }, " means ", h("code", {}, shortened(c.decoded))) : null,
      c.name === "host" && hostKind ? h("span", { class: "aside" }, " " + hostKind) : null],
    `${c.start}–${c.end}`,
  ])));
}

function showLanguages(results, rule) {
  for (const { rule: name, valid, message } of results) {
    const button = languageItems.get(name);
    button.setAttribute("aria-pressed", name === rule);
    if (button.title === (message ?? "") && button.className) continue;
    button.title = message ?? "";
    button.className = valid ? "good" : "bad";
    button.lastChild.textContent = valid ? ": yes" : ": no";
  }
}

function showResolved(text, resolved) {
  $("resolved").hidden = !resolved;
  if (!resolved) return;
  const { mistake, target, relative } = resolved;
  $("base-mistake").replaceChildren(...(mistake ? ["The base is not an IRI: ", ...visible(mistake.message)] : []));
  base.setAttribute("aria-invalid", Boolean(mistake));
  $("resolved-content").replaceChildren(...(mistake ? [] : [h("dl", {},
    h("dt", {}, "Target"), h("dd", {}, h("code", { id: "target" }, visible(target))),
    relative && relative !== text ? [h("dt", {}, "Shorter"), h("dd", {}, h("code", {}, visible(relative)))] : [])]));
}

// showForms lists the forms that are other strings. Forms with the same text share a row.
function showForms(text, forms) {
  $("forms").hidden = !forms?.length;
  if (!forms?.length) return;
  const rows = new Map(); // of a text, what its forms are
  for (const form of forms.filter(form => form.changed)) rows.set(form.text, [...(rows.get(form.text) ?? []), form.what]);
  const same = forms.filter(form => !form.changed).map(form => form.what);
  $("forms-content").replaceChildren(...[
    rows.size ? table("Equivalent forms.", ["Value", "Form"], Array.from(rows, ([form, what]) => [h("code", {}, visible(form)), h("ul", { class: "plain" }, what.map(name => h("li", {}, name)))])) : null,
    same.length ? h("details", { open: rows.size === 0 ? "" : undefined }, h("summary", {}, `${counted(same.length, "form")} that the input is in already`), h("ul", { class: "aside" }, same.map(name => h("li", {}, name)))) : null,
  ].filter(Boolean));
}

function showFindings(findings) {
  $("findings").hidden = !findings?.length;
  $("findings-content").replaceChildren(h("ul", { class: "findings" }, (findings ?? []).map(finding => h("li", { class: finding.severity },
    h("span", { class: "severity" }, finding.severity), " ", ...visible(finding.message), " ",
    h("span", { class: "aside" }, h("code", {}, finding.code), finding.source ? `, ${finding.source}` : ""), " ",
    finding.repair ? h("button", { type: "button", click: () => setText(finding.repair) }, "Repair") : null))));
}

// drawText requests the drawings once nothing has changed for a while. Meanwhile the old ones are pale.
const drawText = (() => {
  const draw = later(120, async request => {
    const railroad = drawer.request("railroad", { ...request, kind: "railroad" });
    showRailroad(request, await railroad);
  });
  const wait = () => { $("railroad").setAttribute("aria-busy", "true"); };
  return Object.assign(draw, { wait });
})();

// drawn puts what has been drawn into its section, or why nothing has.
function drawn(id, answer, content) {
  if (!answer) return;
  $(id).removeAttribute("aria-busy");
  $(id + "-content").replaceChildren(...(answer.failure ? [h("p", { class: "aside" }, answer.failure)] : content(answer)));
}

const railroadOf = ({ rule, abnf, svg, text, expected }) => [
  picture(svg, `Railroad diagram of ${rule}`),
  h("pre", { tabindex: "0" }, abnf),
  text ? h("p", { class: "aside" }, "It had read ", h("code", {}, shortened(text)), ".") : null,
  expected?.length ? h("p", { class: "aside" }, "It could go on with ", expected.join(", "), ".") : null,
];

function showRailroad({ rule }, answer) {
  drawn("railroad", answer, ({ rules, offset }) => {
    const [first, ...around] = rules ?? [];
    $("railroad-heading").textContent = offset < 0 || !first ? "The rule, drawn" : `The rule that failed: ${first.rule}`;
    if (!first) return [h("p", { class: "aside" }, `${rule} is derived from other rules, and has no diagram of its own.`)];
    return [...railroadOf(first), ...around.map(outer => h("details", {}, h("summary", {}, `in ${outer.rule}`), railroadOf(outer)))].filter(Boolean);
  });
}
