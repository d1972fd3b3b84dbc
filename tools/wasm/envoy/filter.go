//go:build wasip1

// Command envoy is a filter for proxies that run Proxy-Wasm (version 0.2.1 of its ABI), such as
// Envoy. It answers 400 to requests whose :path or :authority is not what RFC 9112 and RFC 9110
// have for it. It asks for no configuration, and keeps nothing of a request.
//
//	GOOS=wasip1 GOARCH=wasm go build -buildmode=c-shared -o filter.wasm ./tools/wasm/envoy
package main

import (
	"errors"
	"unsafe"

	"example.org/iri"
	"example.org/iri/rule"
)

func main() {} // never called

// Numbers of the ABI.
const (
	requestHeaders = 0

	actionContinue = 0
	actionPause    = 1

	badRequest = 400
	noGRPC     = 0xffffffff
)

//go:wasmimport env proxy_get_header_map_value
func getHeader(headers uint32, name string, value, length *uint32) (status uint32)

//go:wasmimport env proxy_send_local_response
func sendResponse(code uint32, details, body, headers string, grpc uint32) (status uint32)

//go:wasmexport proxy_abi_version_0_2_1
func version() {}

// given is what the host has asked room for, to put the value of a header there.
var given []byte

//go:wasmexport proxy_on_memory_allocate
func allocate(size uint32) unsafe.Pointer {
	given = make([]byte, max(size, 1))
	return unsafe.Pointer(&given[0])
}

// header returns the value of a header. The host allocates while it is asked.
func header(name string) (value []byte, ok bool) {
	var at, length uint32
	if getHeader(requestHeaders, name, &at, &length) != 0 {
		return nil, false
	}
	if length == 0 {
		return nil, true
	}
	return given[:length], true
}

//go:wasmexport proxy_on_request_headers
func onRequestHeaders(context, count, end uint32) (action uint32) {
	for _, x := range []struct {
		name  string
		rules []rule.Rule
	}{
		{":path", []rule.Rule{rule.OriginForm, rule.AsteriskForm}}, // CONNECT has none
		{":authority", []rule.Rule{rule.HostField}},
	} {
		value, ok := header(x.name)
		if err := check(value, x.rules); ok && err != nil {
			sendResponse(badRequest, "iri", x.name+": "+err.Error()+"\n", "", noGRPC)
			return actionPause
		}
	}
	return actionContinue
}

// check returns nil if a text matches one of some rules, else what is wrong by the first of them.
func check(text []byte, rules []rule.Rule) error {
	for _, r := range rules {
		if r.Valid(text) {
			return nil
		}
	}
	var syntax *iri.SyntaxError
	if err := rules[0].Check(text); errors.As(err, &syntax) {
		return errors.New(syntax.Message())
	}
	return nil
}
