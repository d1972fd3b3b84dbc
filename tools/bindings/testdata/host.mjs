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
const filter = (await WebAssembly.instantiate(readFileSync(process.argv[2]), { env })).instance.exports;
for (const [method, path, authority] of [["GET", "/a?b", "example.org:80"], ["OPTIONS", "/a", "a"], ["OPTIONS", "*", "example.org"],
	["CONNECT", undefined, "a:443"], ["GET", undefined, ""], ["GET", "*", "a"], ["options", "*", "a"], ["OPTIONSX", "*", "a"],
	[undefined, "*", "a"], ["OPTIONS", "**", "a"], ["GET", "/a b", "a"], ["GET", "", "a"], ["GET", "http://a/", "a"], ["GET", "/é", "a"],
	["GET", "/%2", "a"], ["GET", "/", "user@a"], ["GET", "/" + "a".repeat(65536), "a"], ["A".repeat(65537), "*", "a"]]) {
	headers = { ":method": method, ":path": path, ":authority": authority };
	status = "passes";
	const paused = filter.proxy_on_request_headers(1, 2, 1) !== 0;
	console.log(method?.slice(0, 12), path?.slice(0, 12), authority, paused, status);
}
