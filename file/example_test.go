package file_test

import (
	"errors"
	"fmt"

	"example.org/iri"
	"example.org/iri/file"
)

// A path survives a round trip. An IRI that is not a file of this machine is an error.
func Example() {
	x, err := file.Unix.IRI("/srv/100 %.txt")
	fmt.Println(x, err)
	fmt.Println(file.Unix.Path(x))
	fmt.Println(file.Unix.Path(iri.MustParse("file://server/share/a")))
	fmt.Println(file.Windows.Path(iri.MustParse("file://server/share/a")))
	// Output:
	// file:///srv/100%20%25.txt <nil>
	// /srv/100 %.txt <nil>
	//  iri: file is on another host (byte 7)
	// \\server\share\a <nil>
}

func ExampleStyle_IRI() {
	x, err := file.Unix.IRI("/home/é/100% sure.txt")
	fmt.Println(x, err)
	fmt.Println(x.ToURI())
	x, err = file.Windows.IRI(`\\server\share\é.txt`)
	fmt.Println(x, err)
	_, err = file.Windows.IRI(`C:notes.txt`)
	fmt.Println(err)
	// Output:
	// file:///home/é/100%25%20sure.txt <nil>
	// file:///home/%C3%A9/100%25%20sure.txt
	// file://server/share/é.txt <nil>
	// iri: path is not absolute (byte 0)
}

func ExampleStyle_Path() {
	for _, text := range []string{
		"file:///C:/a%20b", "file:///c%3A/a", "file://server/share", "file://server/", "file:///C:/a%5C..%5Cb",
	} {
		fmt.Println(file.Windows.Path(iri.MustParse(text)))
	}
	// Output:
	// C:\a b <nil>
	// c:\a <nil>
	// \\server\share <nil>
	//  iri: server without a share (byte 13)
	//  iri: percent-encoded separator (byte 12)
}

func ExampleError() {
	_, err := file.Unix.Path(iri.MustParse("file://server/share"))
	var wrong *file.Error
	if errors.As(err, &wrong) {
		fmt.Println(wrong.Reason == file.ReasonNotLocal, wrong.Reason, wrong.Span)
	}
	// Output: true file is on another host {7 13}
}
