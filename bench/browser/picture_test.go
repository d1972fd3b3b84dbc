package browser

import (
	"os"
	"testing"

	"github.com/chromedp/chromedp"

	"example.org/iri/internal/testkit"
)

// The picture of the page for the documentation. Fonts differ from machine to machine, so that
// nobody can tell whether it is up to date but by looking.
func TestPicture(t *testing.T) {
	const file = "../../docs/pictures/page.png"
	if _, err := os.Stat(file); err != nil {
		t.Error(err)
	}
	if !*testkit.Update {
		return
	}
	ctx := open(t, view{width: 1040, height: 700})
	settled(t, ctx)
	picture, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, picture, 0o666); err != nil {
		t.Fatal(err)
	}
}
