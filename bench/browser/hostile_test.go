package browser

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// hostile strings would run a script, close an element, break a drawing or reverse the text around them if they were
// not treated as text.
var hostile = []string{
	`<img src=x onerror=hacked=1><script>hacked=1</script>`,
	`http://a/"><svg onload=hacked=1>`,
	`</textarea></script></style><iframe srcdoc="<script>parent.hacked=1</script>">`,
	`javascript:hacked=1//<b>&lt;&#x3c;]]>`,
	"http://a/\u202e\u2066gpj.exe\u2029\u200b\ufeff",
	"http://a/\x00\x01\x1b\x7f\ufffe\uffff\U0001ffff",
	"http://<b>:80<i>/" + strings.Repeat("<b>", 2000),
	"a:" + strings.Repeat("%3Cscript%3E", 300),
}

// unharmed fails the test if a string had an effect.
func unharmed(t *testing.T, eval func(string) string, text string) {
	t.Helper()
	if got := eval(`[typeof hacked, ...Array.from(document.querySelectorAll("main :is(img, iframe, script, b, i, style, parsererror, foreignObject, a[href^=javascript])"), e => e.outerHTML.slice(0, 200))].join("; ")`); got != "undefined" {
		t.Errorf("%.80q: %s", text, got)
	}
}

func TestHostileTexts(t *testing.T) {
	ctx := open(t, desktop)
	evaluate := func(expression string) string { return eval[string](t, ctx, expression) }
	put := func(field, text string) {
		t.Helper()
		put(t, ctx, field, text)
		unharmed(t, evaluate, field+": "+text)
	}
	for _, text := range hostile {
		put("text", text)
		put("base", text)
	}
	put("base", "")
	do(t, ctx, chromedp.Click(id("tab-grammar")))
	for _, text := range append(hostile,
		`a = "<script>hacked=1</script>" / <img src=x onerror=hacked=1> / %x00-1F / %xFFFE-FFFF / %x202E / "&amp;<b>]]>" ; </script>`+"\n",
		`a<script> = "x"`+"\n", "<a> = <b>hacked</b>\n", "a = %x3C.62.3E 2<script>hacked=1</script>\n",
	) {
		put("grammar", text)
	}
	put("grammar", "a = *%x00-10FFFF\n")
	eventually(t, ctx, `document.getElementById("tried") && !document.querySelector("[aria-busy=true]")`)
	for _, text := range hostile {
		put("tried", text)
	}
}

// TestHostileGrammars checks that the page gives up on too large a grammar, shows no old results, and answers the next
// grammar.
func TestHostileGrammars(t *testing.T) {
	ctx := open(t, desktop)
	do(t, ctx, chromedp.Click(id("tab-grammar")))
	for _, x := range []struct{ grammar, result, says string }{
		{"a = 100000(100000(100000\"x\"))\n", "1 rule", "more than 65536 states of the NFA"},
		{"a = 99999999999999999999999999\"x\"\n", "1 fault", "is too large"},
		{"a = *(\"a\" / \"b\") \"a\" 22(\"a\" / \"b\")\n", "1 rule", "more than 16384 states"},
		{"a = a / \"x\" a a\n", "1 rule", "in the middle of a rule"},
		{"a = " + strings.Repeat("\"x\" / ", 20_000) + "\"y\"\n", "1 rule", "Railroad diagram of a: too large to be shown here."},
		{"a = " + strings.Repeat("(", 100_000) + "\"x\"" + strings.Repeat(")", 100_000) + "\n", "gave up", ""},
	} {
		put(t, ctx, "grammar", x.grammar)
		says(t, ctx, "grammar-result", x.result)
		if got := eval[string](t, ctx, `document.getElementById("grammar-answer").innerText`); !strings.Contains(got, x.says) || x.says == "" && got != "" {
			t.Errorf("%.60q: the page says %.300s", x.grammar, got)
		}
	}
	put(t, ctx, "grammar", "a = \"x\"\n")
	says(t, ctx, "grammar-result", "1 rule")
	says(t, ctx, "samples", "x")
}

// put sets a field to any string, even one that cannot be typed, and waits for all answers, which the page requests
// after a pause.
func put(t *testing.T, ctx context.Context, field, text string) {
	t.Helper()
	json, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	eval[any](t, ctx, `{ const field = document.getElementById("`+field+`"); field.value = `+string(json)+`; field.dispatchEvent(new Event("input", { bubbles: true })); }`)
	eval[any](t, ctx, `new Promise(done => setTimeout(done, 350))`)
	settled(t, ctx)
}
