package browser

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const axe = "axe-core@4.14.1" // checks the accessibility of pages; from npm

func axeScript(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if out, err := exec.Command("npm", "install", "--no-audit", "--no-fund", "--prefix", dir, axe).CombinedOutput(); err != nil {
		t.Skipf("npm has no %s here: %v\n%s", axe, err, out)
	}
	script, err := os.ReadFile(filepath.Join(dir, "node_modules/axe-core/axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	return string(script)
}

// states lists states of the page that together show every element.
var states = []struct {
	name  string
	reach func(*testing.T, context.Context)
}{
	{"right text", func(t *testing.T, ctx context.Context) {
		enter(t, ctx, "text", "HTTP://me@[2001:db8::7]:80/%7euser/./café?q#top")
	}},
	{"wrong text", func(t *testing.T, ctx context.Context) {
		enter(t, ctx, "text", "http://example.org/two words")
	}},
	{"wrong base", func(t *testing.T, ctx context.Context) {
		enter(t, ctx, "text", "a")
		enter(t, ctx, "base", "b")
	}},
	{"grammar", func(t *testing.T, ctx context.Context) {
		do(t, ctx, chromedp.Click(id("tab-grammar")))
		eventually(t, ctx, `document.getElementById("tried")`)
		settled(t, ctx)
		enter(t, ctx, "tried", "2026-11-23T01:02:03Z")
	}},
	{"wrong grammar", func(t *testing.T, ctx context.Context) {
		enter(t, ctx, "grammar", "a = b\nb = \"unclosed\nc = c \"x\"")
	}},
}

// walk calls look in each state of the page, with all details unfolded.
func walk(t *testing.T, ctx context.Context, look func(state string)) {
	for _, state := range states {
		state.reach(t, ctx)
		settled(t, ctx)
		eval[any](t, ctx, `document.querySelectorAll("details").forEach(part => { part.open = true; })`)
		look(state.name)
	}
}

// TestAccessible runs all rules of axe on the light page, and only the rule for contrast on the dark one.
func TestAccessible(t *testing.T) {
	script := axeScript(t)
	for rules, v := range map[string]view{"": desktop, `, runOnly: ["color-contrast"]`: night} {
		t.Run(fmt.Sprintf("dark=%v", v.dark), func(t *testing.T) {
			ctx := open(t, v)
			eval[any](t, ctx, script+"; null")
			walk(t, ctx, func(state string) {
				found := eval[[]string](t, ctx, `axe.run({ resultTypes: ["violations"]`+rules+` }).then(({ violations }) =>
					violations.flatMap(({ id, help, nodes }) => nodes.map(({ html, failureSummary }) => [id, help, html.slice(0, 200), failureSummary].join("\n"))))`)
				if len(found) > 0 {
					t.Errorf("%s: %d violations, such as %s", state, len(found), found[0])
				}
			})
		})
	}
}

// TestNarrow checks that the page is not wider than the screen of a phone, since wide elements have scroll bars.
func TestNarrow(t *testing.T) {
	ctx := open(t, phone)
	walk(t, ctx, func(state string) {
		if width := eval[int64](t, ctx, `document.documentElement.scrollWidth`); width > phone.width {
			t.Errorf("%s: the page is %d pixels wide on a screen of %d", state, width, phone.width)
		}
	})
}

func press(t *testing.T, ctx context.Context, keys ...string) {
	t.Helper()
	for _, key := range keys {
		do(t, ctx, chromedp.KeyEvent(key))
	}
}

// focused waits until the element with the given id or text has the focus.
func focused(t *testing.T, ctx context.Context, want string) {
	t.Helper()
	eventually(t, ctx, fmt.Sprintf(`[document.activeElement.id, document.activeElement.innerText].includes(%q)`, want))
}

// TestKeyboard uses the page by keys only.
func TestKeyboard(t *testing.T) {
	ctx := open(t, desktop)
	press(t, ctx, kb.Tab)
	focused(t, ctx, "tab-text")
	press(t, ctx, kb.Tab)
	focused(t, ctx, "text-rule")
	press(t, ctx, kb.Tab)
	focused(t, ctx, "text")
	press(t, ctx, kb.Tab, kb.Tab, kb.Tab, kb.Tab)
	focused(t, ctx, "a space")
	press(t, ctx, kb.Enter) // puts the example and the cursor in the field
	focused(t, ctx, "text")
	says(t, ctx, "text-result", "Does not match IRI")
	for range 20 {
		if eval[string](t, ctx, `document.activeElement.id`) == "repair" {
			break
		}
		press(t, ctx, kb.Tab)
	}
	focused(t, ctx, "repair")
	press(t, ctx, " ")
	says(t, ctx, "text-result", "Matches IRI")
	focused(t, ctx, "text")

	eval[any](t, ctx, `document.getElementById("tab-text").focus()`)
	press(t, ctx, kb.ArrowLeft) // from the first tab to the last
	focused(t, ctx, "tab-grammar")
	says(t, ctx, "grammar-result", "rules")
	press(t, ctx, kb.Home)
	focused(t, ctx, "tab-text")
}

// TestScrollByKeys scrolls a drawing wider than the screen by arrow keys.
func TestScrollByKeys(t *testing.T) {
	ctx := open(t, phone)
	settled(t, ctx)
	eval[any](t, ctx, `document.querySelector("#railroad .picture").focus()`)
	press(t, ctx, strings.Repeat(kb.ArrowRight, 3))
	eventually(t, ctx, `document.querySelector("#railroad .picture").scrollLeft > 0`)
}

// TestStatus checks that a screen reader announces the whole result once, after typing has stopped.
func TestStatus(t *testing.T) {
	ctx := open(t, desktop)
	eval[any](t, ctx, `window.told = []; new MutationObserver(() => told.push(document.getElementById("status").textContent)).observe(document.getElementById("status"), { childList: true }); null`)
	eval[any](t, ctx, `document.getElementById("text").select()`)
	do(t, ctx, chromedp.SendKeys(id("text"), "http://[::1"))
	eventually(t, ctx, `document.getElementById("status").textContent.startsWith("Does not match IRI.")`)
	if told := eval[[]string](t, ctx, "told"); len(told) > 2 {
		t.Errorf("%d messages for 11 keys: %q", len(told), told)
	}
	role := eval[string](t, ctx, `document.getElementById("status").getAttribute("role")`)
	if role != "status" {
		t.Errorf("the status has the role %q", role)
	}
}
