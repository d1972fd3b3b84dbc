// As much of a Proxy-Wasm host as the filter needs.
import { readFileSync } from "node:fs";

let headers, status;
const string = (at, n) => Buffer.from(filter.memory.buffer, at, n).toString();
const env = {
	proxy_get_header_map_value(map, name, length, value, size) {
		if (headers[string(name, length)] === undefined) return 1; // not found
		const bytes = Buffer.from(headers[string(name, length)]), at = filter.proxy_on_memory_allocate(bytes.length);
		if (at === 0) return 6; // no memory
		new Uint8Array(filter.memory.buffer).set(bytes, at);
		new Uint32Array(filter.memory.buffer)[value / 4] = at;
		new Uint32Array(filter.memory.buffer)[size / 4] = bytes.length;
		return 0;
	},
	proxy_send_local_response: (code, details, n, body, length) => { status = `${code} ${string(body, length).trim()}`; return 0; },
};
const filter = (await WebAssembly.instantiate(readFileSync("filter.wasm"), { env })).instance.exports;
for (const [path, authority] of [["/a?b", "example.org:80"], ["*", "example.org"], [undefined, ""], ["/a b", "a"], ["", "a"],
	["http://a/", "a"], ["/é", "a"], ["/%2", "a"], ["/", "user@a"], ["/" + "a".repeat(65536), "a"]]) {
	headers = { ":path": path, ":authority": authority };
	status = "passes";
	const paused = filter.proxy_on_request_headers(1, 2, 1) !== 0;
	console.log(path?.slice(0, 12), authority, paused, status);
}
