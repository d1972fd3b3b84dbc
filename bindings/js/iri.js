/* What is written by hand of index.mjs. bindings/generate puts the tables, and all that is not declared here,
 * before it. */

const CASE_NORMALIZATION = 1, PERCENT_NORMALIZATION = 2, DOT_SEGMENTS = 4, SCHEME_RULES = 8, DECODE_UTF8 = 16, IPV6_TEXT = 32;
const SYNTAX_BASED = 7, SCHEME_BASED = 15, FOR_COMPARISON = 63;

function string(s, name) {
	if (typeof s !== "string") throw new TypeError(`iri: argument ${name} is not a string`);
	return s;
}

// known returns a rule, for which the first ones have names.
function known(rule) {
	const x = first.get(rule) ?? rule;
	if (typeof x?.shape !== "number") throw new TypeError("iri: argument rule is not a rule");
	return x;
}

function valid(s, rule = "IRI") {
	const { table, start } = known(rule);
	return automata.valid(table, start, string(s, "s"));
}

function check(s, rule = "IRI") {
	const { table, start } = known(rule);
	return automata.check(table, start, string(s, "s"));
}

function ranges(s, rule = "IRI") {
	return valid(s, rule) && known(rule).shape !== OTHER ? find(s, known(rule).shape) : null;
}

function split(s, rule = "IRI") {
	const x = ranges(s, rule);
	const part = (span) => span && s.slice(span.start, span.end);
	return x && {
		scheme: part(x.scheme), authority: part(x.authority), userinfo: part(x.userinfo), host: part(x.host),
		port: part(x.port), path: part(x.path), query: part(x.query), fragment: part(x.fragment),
	};
}

const schemeEnds = /[:/?#]/g, authorityEnds = /[/?#]/g, pathEnds = /[?#]/g, queryEnds = /#/g;

// find returns where the components of a valid string are.
function find(s, shape) {
	const x = { scheme: null, authority: null, userinfo: null, host: null, port: null, path: null, query: null, fragment: null };
	const span = (start, end) => ({ start, end });
	const next = (stops, from) => {
		stops.lastIndex = from;
		return stops.test(s) ? stops.lastIndex - 1 : s.length;
	};
	const inAuthority = (start, end) => {
		const all = s.slice(start, end), at = all.lastIndexOf("@"), colon = all.lastIndexOf(":");
		const port = colon > at && colon > all.lastIndexOf("]"); // a colon in brackets is not that of a port
		x.authority = span(start, end);
		if (at >= 0) x.userinfo = span(start, start + at);
		x.host = span(start + at + 1, port ? start + colon : end);
		if (port) x.port = span(start + colon + 1, end);
	};
	let i = 0;
	if (shape === AUTHORITY) {
		if (s !== "") inAuthority(0, s.length);
		i = s.length;
	}
	if (shape === REFERENCE) {
		const colon = next(schemeEnds, 0);
		if (s[colon] === ":") {
			x.scheme = span(0, colon);
			i = colon + 1;
		}
		if (s.startsWith("//", i)) {
			const end = next(authorityEnds, i + 2);
			inAuthority(i + 2, end);
			i = end;
		}
	}
	const query = next(pathEnds, i), fragment = next(queryEnds, query);
	x.path = span(i, query);
	if (s[query] === "?") x.query = span(query + 1, fragment);
	if (fragment < s.length) x.fragment = span(fragment + 1, s.length);
	return x;
}

function decoded(octets) {
	try {
		return decodeURIComponent(octets);
	} catch {
		return ""; // they are not UTF-8
	}
}

// normal returns the normal form of a component, dot segments aside. In queries private-use characters
// are decoded too.
function normal(s, steps, inQuery = false) {
	if (!s.includes("%")) return s;
	// Octets that may be one character in UTF-8, or one octet.
	return s.replace(/%[0-7].|%[cd].%[89ab].|%e.(?:%[89ab].){2}|%f.(?:%[89ab].){3}|%../gi, (octets) => {
		if (steps & (octets.length === 3 ? PERCENT_NORMALIZATION : DECODE_UTF8)) {
			const c = decoded(octets);
			if (unreserved.test(c) || (inQuery && privateUse.test(c))) return c;
		}
		return steps & CASE_NORMALIZATION ? octets.toUpperCase() : octets;
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

// withoutDotSegments follows RFC 3986, section 5.2.4.
function withoutDotSegments(path) {
	const kept = [], rest = path.replace(/^(?:\.\.?(?:\/|$))+/, "");
	for (const segment of rest.match(/\/[^/]*|^[^/]+/g) ?? []) {
		if (segment === "/..") kept.pop();
		if (segment !== "/.." && segment !== "/.") kept.push(segment);
	}
	return kept.join("") + (/\/\.\.?$/.test(rest) ? "/" : "");
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
		path = withoutDotSegments(path);
		if (host === null && path.startsWith("//")) out += "/."; // no authority follows
	}
	out += path;
	if (query !== null) out += "?" + normal(query, steps, true);
	if (fragment !== null) out += "#" + normal(fragment, steps);
	return out;
}

function normalize(s, steps = SYNTAX_BASED) {
	if (!Number.isInteger(steps) || steps < 0 || steps > FOR_COMPARISON) throw new TypeError("iri: argument steps is not a set of steps");
	const x = split(s, "IRI-reference");
	return x && compose(x, steps);
}

function resolve(base, reference) {
	const b = split(string(base, "base")), r = split(string(reference, "reference"), "IRI-reference");
	if (b === null || r === null) return null;
	let steps = DOT_SEGMENTS;
	if (r.scheme === null && r.host === null) {
		r.userinfo = b.userinfo;
		r.host = b.host;
		r.port = b.port;
		if (r.path === "") {
			steps = 0; // the path of the base stays as it is
			r.path = b.path;
			r.query ??= b.query;
		} else if (!r.path.startsWith("/")) {
			r.path = (b.path === "" && b.host !== null ? "/" : b.path.slice(0, b.path.lastIndexOf("/") + 1)) + r.path;
		}
	}
	r.scheme ??= b.scheme;
	return compose(r, steps);
}

const formats = Object.fromEntries(Array.from(first.keys(), (rule) => [rule.toLowerCase(), (s) => valid(s, rule)]));

export {
	valid, check, split, ranges, resolve, normalize, formats, CASE_NORMALIZATION, PERCENT_NORMALIZATION, DOT_SEGMENTS,
	SCHEME_RULES, DECODE_UTF8, IPV6_TEXT, SYNTAX_BASED, SCHEME_BASED, FOR_COMPARISON,
};
