package browser

import (
	"bytes"
	"compress/gzip"
	"context"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

func id(name string) chromedp.CSS { return chromedp.CSS("#" + name) }

// settled waits until no part of the panel is busy.
func settled(t *testing.T, ctx context.Context) {
	t.Helper()
	eventually(t, ctx, `!document.querySelector("[role=tabpanel]:not([hidden]) [aria-busy=true]")`)
}

func eventually(t *testing.T, ctx context.Context, condition string) {
	t.Helper()
	if _, err := chromedp.Run(ctx, chromedp.Poll[bool]("Boolean("+condition+")", chromedp.WithPollingTimeout(20*time.Second))); err != nil {
		t.Fatalf("%s: %v; the page is %s", condition, err, eval[string](t, ctx, `document.querySelector("main").innerText`))
	}
}

// enter replaces the text of a field, as pasting does, and waits for all answers.
func enter(t *testing.T, ctx context.Context, field, text string) {
	t.Helper()
	eval[any](t, ctx, `document.getElementById("`+field+`").select()`)
	call(t, ctx, input.InsertText, input.InsertTextParams{Text: text})
	settled(t, ctx)
}

// says checks that an element shows a string.
func says(t *testing.T, ctx context.Context, element, text string) {
	t.Helper()
	eventually(t, ctx, `document.getElementById("`+element+`").innerText.includes(`+strconv.Quote(text)+`)`)
}

func TestWrongText(t *testing.T) {
	ctx := open(t, desktop)
	enter(t, ctx, "text", "http://example.org:80a/")
	says(t, ctx, "text-result", `port "80a": 'a' is not a digit`)
	says(t, ctx, "mistake", "bad port")
	says(t, ctx, "railroad-heading", "port")
	if got := eval[string](t, ctx, `document.querySelector("#text-paint .wrong").textContent`); got != "80a" {
		t.Errorf("%q is marked, not the port", got)
	}
}

func TestRepair(t *testing.T) {
	ctx := open(t, desktop)
	enter(t, ctx, "text", "http://example.org/two words")
	do(t, ctx, chromedp.Click(id("repair")))
	says(t, ctx, "text-result", "Matches IRI")
	if got := eval[string](t, ctx, `document.getElementById("text").value`); got != "http://example.org/two%20words" {
		t.Errorf("the repair made %q", got)
	}
}

func TestResolve(t *testing.T) {
	ctx := open(t, desktop)
	enter(t, ctx, "text", "../é?#")
	enter(t, ctx, "base", "https://me@example.org:8080/rosé/a?q=1#top")
	says(t, ctx, "target", "https://me@example.org:8080/é?#")
	enter(t, ctx, "base", "here")
	says(t, ctx, "base-mistake", "The base is not an IRI")
}

const largest = 2_200_000 // bytes of the page with gzip

func TestSize(t *testing.T) {
	if page == "" {
		t.Skip("no chromium here, and so no page")
	}
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if _, err := w.Write(data); err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	t.Logf("%d bytes, %d with gzip", len(data), b.Len())
	if b.Len() > largest {
		t.Errorf("the page has %d bytes with gzip, more than %d", b.Len(), largest)
	}
}
