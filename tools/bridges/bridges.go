// Package bridges shows other projects on this library. Its examples register formats; they are
// meant to be copied. Command integrate runs the tests of other projects before and after they use
// this library (docs/explanation/bridges.md).
package bridges
