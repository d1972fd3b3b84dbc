package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// manCommand prints the manual page.
func manCommand(program string) *cobra.Command {
	return &cobra.Command{
		Use:     "man",
		Short:   "print the manual page",
		Long:    "Man prints the manual page, of the same texts as the help, for man(1).\n",
		Example: strings.ReplaceAll("  NAME man >~/.local/share/man/man1/NAME.1\n  NAME man | man -l -\n", "NAME", program),
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := io.WriteString(cmd.OutOrStdout(), manual(cmd.Root()))
			return err
		},
	}
}

// manual returns the manual page of a program in the macros of man(7). It has no date, so that the
// same commands make the same page.
func manual(root *cobra.Command) string {
	p := new(page)
	name := root.Name()
	fmt.Fprintf(p, ".TH %s 1\n", strings.ToUpper(name))
	fmt.Fprintf(p, ".SH NAME\n%s \\- %s\n", name, roff(root.Short))
	p.WriteString(".SH SYNOPSIS\n")
	p.usage(root)
	p.WriteString(".SH DESCRIPTION\n")
	p.text(root.Long)
	p.flags(root, ".SH OPTIONS\n")
	p.WriteString(".SH COMMANDS\n")
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			fmt.Fprintf(p, ".SS %s\n", roff(c.Name()))
			p.usage(c)
			p.WriteString(".PP\n")
			p.text(c.Long)
			p.flags(c, ".PP\nOptions:\n")
			p.examples(c)
		}
	}
	return p.String()
}

// A page is a manual page that is being written.
type page struct{ strings.Builder }

func (p *page) usage(cmd *cobra.Command) {
	fmt.Fprintf(p, ".nf\n%s\n.fi\n", roff(cmd.UseLine()))
}

// text writes a help text. Lines that are indented stay as they are, others are filled.
func (p *page) text(text string) {
	literal := false
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		if indented := strings.HasPrefix(line, " "); line != "" && indented != literal {
			literal = indented
			p.WriteString(map[bool]string{true: ".nf\n", false: ".fi\n"}[literal])
		}
		if line == "" && !literal {
			p.WriteString(".PP\n")
			continue
		}
		p.WriteString(roff(line) + "\n")
	}
	if literal {
		p.WriteString(".fi\n")
	}
}

func (p *page) flags(cmd *cobra.Command, title string) {
	cmd.InitDefaultHelpFlag()
	cmd.InitDefaultVersionFlag()
	p.WriteString(title)
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		value, usage := pflag.UnquoteUsage(f)
		name := "--" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", " + name
		}
		if value != "" {
			value = " " + value
		}
		if f.DefValue != "" && f.DefValue != "0" && f.DefValue != "false" {
			usage += " (default " + f.DefValue + ")"
		}
		fmt.Fprintf(p, ".TP\n.B %s%s\n%s\n", roff(name), roff(value), roff(usage))
	})
}

func (p *page) examples(cmd *cobra.Command) {
	if cmd.Example != "" {
		p.WriteString(".PP\nExamples:\n")
		p.text(cmd.Example)
	}
}

// roff writes text so that it stands for itself on a manual page: a hyphen is that of commands, and
// a dot at the beginning of a line begins no request.
func roff(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '\\':
			b.WriteString(`\e`)
		case r == '-', r == '^', r == '~', r == '`', r == '\'':
			b.WriteString(map[rune]string{'-': `\-`, '^': `\(ha`, '~': `\(ti`, '`': `\(ga`, '\'': `\(aq`}[r])
		case r > '~':
			fmt.Fprintf(&b, `\[u%04X]`, r)
		default:
			b.WriteRune(r)
		}
	}
	if strings.HasPrefix(text, ".") {
		return `\&` + b.String()
	}
	return b.String()
}
