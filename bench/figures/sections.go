package main

import "strings"

// A section of the page has what some commands print, one below the other.
type section struct {
	title, text string
	commands    []command
}

const introduction = `Each command measures what it compares in turns, in one process, and takes medians of
many rounds, unless it says otherwise. So compare figures within a table. Between tables, and from one
day to the next, the same figure differs by a tenth. Ratios say more than nanoseconds, which are those
of this machine. Lists have different texts, because a processor learns a single text by heart.

The project makes four lists: *url* has web addresses, *rdf* names in RDF, *intl* accents,
Cyrillic and Han, *pct* percent-encoded Han. Each has 8,192 texts, of 42 to 58 bytes in the mean. They
are made of few words, so real texts may take another path more often.`

const moreLists = `FOLDER has six lists of real texts, of 32 to 77 bytes in the mean. They are not part of the
project: links of web pages and of a link collection, names in RDF, international addresses, files,
relative links. Without the folder, all tables are those of the four lists alone.`

// quoted makes code of what is in quotation marks, as raw strings cannot have backquotes.
func quoted(text string) string { return strings.ReplaceAll(text, "\"", "`") }

// field is who is compared on the whole page of rivals: of a library with many functions, the one that
// is nearest to an IRI.
const field = `'^iri\.(Valid|Split),|RFC|net/url|iri$|isUri.\(|strfmt|IsURI$|gonum|json-gold'`

// sections returns what is measured, in order.
func sections(o *options) []*section {
	generated, batches := "", ""
	if o.folder != "" {
		generated, batches = " -generated {folder}/*.txt", " -folder {folder}"
	}
	return []*section{{
		title: "Beside others",
		text: quoted(`The time to judge a text, relative to that of "utf8.Valid", which only looks at the encoding. The
mean is the geometric one over the lists. "Split" also tells where the components lie. Wrong verdicts
are counted on the complete conformance suite of the rule that the library claims to judge. A rule in
parentheses is not claimed: "net/url" splits and decodes. The [chart](../pictures/compare.svg) has the same figures.`),
		commands: []command{{
			line:   "go -C tools/compare run . -rounds 61 -only " + field + " -svg {chart} -markdown {markdown}",
			quick:  [2]string{"-rounds 61", "-rounds 1"},
			table:  untitled,
			readme: readmeTable,
		}},
	}, {
		title: "By processor",
		text: quoted(`The time to judge a text by the functions of package "iri", by what the processor may do, relative to
"utf8.Valid": the geometric mean over the lists, and in parentheses the worst list. *Portable* is plain Go, as with "-tags purego";
*automaton* steps through the table alone, as "Prefix" and "Matcher" do.`),
		commands: []command{{
			line:  "go -C tools/compare run . -rounds 61 -only '^iri' -tiers {markdown}" + generated,
			quick: [2]string{"-rounds 61", "-rounds 1"},
		}},
	}, {
		title: "One text",
		text:  `One text again and again, in nanoseconds by its length in bytes. Branches are predicted here.`,
		commands: []command{{
			line:  "go test -run - -bench 'Length/^(Valid|Split|utf8.Valid|url.Parse)$/^(16|64|256|4096|65536)$' -benchtime 300ms .",
			quick: [2]string{"-benchtime 300ms", "-benchtime 1x"},
			table: lengths,
		}},
	}, {
		title: "Slow texts",
		text: `35 texts of 4 KiB that are made to be slow, each in other states of the automaton: nanoseconds a
byte.`,
		commands: []command{{
			line:  "go test -run - -bench Adversarial -benchtime 1001x .",
			quick: [2]string{"-benchtime 1001x", "-benchtime 1x"},
			table: adversarial,
		}},
	}, {
		title: "Wrong texts",
		text: quoted(`Texts of 24, 60 and 4,096 bytes that are wrong near their end, with AVX2: nanoseconds. "Check" makes
an error, and "Valid" does not.`),
		commands: []command{{
			line:  "go test -run - -bench 'Wrong/^2$/^(24|60|4096)$' -benchtime 301x .",
			quick: [2]string{"-benchtime 301x", "-benchtime 1x"},
			table: wrong,
		}},
	}, {
		title: "Batches",
		text: quoted(`Batches of 1,024 values of package "rule", relative to "utf8.Valid" value by value: the geometric
mean over the lists, and in parentheses the worst list.`),
		commands: []command{{
			line:  "go -C tools/compare run ./batches -rounds 61" + batches,
			quick: [2]string{"-rounds 61", "-rounds 1"},
			table: untitled,
		}},
	}, {
		title: "Operations",
		text: quoted(`The first row has times. The others are relative to it. *Other results* counts the texts of all lists
for which "net/url" has no result, or another one. References to resolve have six forms, and
their bases are parsed beforehand. Normalizing goes to the level "rfc3987-5.3.2"; the texts of the first four
lists are normal already. Of the lists to convert, only intl has texts that are no URIs yet.`),
		commands: []command{{
			line:  "go -C tools/compare run ./operations -rounds 61",
			quick: [2]string{"-rounds 61", "-rounds 1"},
			table: operations,
		}},
	}, {
		title: "HTTP",
		text: quoted(`What package "httpguard" takes for a request, in nanoseconds: "Check", and what a "Handler" takes
more than the handler behind it. Second, "httputil.ReverseProxy" under wrk with 16 connections: the median of twelve turns, and in parentheses the least and the most. Proxy, server and wrk share the processors.
Third, the plug-in for Traefik, which interprets it: the mean over a second.`),
		commands: []command{{
			line:  "go test -run - -bench Guard -benchtime 1001x ./httpguard",
			quick: [2]string{"-benchtime 1001x", "-benchtime 1x"},
			table: guard,
		}, {
			line:  "go -C tools/proxies run . -wrk 120s",
			quick: [2]string{"-wrk 120s", "-wrk 2s"},
			needs: []string{"wrk"},
		}, {
			line:  "go -C tools/traefik test -run - -bench . -benchtime 1s .",
			quick: [2]string{"-benchtime 1s", "-benchtime 1x"},
			table: traefik,
		}},
	}, {
		title: "The command",
		text: quoted(`Time of processors, user and system, for files in the cache: the generated lists over and over, and
N-Triples made of them. The least of five rounds. Second, how fast the command reads other formats,
without judging: bytes of the file a second, and for Parquet those of the column; the mean over a
second.`),
		commands: []command{{
			line:  "go -C tools/compare run ./command -size 1000000000 -rounds 5",
			quick: [2]string{"-size 1000000000 -rounds 5", "-size 1000000 -rounds 1"},
			needs: []string{"wc"},
			table: untitled,
		}, {
			line:  "go -C tools/iri test -run - -bench 'Formats|Parquet' -benchtime 1s ./source",
			quick: [2]string{"-benchtime 1s", "-benchtime 1x"},
			table: formats,
		}},
	}, {
		title: "Generated code",
		text: quoted(`The code that "abnfc" writes beside that of re2c and Ragel, of the same grammars, on 2,000 different
texts a rule. "ValidX" judges. "ParseX" also tells where the spans lie, and so do tags. Figures are
relative to "ValidX". Second, what it takes to compile rule IRI-reference, from text to table.`),
		commands: []command{{
			line:  "go -C tools/compare run ./generators -rounds 1001",
			quick: [2]string{"-rounds 1001", "-rounds 1"},
			needs: []string{"re2go", "ragel"},
		}, {
			line:  "go test -run - -bench Compile -benchtime 1s ./compile",
			quick: [2]string{"-benchtime 1s", "-benchtime 1x"},
			table: compiling,
		}},
	}, {
		title: "C",
		text: `The library for C, called by C: a call for each text, and one call for a column of texts in the layout
of Arrow.`,
		commands: []command{{
			line:  "go -C tools/c run ./cost -rounds 21",
			quick: [2]string{"-rounds 21", "-rounds 1"},
			needs: []string{"gcc"},
		}},
	}, {
		title: "Python",
		text:  quoted(`The Python package under "python3", which calls the library for C.`),
		commands: []command{{
			line:  "python3 tools/python/cost.py -rounds 31",
			quick: [2]string{"-rounds 31", "-rounds 1"},
			needs: []string{"gcc", "python3"},
		}},
	}, {
		title: "WebAssembly",
		text:  `The library as WebAssembly, in a Go program and in Node.js.`,
		commands: []command{{
			line:  "go -C tools/wasm/hosts run ./cost -rounds 31",
			quick: [2]string{"-rounds 31", "-rounds 1"},
		}},
	}, {
		title: "The page",
		text: `The page to try the library on: milliseconds from a key to the answer on the screen, in headless
Chromium, for texts of about 2,000 bytes.`,
		commands: []command{{
			line:  "go -C tools/page/browser test -count=1 -v -run 'TestSize|TestTime' .",
			needs: []string{"chromium"},
			table: answers,
		}},
	}}
}
