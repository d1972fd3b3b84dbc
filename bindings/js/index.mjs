import { option, ruleOf, string } from "./arguments.mjs";
import { OTHER, defaultHosts, defaultPorts, rules as sets } from "./data.mjs";
import * as engine from "./engine.mjs";
import { directory, find, hasDots, merge, withoutDots } from "./reference.mjs";
import { matches } from "./rule.mjs";
import { rules } from "./tables.mjs";

export const CASE_NORMALIZATION = 1, PERCENT_NORMALIZATION = 2, DOT_SEGMENTS = 4, SCHEME_RULES = 8, DECODE_UTF8 = 16, IPV6_TEXT = 32;
export const SYNTAX_BASED = 7, SCHEME_BASED = 15, FOR_COMPARISON = 63;

const { IRI, "IRI-reference": REFERENCE } = rules;

function stepsOf(options) {
	const steps = option(options, "steps") ?? SYNTAX_BASED;
	if (!Number.isInteger(steps) || steps < 0 || steps > FOR_COMPARISON) throw new TypeError("iri: option steps is not a set of steps");
	return steps;
}

export function valid(s, options) {
	return matches(ruleOf(options), string(s, "s"));
}

export function check(s, options) {
	const { table, start } = ruleOf(options);
	return engine.check(table, start, string(s, "s"));
}

export function ranges(s, options) {
	const rule = ruleOf(options);
	return matches(rule, string(s, "s")) && rule.shape !== OTHER ? components(s, rule.shape, (_, start, end) => ({ start, end })) : null;
}

export function split(s, options) {
	const rule = ruleOf(options);
	return matches(rule, string(s, "s")) && rule.shape !== OTHER ? parts(s, rule.shape) : null;
}

const parts = (s, shape) => components(s, shape, (s, start, end) => s.substring(start, end));

// components returns what a function makes of the offsets of each component that is present. A host that is the whole
// authority costs no second call.
function components(s, shape, make) {
	const { schemeEnd, authority, userinfoEnd, host, hostEnd, path, pathEnd, queryEnd } = find(s, shape);
	const whole = authority >= 0 ? make(s, authority, path) : null;
	return {
		scheme: schemeEnd >= 0 ? make(s, 0, schemeEnd) : null,
		authority: whole,
		userinfo: userinfoEnd >= 0 ? make(s, authority, userinfoEnd) : null,
		host: host === authority && hostEnd === path ? whole : make(s, host, hostEnd),
		port: hostEnd < path ? make(s, hostEnd + 1, path) : null,
		path: make(s, path, pathEnd),
		query: pathEnd < queryEnd ? make(s, pathEnd + 1, queryEnd) : null,
		fragment: queryEnd < s.length ? make(s, queryEnd + 1, s.length) : null,
	};
}

// The components that build does not get.
const none = { scheme: null, authority: null, userinfo: null, host: null, port: null, path: "", query: null, fragment: null };

export function build(components) {
	const x = { ...none };
	for (const [name, value] of Object.entries(components)) {
		if (!Object.hasOwn(none, name)) throw new TypeError(`iri: ${name} is not a component`);
		if (value != null) x[name] = string(value, name);
	}
	const s = compose(x, 0);
	if (!matches(REFERENCE, s)) return null;
	const y = parts(s, REFERENCE.shape);
	y.authority = x.authority; // it consists of other components
	return Object.keys(none).every((name) => x[name] === y[name]) ? s : null;
}

function decoded(octets) {
	try {
		return decodeURIComponent(octets);
	} catch {
		return "\x00"; // they are not UTF-8, and stay as a NUL does
	}
}

const NON_ASCII = 64; // a step of toIRI: upper case in percent-encoded octets that are not ASCII

// normal returns the normal form of a component, dot segments aside. In queries private-use characters
// are decoded, too.
function normal(s, steps, inQuery = false) {
	if (!s.includes("%")) return s;
	// Octets that may be one character in UTF-8, or one octet.
	return s.replace(/%[0-7].|%[cd].%[89ab].|%e.(?:%[89ab].){2}|%f.(?:%[89ab].){3}|%../gi, (octets) => {
		if (steps & (octets.length === 3 ? PERCENT_NORMALIZATION : DECODE_UTF8)) {
			const c = decoded(octets);
			if (matches(inQuery ? sets.decodedInQuery : sets.decoded, c)) return c;
		}
		return steps & CASE_NORMALIZATION || (steps & NON_ASCII && octets[1] > "7") ? octets.toUpperCase() : octets;
	});
}

function normalHost(s, steps) {
	if (steps & IPV6_TEXT && /^\[[^v]/i.test(s)) return `[${address(s.slice(1, -1))}]`;
	const host = normal(s, steps);
	if (!(steps & CASE_NORMALIZATION) || /[^\0-\x7f]/.test(host)) return host;
	return host.replace(/%..|[A-Z]+/g, (x) => (x.startsWith("%") ? x : x.toLowerCase()));
}

// address returns an IPv6 address as RFC 5952 has it.
function address(s) {
	const hex = s.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) => `${(a << 8 | b).toString(16)}:${(c << 8 | d).toString(16)}`);
	const [before, after = []] = hex.split("::").map((x) => x.split(":").filter(Boolean));
	const groups = [...before, ...Array(8 - before.length - after.length).fill("0"), ...after].map((x) => parseInt(x, 16));
	const text = groups.map((x) => x.toString(16)).join(":");
	if (text.startsWith("0:0:0:0:0:ffff:")) return "::ffff:" + [groups[6] >> 8, groups[6] & 255, groups[7] >> 8, groups[7] & 255].join(".");
	const zeros = (text.match(/\b0(?::0)+\b/g) ?? []).reduce((x, y) => (y.length > x.length ? y : x), "");
	return zeros ? text.replace(RegExp(`(^|:)${zeros}(:|$)`), "::") : text;
}

// compose returns the normal form of a reference by some steps (RFC 3986, section 5.3).
function compose({ scheme, userinfo, host, port, path, query, fragment }, steps) {
	if (steps & SCHEME_RULES && scheme !== null && host !== null) {
		const isDefault = (list, value) => list.includes(`${scheme}:${value}`.toLowerCase());
		if (port === "" || isDefault(defaultPorts, port)) port = null;
		if (userinfo === null && port === null && isDefault(defaultHosts, normal(host, steps))) host = "";
		path ||= "/";
	}
	let out = "";
	if (scheme !== null) out += (steps & CASE_NORMALIZATION ? scheme.toLowerCase() : scheme) + ":";
	if (host !== null) {
		out += "//";
		if (userinfo !== null) out += normal(userinfo, steps) + "@";
		out += normalHost(host, steps);
		if (port !== null) out += ":" + port;
	}
	path = normal(path, steps);
	if (steps & DOT_SEGMENTS && (scheme !== null || path.startsWith("/"))) {
		path = withoutDots(path);
		if (host === null && path.startsWith("//")) out += "/."; // no authority follows
	}
	out += path;
	if (query !== null) out += "?" + normal(query, steps, true);
	if (fragment !== null) out += "#" + normal(fragment, steps);
	return out;
}

export function normalize(s, options) {
	const steps = stepsOf(options);
	return matches(REFERENCE, string(s, "s")) ? compose(parts(s, REFERENCE.shape), steps) : null;
}

export function equal(a, b, options) {
	const x = normalize(a, options);
	return normalize(b, options) === x && x !== null;
}

export function toURI(s) {
	return matches(REFERENCE, string(s, "s")) ? s.replace(/[^\0-\x7f]+/g, encodeURIComponent) : null;
}

export function toIRI(s) {
	return matches(REFERENCE, string(s, "s")) ? compose(parts(s, REFERENCE.shape), PERCENT_NORMALIZATION | DECODE_UTF8 | NON_ASCII) : null;
}

export function encodeQueryValue(s) {
	const octets = (c) => (c < "\x80" ? "%" + c.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0") : encodeURIComponent(c));
	return string(s, "s").toWellFormed().replace(/[^\w.~-]/gu, (c) => (matches(sets.decoded, c) ? c : octets(c)));
}

export function resolve(base, reference) {
	if (!matches(IRI, string(base, "base")) || !matches(REFERENCE, string(reference, "reference"))) return null;
	return merge(base, find(base, IRI.shape), reference, find(reference, IRI.shape));
}

export function relativize(base, target) {
	if (!matches(IRI, string(base, "base")) || !matches(IRI, string(target, "target"))) return null;
	const b = find(base, IRI.shape), t = find(target, IRI.shape), same = (end) => base.slice(0, b[end]) === target.slice(0, t[end]);
	let path = target.slice(t.path, t.pathEnd);
	if (t.authority < 0 && path.startsWith("/.//")) path = path.slice(2); // no authority follows
	const found = [], clean = !hasDots(path), rest = target.slice(t.pathEnd), sameAuthority = same("path");
	if (sameAuthority && same("pathEnd")) {
		if (same("queryEnd")) found.push(target.slice(t.queryEnd));
		if (t.pathEnd < t.queryEnd) found.push(rest);
	}
	if (sameAuthority && clean) {
		const way = fromDirectory(withoutDots(directory(base, b)), path);
		if (way !== null) found.push(way + rest);
		if (path.startsWith("/")) found.push((path.startsWith("//") ? "/." : "") + path + rest);
	}
	if (clean) {
		if (t.authority >= 0 && same("schemeEnd")) found.push(target.slice(t.schemeEnd + 1));
		found.push(target);
	}
	return found.length === 0 ? null : found.reduce((x, y) => (byteLength(y) < byteLength(x) ? y : x));
}

const byteLength = (s) => new TextEncoder().encode(s).length;

// fromDirectory returns the way from a directory without dot segments to a path, null if there is none.
function fromDirectory(dir, path) {
	let n = 0, up = 0;
	for (let i = 0; i < dir.length && dir[i] === path[i]; i++) if (dir[i] === "/") n = i + 1;
	for (let i = n; i < dir.length; i++) if (dir[i] === "/") up++;
	if (n === 0 && dir !== "") {
		if (!path.startsWith("/")) return null;
		n = 1; // removing every segment of a path without a slash before it leaves a slash
	}
	const rest = path.slice(n);
	if (up > 0) return rest === "" ? "../".repeat(up).slice(0, -1) : "../".repeat(up) + rest;
	return (rest === "" ? "." : /^\/|^[^/]*:/.test(rest) ? "./" : "") + rest;
}
