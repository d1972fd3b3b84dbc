// As much of a Proxy-Wasm host as the filter needs, and what the filter does with requests.
import { equal } from "node:assert/strict";
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
const refused = "true 400 invalid request target or host", passes = "false passes";
for (const [method, path, authority, want] of [["GET", "/a?b", "example.org:80", passes], ["OPTIONS", "/a", "a", passes], ["OPTIONS", "*", "example.org", passes],
	["CONNECT", undefined, "a:443", passes], ["GET", undefined, "", passes], ["GET", "*", "a", refused], ["options", "*", "a", refused], ["OPTIONSX", "*", "a", refused],
	[undefined, "*", "a", refused], ["OPTIONS", "**", "a", refused], ["GET", "/a b", "a", refused], ["GET", "", "a", refused], ["GET", "http://a/", "a", refused],
	["GET", "/é", "a", refused], ["GET", "/%2", "a", refused], ["GET", "/", "user@a", refused], ["GET", "/" + "a".repeat(65536), "a", refused],
	["A".repeat(65537), "*", "a", refused]]) {
	headers = { ":method": method, ":path": path, ":authority": authority };
	status = "passes";
	const paused = filter.proxy_on_request_headers(1, 2, 1) !== 0;
	equal(`${paused} ${status}`, want, `${method} ${path} ${authority}`);
}
