package fasthttpguard_test

import (
	"github.com/valyala/fasthttp"

	"example.org/iri/bench/proxies/fasthttpguard"
	"example.org/iri/httpguard"
)

// A proxy before a server.
func ExampleHandler() {
	proxy := &fasthttp.HostClient{Addr: "127.0.0.1:8080", DisablePathNormalizing: true}
	fasthttp.ListenAndServe(":8000", fasthttpguard.Handler(func(ctx *fasthttp.RequestCtx) {
		if err := proxy.Do(&ctx.Request, &ctx.Response); err != nil {
			ctx.Error("no answer", fasthttp.StatusBadGateway)
		}
	}, httpguard.Safe))
}
