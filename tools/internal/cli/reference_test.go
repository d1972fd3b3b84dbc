package cli

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestReferenceFlags: a flag is printed once, below its command or, if several commands have it with the same text, at the
// end.
func TestReferenceFlags(t *testing.T) {
	page := Reference(func() *cobra.Command {
		root := &cobra.Command{Use: "prog", Short: "does things", Long: "Prog does things."}
		for _, name := range []string{"b", "a"} {
			cmd := &cobra.Command{Use: name, Long: "It works.", Run: func(*cobra.Command, []string) {}}
			cmd.Flags().Bool("quiet", false, "print nothing")
			cmd.Flags().Bool("own", false, "for "+name)
			root.AddCommand(cmd)
		}
		root.AddCommand(Topic("names", "all names", "Names.\n\nanna\n", nil))
		return root
	}, "x_test.go")
	_, commands, _ := strings.Cut(page, "\n## ")
	const want = "prog b\n```text\nIt works.\n\nUsage: prog b [flags]\n\n      --own   for b\n```\n" +
		"\n## prog a\n```text\nIt works.\n\nUsage: prog a [flags]\n\n      --own   for a\n```\n" +
		"\n## Flags of several commands\n\n```text\nb, a\n      --quiet   print nothing\n```\n"
	if commands != want {
		t.Errorf("%s, want\n%s", commands, want)
	}
}
