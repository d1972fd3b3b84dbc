// The tab for a grammar.

const grammar = $("grammar"), grammarRule = $("grammar-rule");
const compiler = new Engine();

let tried = ""; // the string to try
let seed = 1; // of the samples

known.then(({ grammars }) => {
  if (!grammars) return;
  $("grammar-examples").append(...grammars.map(example => h("button", { type: "button", click: () => useGrammar(example) }, example.name)));
  grammar.value = grammars[0].grammar;
  shown.addEventListener("tab-grammar", () => checkGrammar(grammars[0].rule), { once: true });
});

grammar.addEventListener("input", later(300, () => checkGrammar()));
grammarRule.addEventListener("change", () => requestRule());

function useGrammar(example) {
  grammar.value = example.grammar;
  grammar.scrollTop = 0;
  checkGrammar(example.rule);
}

// checkGrammar requests what the grammar has. The rule that is looked at stays if it is still there.
async function checkGrammar(rule = grammarRule.value) {
  const request = { kind: "grammar", grammar: grammar.value, wild: true, rule };
  $("grammar-answer").setAttribute("aria-busy", "true");
  compiler.cancel();
  const answer = await compiler.request("grammar", request);
  if (!answer) return;
  if (answer.failure) {
    $("grammar-answer").removeAttribute("aria-busy");
    $("grammar-answer").replaceChildren(); // what was there was of another grammar
    grammarRule.replaceChildren();
    return showResult("grammar-result", "bad", "The library gave up:", answer.failure);
  }
  showGrammar(request, answer);
}

function showGrammar(request, { rules, faults, repairs, rule }) {
  rules ??= [];
  const other = repairs?.length ? `${counted(repairs.length, "place")} read otherwise than written.` : "";
  if (faults?.length) showResult("grammar-result", "bad", `${counted(faults.length, "fault")}.`, other);
  else if (rules.length === 0) showResult("grammar-result", "", "No rules yet.", other);
  else showResult("grammar-result", other ? "" : "good", `${counted(rules.length, "rule")}, and ${other ? "no faults" : "nothing wrong"}.`, other);
  const chosen = rules.some(other => other.name === request.rule) ? request.rule : rule;
  grammarRule.replaceChildren(...rules.map(({ name }) => h("option", {}, name)));
  grammarRule.value = chosen;
  $("grammar-answer").replaceChildren(...[
    faults?.length ? wide(section("faults", "Faults", positions(faults))) : null,
    repairs?.length ? wide(section("repairs", "Read otherwise than written", positions(repairs))) : null,
    rules.length ? [
      wide(section("grammar-railroad", "Railroad diagram", h("div", { id: "grammar-railroad-content" }))),
      section("try", "Try a string",
        h("p", {}, h("label", { for: "tried" }, "String"), " ", h("input", { id: "tried", "aria-describedby": "tried-result", spellcheck: "false", autocapitalize: "off", autocomplete: "off", input: tryText })),
        h("p", { id: "tried-result", class: "result" }), h("div", { id: "try-content" })),
      h("div", { class: "column" },
        section("samples", "Samples", h("div", { id: "samples-content" })),
        section("lint", "Said, but hardly meant", h("div", { id: "lint-content" })),
        section("rules", "Rules", ruleTable(rules))),
    ] : null,
  ].flat().filter(Boolean));
  $("grammar-answer").removeAttribute("aria-busy");
  if (rules.length) requestRule();
}

// positions lists places of the grammar. A button moves the cursor there.
function positions(list) {
  return h("ul", { class: "findings" }, list.map(({ line, column, message }) => h("li", {},
    line ? h("button", { type: "button", click: () => goTo(line, column) }, `${line}:${column}`) : null, " ", ...visible(message))));
}

// goTo puts the cursor at a line and a column, which counts characters from 1.
function goTo(line, column) {
  const lines = grammar.value.split("\n");
  const before = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
  const place = before + Array.from(lines[line - 1] ?? "").slice(0, Math.max(0, column - 1)).join("").length;
  grammar.focus();
  grammar.setSelectionRange(place, Math.min(place + 1, grammar.value.length));
  grammar.scrollTop = Math.max(0, (line - 4) * parseFloat(getComputedStyle(grammar).lineHeight));
}

function ruleTable(rules) {
  return table("Every rule with the size of its automaton.", ["Rule", "Line", "States", "Refers to"], rules.map(({ name, line, states, why, refers }) => [
    h("button", { type: "button", class: "link", click: () => chooseRule(name) }, name), String(line), states ? states.toLocaleString("en") : h("span", { class: "aside" }, why), (refers ?? []).join(", "),
  ]));
}

function chooseRule(name) {
  grammarRule.value = name;
  grammarRule.focus();
  requestRule();
}

// requestRule requests what takes longer, one after the other.
async function requestRule() {
  const about = { grammar: grammar.value, wild: true, rule: grammarRule.value };
  seed = 1;
  for (const id of ["grammar-railroad", "samples", "lint"]) $(id).setAttribute("aria-busy", "true");
  compiler.cancel();
  if ($("tried").value !== tried) $("tried").value = tried;
  const diagrams = compiler.request("diagrams", { ...about, kind: "diagrams" });
  const verdict = requestVerdict();
  const samples = requestSamples();
  const lint = compiler.request("lint", { ...about, kind: "lint" }, 15_000);
  drawn("grammar-railroad", await diagrams, ({ rules }) => {
    const own = rules.filter(({ rule }) => rule === about.rule), others = rules.filter(({ rule }) => rule !== about.rule);
    return [...own.map(({ rule, svg }) => picture(svg, `Railroad diagram of ${rule}`)),
      ...(others.length ? [h("details", {}, h("summary", {}, `The other rules (${others.length})`), others.map(({ rule, svg }) => picture(svg, `Railroad diagram of ${rule}`)))] : [])];
  });
  await verdict;
  await samples;
  drawn("lint", await lint, ({ findings, faults }) => [findings?.length || faults?.length ? positions([...(faults ?? []), ...(findings ?? [])]) : h("p", { class: "aside" }, "Nothing found.")]);
}

// requestVerdict asks whether the string matches. If it does not, the rule that failed is drawn.
async function requestVerdict() {
  if (tried === "") {
    $("try").removeAttribute("aria-busy");
    $("try-content").replaceChildren();
    return showResult("tried-result", "", "", "");
  }
  const answer = await compiler.request("try", { kind: "railroad", grammar: grammar.value, wild: true, rule: grammarRule.value, text: tried });
  drawn("try", answer, ({ rules, offset, faults }) => faults?.length ? [positions(faults)] : offset < 0 ? [] : railroadOf(rules[0]).filter(Boolean));
  if (!answer || answer.failure || answer.faults?.length) return;
  const matches = answer.offset < 0;
  showResult("tried-result", matches ? "good" : "bad", matches ? "Matches." : "Does not match.", "");
}

const requestVerdictLater = later(150, requestVerdict);

function tryText({ target }) {
  tried = target.value;
  $("try").setAttribute("aria-busy", "true");
  requestVerdictLater();
}

async function requestSamples() {
  const answer = await compiler.request("samples", { kind: "samples", grammar: grammar.value, wild: true, rule: grammarRule.value, seed });
  const texts = list => h("ul", { class: "chips" }, list.map(sample => h("li", {}, h("button", { type: "button", click: () => trySample(sample) }, sample === "" ? h("span", { class: "aside" }, "empty") : visible(sample)))));
  drawn("samples", answer, ({ cover, random, more, leftOut, faults }) => [
    ...(faults?.length ? [h("p", { class: "aside" }, "None: the rule has no automaton.")] : []),
    ...(cover?.length ? [h("h3", {}, "Short strings that cover the rule"), texts(cover)] : []),
    ...(more ? [h("p", { class: "aside" }, `${counted(more, "more string")}.`)] : []),
    ...(leftOut?.length ? [positions(leftOut)] : []),
    ...(random?.length ? [h("h3", {}, "Others, by lot ", h("button", { type: "button", click: () => { seed++; requestSamples(); } }, "Again")), texts(random)] : []),
  ]);
}

function trySample(sample) {
  tried = sample;
  $("tried").value = sample;
  $("tried").focus();
  requestVerdict();
}
