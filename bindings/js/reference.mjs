// Finds components, and merges a reference with a base, for index.mjs and ajv.mjs.
import { AUTHORITY, REFERENCE } from "./data.mjs";

const SLASH = 47, DOT = 46, COLON = 58, QUESTION = 63, HASH = 35, AT = 64, BRACKET = 93;

/**
 * Returns the offsets of the components of a string. It does not validate. For absent components, schemeEnd, userinfoEnd
 * and authority are -1, host is authority, and the other ends are where the component before ends.
 */
export function find(s, shape) {
	const n = s.length;
	let schemeEnd = -1, authority = -1, userinfoEnd = -1, host = -1, hostEnd = -1, path = 0, c = 0;
	if (shape === REFERENCE) {
		let i = 0;
		while (i < n && (c = s.charCodeAt(i)) !== COLON && c !== SLASH && c !== QUESTION && c !== HASH) i++;
		if (i < n && c === COLON) {
			schemeEnd = i;
			path = i + 1;
		}
		if (path + 1 < n && s.charCodeAt(path) === SLASH && s.charCodeAt(path + 1) === SLASH) authority = path += 2;
	} else if (shape === AUTHORITY && n > 0) {
		authority = 0;
	}
	if (authority >= 0) {
		host = authority;
		for (; path < n && (c = s.charCodeAt(path)) !== SLASH && c !== QUESTION && c !== HASH; path++) {
			if (c === AT) {
				userinfoEnd = path;
				host = path + 1;
				hostEnd = -1;
			} else if (c === COLON) {
				hostEnd = path;
			} else if (c === BRACKET) {
				hostEnd = -1; // a colon in brackets does not begin a port
			}
		}
	}
	if (hostEnd < 0) hostEnd = path;
	let queryEnd = s.indexOf("#", path);
	if (queryEnd < 0) queryEnd = n;
	let pathEnd = s.indexOf("?", path);
	if (pathEnd < 0 || pathEnd > queryEnd) pathEnd = queryEnd;
	return { schemeEnd, authority, userinfoEnd, host, hostEnd, path, pathEnd, queryEnd };
}

const endsInDots = (path) => /(^|\/)\.\.?$/.test(path);

/** Reports whether a path has a dot segment. */
export function hasDots(path) {
	return (path.charCodeAt(0) === DOT || path.includes("/.")) && /(^|\/)\.\.?(\/|$)/.test(path);
}

/** Returns a path without its dot segments (RFC 3986, section 5.2.4). */
export function withoutDots(path) {
	if (!hasDots(path)) return path;
	const segments = path.split("/");
	let i = 0;
	while (i < segments.length && endsInDots(segments[i])) i++; // they are not behind a slash
	if (i === segments.length) return "";
	const kept = segments.slice(i, i + 1);
	while (++i < segments.length) {
		if (segments[i] === "..") kept.pop();
		else if (segments[i] !== ".") kept.push("/" + segments[i]);
	}
	return kept.join("") + (endsInDots(path) ? "/" : "");
}

/** Returns the part of the path of a base that a relative path is merged with (section 5.2.3). */
export function directory(base, b) {
	const path = base.slice(b.path, b.pathEnd);
	return path === "" && b.authority >= 0 ? "/" : path.slice(0, path.lastIndexOf("/") + 1);
}

// reduced returns a relative path without the dot segments that no base needs. A last dot segment is a directory. The
// result gets "./" before it if it would otherwise be empty, begin with a slash, or seem to have a scheme.
function reduced(path) {
	if (!hasDots(path)) return path;
	const kept = [], segments = (endsInDots(path) ? path + "/" : path).split("/"), last = segments.pop();
	for (const segment of segments) {
		if (segment === ".." && kept.length > 0 && kept.at(-1) !== "..") kept.pop();
		else if (segment !== ".") kept.push(segment);
	}
	const result = [...kept, last].join("/");
	return result === "" || /^\/|^[^/]*:/.test(result) ? "./" + result : result;
}

/**
 * Returns the target of a reference (section 5.2.2). b and r are the results of find for both strings. If neither has a scheme,
 * dot segments stay that lead out of a relative path.
 */
export function merge(base, b, ref, r) {
	const rest = ref.slice(r.pathEnd), isAbsolute = b.schemeEnd >= 0 || r.schemeEnd >= 0;
	let front, path = ref.slice(r.path, r.pathEnd), hosted = r.authority >= 0;
	if (r.schemeEnd >= 0 || hosted) {
		front = (r.schemeEnd >= 0 ? "" : base.slice(0, b.schemeEnd + 1)) + ref.slice(0, r.path);
	} else {
		if (path === "") return base.slice(0, r.pathEnd < r.queryEnd ? b.pathEnd : b.queryEnd) + rest;
		front = base.slice(0, b.path);
		hosted = b.authority >= 0;
		if (path.charCodeAt(0) !== SLASH) {
			const before = base.slice(b.path, b.pathEnd);
			path = (!isAbsolute && endsInDots(before) ? before + "/" : directory(base, b)) + path;
		}
	}
	if (!isAbsolute && !hosted && path.charCodeAt(0) !== SLASH) return front + reduced(path) + rest;
	path = withoutDots(path);
	if (!hosted && path.charCodeAt(0) === SLASH && path.charCodeAt(1) === SLASH) front += "/."; // no authority follows
	return front + path + rest;
}
