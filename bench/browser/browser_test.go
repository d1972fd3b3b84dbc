// Package browser tests the page in a headless browser, as its users use it: by keys, by screen reader, on narrow
// screens and in the dark.
package browser

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// page is the folder of the built page, or "" without a browser. browser is a window that all tests share, each in its
// own tab.
var (
	page    string
	browser context.Context
)

func TestMain(m *testing.M) {
	os.Exit(build(m))
}

func build(m *testing.M) int {
	var program string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			program = path
			break
		}
	}
	if program == "" {
		return m.Run()
	}
	dir, err := os.MkdirTemp("", "page")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	cmd := exec.Command("go", "run", ".", "-o", dir)
	cmd.Dir = "../../tools/page"
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		panic(err)
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-component-update", true), chromedp.UserDataDir(filepath.Join(dir, "browser")))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	defer cancel()
	ctx, cancel = chromedp.NewContext(ctx)
	defer cancel()
	if err := chromedp.Do(ctx); err != nil {
		panic(err)
	}
	defer chromedp.Cancel(ctx) // waits for its end
	page, browser = filepath.Join(dir, "index.html"), ctx
	return m.Run()
}

// A view is the size and colour scheme of a screen.
type view struct {
	width, height int64
	dark          bool
}

var (
	desktop = view{width: 1200, height: 900}
	night   = view{width: 1200, height: 900, dark: true}
	phone   = view{width: 360, height: 740}
)

// open opens the page in a tab, and waits for the first answer. The test fails if the page requests anything from the
// network, throws, or violates its own policy.
func open(t *testing.T, v view) context.Context {
	t.Helper()
	if page == "" {
		t.Skip("no chromium here")
	}
	ctx, cancel := chromedp.NewContext(browser)
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, 3*time.Minute)
	t.Cleanup(cancel)
	if err := chromedp.Listen(ctx, func(event any) { complain(t, event) }); err != nil {
		t.Fatal(err)
	}
	scheme := "light"
	if v.dark {
		scheme = "dark"
	}
	call(t, ctx, network.Enable, network.EnableParams{})
	call(t, ctx, log.Enable, cdp.Empty{})
	call(t, ctx, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: v.width, Height: v.height, DeviceScaleFactor: 1, Mobile: v.width < 600})
	call(t, ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
	do(t, ctx, chromedp.Navigate("file://"+page), chromedp.WaitVisible(chromedp.CSS("#text-result strong")))
	return ctx
}

// complain fails the test for a forbidden event.
func complain(t *testing.T, event any) {
	switch event := event.(type) {
	case *network.EventRequestWillBeSent:
		if u := event.Request.URL; u != "file://"+page && !strings.HasPrefix(u, "blob:") {
			t.Errorf("the page asks for %s", u)
		}
	case *runtime.EventExceptionThrown:
		t.Errorf("the page throws: %s, %s", event.ExceptionDetails.Text, event.ExceptionDetails.Exception.Description)
	case *log.EventEntryAdded:
		t.Errorf("the browser says: %s", event.Entry.Text)
	}
}

func do(t *testing.T, ctx context.Context, actions ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	if err := chromedp.Do(ctx, actions...); err != nil {
		t.Fatal(err)
	}
}

func call[P, R any](t *testing.T, ctx context.Context, command cdp.Command[P, R], params P) R {
	t.Helper()
	result, err := chromedp.Call(ctx, command, params)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// eval evaluates an expression of JavaScript, and awaits a promise.
func eval[T any](t *testing.T, ctx context.Context, expression string) T {
	t.Helper()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	return value
}
