package browser

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

const version = `version = 1*DIGIT "." 1*DIGIT [ "-" label ]
label   = 1*( ALPHA / DIGIT )
`

func TestGrammar(t *testing.T) {
	ctx := open(t, desktop)
	do(t, ctx, chromedp.Click(id("tab-grammar")))
	enter(t, ctx, "grammar", version)
	says(t, ctx, "grammar-result", "2 rules, and nothing wrong.")
	settled(t, ctx)
	if got := eval[int](t, ctx, `document.querySelectorAll("#grammar-railroad svg").length`); got == 0 {
		t.Error("no diagram")
	}
	for text, want := range map[string]string{"1.2-rc1": "Matches.", "1.": "Does not match."} {
		enter(t, ctx, "tried", text)
		says(t, ctx, "tried-result", want)
	}
}

// TestFault checks the button that moves the cursor to an error.
func TestFault(t *testing.T) {
	ctx := open(t, desktop)
	do(t, ctx, chromedp.Click(id("tab-grammar")))
	enter(t, ctx, "grammar", "a = \"x\"\nb = missing\n")
	eventually(t, ctx, `document.querySelector("#faults button")`)
	if got := eval[string](t, ctx, `document.querySelector("#faults").innerText`); !strings.Contains(got, "missing") {
		t.Errorf("the fault is %q", got)
	}
	do(t, ctx, chromedp.Click(chromedp.CSS("#faults button")))
	got := eval[string](t, ctx, `(() => { const field = document.getElementById("grammar"); return field.value.slice(field.selectionStart).split("\n")[0]; })()`)
	if got != "missing" {
		t.Errorf("the cursor is before %q", got)
	}
}

// TestHugeGrammar checks that the page stays usable during a slow compilation, gives up after ten seconds, and
// continues with the next grammar.
func TestHugeGrammar(t *testing.T) {
	ctx := open(t, desktop)
	do(t, ctx, chromedp.Click(id("tab-grammar")))
	settled(t, ctx)
	eval[any](t, ctx, `{ const field = document.getElementById("grammar"); field.value = "a = *( \"a\" / \"b\" ) \"a\" 30( \"a\" / \"b\" )\n"; field.dispatchEvent(new Event("input", { bubbles: true })); }`)
	do(t, ctx, chromedp.Click(id("tab-text")))
	enter(t, ctx, "text", "a:é")
	says(t, ctx, "text-result", "Matches IRI")
	do(t, ctx, chromedp.Click(id("tab-grammar")))
	enter(t, ctx, "grammar", version)
	says(t, ctx, "grammar-result", "2 rules, and nothing wrong.")
}
