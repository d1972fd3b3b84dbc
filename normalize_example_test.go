package iri_test

import (
	"fmt"
	"hash/maphash"

	"example.org/iri"
)

// Rules can be joined, and rungs are such sums.
func ExampleLevel() {
	x := iri.MustParse("HTTP://Example.ORG:80/%7Eme/../caf%C3%A9")
	for _, level := range []iri.Level{
		iri.LevelCase | iri.LevelPercent, iri.LevelURISyntax, iri.LevelURISyntax | iri.LevelScheme, iri.LevelIRIScheme,
	} {
		fmt.Println(x.Normalize(level), level)
	}
	// Output:
	// http://example.org:80/~me/../caf%C3%A9 case,percent
	// http://example.org:80/caf%C3%A9 rfc3986-6.2.2
	// http://example.org/caf%C3%A9 rfc3986-6.2.3
	// http://example.org/café rfc3987-5.3.3
}

func ExampleLevel_String() {
	fmt.Println(iri.LevelDots|iri.LevelUTF8, iri.LevelIRISyntax)
	// Output: dots,utf8 rfc3987-5.3.2
}

func ExampleParseLevel() {
	level, err := iri.ParseLevel("rfc3986-6.2.2,utf8")
	fmt.Println(level, err)
	_, err = iri.ParseLevel("most")
	fmt.Println(err)
	// Output:
	// rfc3987-5.3.2 <nil>
	// iri: no level "most"
}

func ExampleIRI_Normalize() {
	x := iri.MustParse("URN:a/%2E%2E//%6Eot-a-host")
	fmt.Println(x.Normalize(iri.LevelURISyntax))
	// Output: urn:/.//not-a-host
}

func ExampleReference_Normalize() {
	x := iri.MustParseReference("../%61") // where it leads is told by its base alone
	fmt.Println(x.Normalize(iri.LevelURISyntax))
	// Output: ../a
}

func ExampleIRI_IsNormal() {
	x := iri.MustParse("http://example.org")
	fmt.Println(x.IsNormal(iri.LevelURISyntax), x.IsNormal(iri.LevelURIScheme))
	// Output: true false
}

func ExampleIRI_Equivalent() {
	x := iri.MustParse("http://example.org/ros%C3%A9")
	y := iri.MustParse("HTTP://example.org:80/./rosé")
	fmt.Println(x.Equivalent(y, iri.LevelIRISyntax), x.Equivalent(y, iri.LevelIRIScheme))
	// Output: false true
}

func ExampleReference_Equivalent() {
	x, y := iri.MustParseReference("%7Eme"), iri.MustParseReference("~me")
	fmt.Println(x.Equivalent(y, iri.LevelPercent))
	// Output: true
}

// A filter that knows what it has met, without a copy.
func ExampleIRI_Hash() {
	seed := maphash.MakeSeed()
	met := make(map[uint64][]iri.IRI)
	for _, text := range []string{"http://a/b", "HTTP://a/./b", "http://a/c"} {
		x := iri.MustParse(text)
		var h maphash.Hash
		h.SetSeed(seed)
		x.Hash(&h, iri.LevelURISyntax)
		known := false
		for _, y := range met[h.Sum64()] {
			known = known || x.Equivalent(y, iri.LevelURISyntax)
		}
		met[h.Sum64()] = append(met[h.Sum64()], x)
		fmt.Println(x, known)
	}
	// Output:
	// http://a/b false
	// HTTP://a/./b true
	// http://a/c false
}

func ExampleAppendNormal() {
	line, parts, err := iri.AppendNormal([]byte("<"), []byte("HTTP://h:80"), iri.LevelURIScheme)
	fmt.Printf("%s> %v %v\n", line, parts, err)
	// Output: <http://h/> scheme 0-4, authority 7-8, host 7-8, path 8-9 <nil>
}

func ExampleIsNormal() {
	fmt.Println(iri.IsNormal([]byte("/%7Eme"), iri.LevelURISyntax), iri.IsNormal([]byte("/~me"), iri.LevelURISyntax))
	// Output: false true
}
