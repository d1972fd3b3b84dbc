// Build makes the library for C, both shared and static, in a folder: iri.h, libiri.so.1 with the
// link libiri.so, and libiri.a. It runs in the folder of the module, and needs a C compiler and, on
// Linux, the programs of binutils.
//
//	go -C tools/c run ./build DIR
//
// A program is made with either of them:
//
//	cc -IDIR program.c -LDIR -liri -Wl,-rpath,DIR
//	cc -IDIR program.c DIR/libiri.a -lpthread
package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
)

func main() {
	if len(os.Args) != 2 || strings.HasPrefix(os.Args[1], "-") {
		fmt.Fprintln(os.Stderr, "usage: go -C tools/c run ./build DIR")
		os.Exit(2)
	}
	if err := build(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

func build(dir string) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	header, err := os.ReadFile("iri.h")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "iri.h"), header, 0o666); err != nil {
		return err
	}
	temp, err := os.MkdirTemp("", "iri")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	if err := shared(dir, temp, string(header)); err != nil {
		return err
	}
	return static(dir, temp, string(header))
}

// shared makes the shared library. On Linux it carries the version of the header in its name, and
// gives away no other names than the header.
func shared(dir, temp, header string) error {
	switch runtime.GOOS {
	case "linux":
	case "darwin":
		return library("c-shared", filepath.Join(dir, "libiri.dylib"))
	case "windows":
		return library("c-shared", filepath.Join(dir, "iri.dll"))
	default:
		return library("c-shared", filepath.Join(dir, "libiri.so"))
	}
	abi := regexp.MustCompile(`#define IRI_ABI (\d+)`).FindStringSubmatch(header)[1]
	names := filepath.Join(temp, "names")
	if err := os.WriteFile(names, []byte("{ global: "+strings.Join(functions(header), "; ")+"; local: *; };\n"), 0o666); err != nil {
		return err
	}
	name := "libiri.so." + abi
	err := library("c-shared", filepath.Join(temp, name), "-extldflags=-Wl,--version-script="+names+",-soname,"+name)
	if err != nil {
		return err
	}
	link := filepath.Join(dir, "libiri.so")
	os.Remove(link)
	if err := os.Symlink(name, link); err != nil {
		return err
	}
	return copyFile(filepath.Join(dir, name), filepath.Join(temp, name))
}

// static makes the static library. On Linux its objects are made one, in which the names of Go are
// local, as they are in the shared library.
func static(dir, temp, header string) error {
	archive, object := filepath.Join(temp, "libiri.a"), filepath.Join(temp, "iri.o")
	if runtime.GOOS != "linux" {
		archive = filepath.Join(dir, "libiri.a")
	}
	if err := library("c-archive", archive); err != nil || runtime.GOOS != "linux" {
		return err
	}
	keep := []string{object}
	for _, name := range functions(header) {
		keep = append(keep, "--keep-global-symbol="+name)
	}
	result := filepath.Join(dir, "libiri.a")
	os.Remove(result)
	for _, command := range [][]string{
		{"ld", "-r", "-d", "-o", object, "--whole-archive", archive},
		append([]string{"objcopy"}, keep...),
		{"ar", "rcs", result, object},
	} {
		if err := run(command...); err != nil {
			return err
		}
	}
	return nil
}

// functions returns the names of the functions of the header.
func functions(header string) (names []string) {
	for _, match := range regexp.MustCompile(`(?m)^[a-z].*?\b(iri_\w+)\(`).FindAllStringSubmatch(header, -1) {
		names = append(names, match[1])
	}
	return names
}

// library builds the module. Go stops no goroutine by a signal in it: the signal that it takes for
// that, SIGURG, may be one of the host, and the calls have no loops that would need it.
func library(mode, file string, link ...string) error {
	flags := "-s -w -X=runtime.godebugDefault=asyncpreemptoff=1 " + strings.Join(link, " ")
	return run("go", "build", "-trimpath", "-buildmode="+mode, "-ldflags="+flags, "-o", file, ".")
}

func run(command ...string) error {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w", strings.Join(command, " "), err)
	}
	return nil
}

func copyFile(to, from string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	os.Remove(to) // a program may have it mapped
	return os.WriteFile(to, data, 0o777)
}
