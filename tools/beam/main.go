// Beam validates the IRIs in many files with a pipeline of Apache Beam.
//
//	beam -output FOLDER [FLAG...] GLOB...
//
// It reads what iri check reads, on one machine or, with Beam's own flags, on a cluster of Flink, Spark or Dataflow;
// docs/command/batch.md shows how. Its results are files of lines in the folder, whose names begin with:
//
//	valid    the valid strings (with -valid)
//	invalid  the record of each invalid string, as iri check --json prints it
//	failed   the record of each file, or place in one, that cannot be read
//	counts   objects of JSON: the number of strings, and of invalid ones by reason
//
// A file whose name begins with a dot was left by a failed worker; another worker has written its lines again.
//
// The exit status is 0 if all strings are valid, 1 if some are invalid, and 2 if the job fails or something cannot be
// read, including a glob without files.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/s3" // beamx imports those of gs:// and local files
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"example.org/iri/rule"
	"example.org/iri/tools/iri/source"
)

func main() {
	var j job
	ruleName := flag.String("rule", "IRI", "validate by this rule")
	from := flag.String("from", "", "the format of all files; by default their extensions decide")
	flag.StringVar(&j.source.Column, "column", "", "the column of csv and tsv")
	flag.StringVar(&j.source.Field, "field", "", "the path in json, jsonl, yaml and xml")
	flag.StringVar(&j.source.Base, "base", "", "resolve relative references in files against this IRI")
	flag.StringVar(&j.output, "output", "", "the folder of the results, which must be empty")
	flag.BoolVar(&j.valid, "valid", false, "also write the valid strings")
	flag.Parse()
	beam.Init() // does not return on a worker

	j.source.Format, j.globs = source.Format(*from), flag.Args()
	j.source.Templates = true // skipped strings would not be counted
	status, err := run(context.Background(), j, *ruleName)
	if err != nil {
		fmt.Fprintln(os.Stderr, "beam:", err)
	}
	os.Exit(status)
}

// run runs a job on the runner of Beam's flag -runner and returns the exit status.
func run(ctx context.Context, j job, ruleName string) (status int, why error) {
	r, ok := rule.ByName(ruleName)
	if !ok {
		return 2, fmt.Errorf("unknown rule %q; docs/reference/which-rule.md lists the rules", ruleName)
	}
	j.rule = r
	if err := j.check(ctx); err != nil {
		return 2, err
	}
	if err := beamx.Run(ctx, j.pipeline()); err != nil {
		return 2, err
	}
	return j.outcome(ctx)
}
