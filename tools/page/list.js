// The tab for a list.

const list = $("list");
const reporter = new Engine();
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
$("list-example").addEventListener("click", () => setList(sampleList));
$("list-file").addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  if (!file) return;
  if (file.size > largest) return showResult("list-result", "bad", "The file is too large.", `This page takes ${counted(largest >> 20, "MiB")}; the command iri check takes any.`);
  opened = await file.text();
  list.value = file.size <= 1 << 20 ? opened : "";
  list.placeholder = list.value ? "" : `${file.name}, ${counted(file.size, "byte")}: not shown here`;
  target.value = "";
  checkList();
});

function setList(text) {
  opened = null;
  list.value = text;
  checkList();
}

// checkAsList is for several lines that were put into the field for one string.
function checkAsList(text) {
  showTab($("tab-list"));
  list.focus();
  setList(text);
}

async function checkList() {
  const request = { kind: "list", text: opened ?? list.value, rule: $("list-rule").value };
  $("list-answer").setAttribute("aria-busy", "true");
  reporter.cancel();
  const answer = await reporter.request("list", request, 60_000);
  if (!answer) return;
  $("list-answer").removeAttribute("aria-busy");
  if (answer.failure) {
    $("list-answer").replaceChildren(); // what was there was of another list
    return showResult("list-result", "bad", "No report:", answer.failure);
  }
  const { lines, bad } = answer;
  if (lines === 0) {
    showResult("list-result", "", "Nothing to check yet.", "");
    return $("list-answer").replaceChildren();
  }
  showResult("list-result", bad ? "bad" : "good", bad ? `${counted(bad, "line")} of ${lines.toLocaleString("en")} ${bad === 1 ? "does" : "do"} not match ${request.rule}.` : `All ${counted(lines, "line")} match ${request.rule}.`, "");
  $("list-answer").replaceChildren(...report(answer));
}

function report({ facts, groups, charts }) {
  const figures = charts.map((chart, i) => section(`chart-${i}`, chart.heading, h("p", { class: "aside" }, chart.note), (chart.ordered ? standing : lying)(chart)));
  const wrong = groups.length ? [section("groups", "Where lines are wrong", groups.map(badGroup))] : [];
  const numbers = section("facts", "In numbers", h("dl", {}, facts.map(({ name, value }) => h("div", {}, h("dt", {}, name), h("dd", {}, value)))));
  const half = Math.ceil(figures.length / 2) + wrong.length;
  return [wide(numbers), h("div", { class: "column" }, wrong, figures.slice(half)), h("div", { class: "column" }, figures.slice(0, half))];
}

// badGroup shows lines that are wrong for the same reason.
function badGroup({ reason, count, examples }) {
  return h("div", { class: "group" },
    h("h3", {}, reason, " ", h("span", { class: "aside" }, counted(count, "line"))),
    h("ul", {}, examples.map(line => h("li", {},
      excerpt(line.text, line),
      h("p", { class: "aside" }, `Line ${line.line}: `, visible(line.message), " ",
        h("button", { type: "button", class: "link", click: () => { showTab($("tab-text")); setText(line.text); } }, "look closer", h("span", { class: "hidden" }, ` at line ${line.line}`)))))));
}

// lying draws the numbers of a chart as a table with bars, so that they can also be read.
function lying({ heading, bars }) {
  return h("table", { class: "bars", "aria-label": heading }, h("tbody", {}, bars.map(({ name, count }) =>
    h("tr", {}, h("th", { scope: "row" }, visible(name)), h("td", {}, bar("width", count, bars)), h("td", { class: "number" }, count.toLocaleString("en"))))));
}

// standing draws bars side by side. Users who cannot see them read their table.
function standing({ heading, bars }) {
  const { name, count } = bars.reduce((most, other) => other.count > most.count ? other : most);
  return h("div", {},
    h("div", { class: "standing", role: "img", "aria-label": `Bars from ${bars[0].name} to ${bars.at(-1).name}; the highest is ${name} with ${count}.` },
      bars.map(({ name, count }) => h("span", { title: `${name}: ${count.toLocaleString("en")}` }, bar("height", count, bars)))),
    h("p", { class: "axis aside", "aria-hidden": "true" }, h("span", {}, bars[0].name), h("span", {}, bars.at(-1).name)),
    h("details", {}, h("summary", {}, "As a table"), lying({ heading, bars: bars.filter(({ count }) => count > 0) })));
}

// bar draws a number as a share of the highest of a chart.
function bar(direction, count, bars) {
  const element = h("span", { class: "bar" });
  element.style[direction] = `${(100 * count) / Math.max(...bars.map(other => other.count))}%`;
  return element;
}
