// The tab for a list.

const list = $("list");
const largest = 64 << 20; // bytes of a file

let opened = null; // the text of a file, which is not shown

const sampleList = `https://example.org/
https://例え.jp/パス?q=テスト
http://example.org:80a/
../relative
http://example.org/two words
mailto:someone@example.org
http://[2001:db8::7]/
http://[2001:db8::7
https://example.org/100%
urn:isbn:0451450523
http://user:secret@example.org/
HTTP://Example.ORG/%7Euser
ftp://ftp.example.org/pub/file.txt
https://example.org/?a=1&b=2#part
//example.org/no-scheme
`;

known.then(({ rules }) => rules && offer($("list-rule"), rules, "IRI"));

const checkListLater = later(250, checkList);
list.addEventListener("input", () => {
  opened = null;
  checkListLater();
});
$("list-rule").addEventListener("change", checkList);
$("list-example").addEventListener("click", () => {
  opened = null;
  list.value = sampleList;
  checkList();
});
$("list-file").addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  if (!file) return;
  if (file.size > largest) return verdict("list-verdict", "bad", "The file is too large.", `This page takes ${counted(largest >> 20, "MiB")}; the command iri check takes any.`);
  opened = await file.text();
  list.value = file.size <= 1 << 20 ? opened : "";
  list.placeholder = list.value ? "" : `${file.name}, ${counted(file.size, "byte")}: not shown here`;
  target.value = "";
  checkList();
});

async function checkList() {
  const request = { kind: "list", text: opened ?? list.value, rule: $("list-rule").value };
  $("list-answer").setAttribute("aria-busy", "true");
  patient.cancel();
  const answer = await patient.ask("list", request, 60_000);
  if (!answer) return;
  $("list-answer").removeAttribute("aria-busy");
  if (answer.failure) return verdict("list-verdict", "bad", "No report:", answer.failure);
  const { lines, bad } = answer;
  if (lines === 0) {
    verdict("list-verdict", "", "Nothing to check yet.", "");
    return $("list-answer").replaceChildren();
  }
  verdict("list-verdict", bad ? "bad" : "good", bad ? `${counted(bad, "line")} of ${lines.toLocaleString("en")} do not match ${request.rule}.` : `All ${counted(lines, "line")} match ${request.rule}.`, "");
  $("list-answer").replaceChildren(...report(answer));
}

function report({ facts, groups, more, charts }) {
  return [
    facts?.length ? section("facts", "In numbers", h("dl", {}, facts.map(({ name, value }) => [h("dt", {}, name), h("dd", {}, value)]))) : null,
    groups?.length ? section("groups", "What is wrong", groups.map(badGroup), more ? h("p", { class: "aside" }, `${counted(more, "more reason")}.`) : null) : null,
    ...(charts ?? []).map((chart, i) => section(`chart-${i}`, chart.heading, chart.note ? h("p", { class: "aside" }, chart.note) : null, bars(chart))),
  ].filter(Boolean);
}

// badGroup shows lines that are wrong for the same reason.
function badGroup({ reason, component, count, examples }) {
  return h("div", { class: "group" },
    h("h3", {}, reason, component ? ` in the ${component}` : "", " ", h("span", { class: "aside" }, counted(count, "line"))),
    h("ul", {}, examples.map(line => h("li", {},
      excerpt(line.text, line),
      h("p", { class: "aside" }, `Line ${line.line}: `, visible(line.message), " ",
        h("button", { type: "button", click: () => { showTab($("tab-text")); setText(line.text); } }, "Look closer", h("span", { class: "hidden" }, ` at line ${line.line}`)))))));
}

// bars draws the numbers of a chart as a table, so that they can also be read.
function bars({ heading, bars }) {
  const most = Math.max(...bars.map(bar => bar.count));
  return h("table", { class: "bars", "aria-label": heading }, h("tbody", {}, bars.map(({ name, count }) => {
    const bar = h("span", { class: "bar" });
    bar.style.width = `${(100 * count) / most}%`;
    return h("tr", {}, h("th", { scope: "row" }, visible(name)), h("td", {}, bar), h("td", { class: "number" }, count.toLocaleString("en")));
  })));
}
