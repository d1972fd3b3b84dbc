/** A rule of the RFCs: the name of one of these, or one of `@example/iri/rules`. */
export type RuleOrName = "IRI" | "IRI-reference" | "URI" | "URI-reference" | Rule;

declare const rule: unique symbol;
export interface Rule {
	readonly [rule]: never;
}

/** The place from which a string cannot match a rule. */
export interface Mistake {
	/** Where the first character is that cannot stand there, whatever follows, in UTF-16 units; the length if the string ends too early. */
	offset: number;
	/** The bytes that may be there, in UTF-8, in increasing order. */
	expected: Uint8Array;
	/** The string may end there. */
	end: boolean;
}

/** In UTF-16 units. */
export interface Span {
	start: number;
	end: number;
}

/** The components of a string, without delimiters; null for those that are absent. */
export interface Components<T> {
	scheme: T | null;
	authority: T | null;
	userinfo: T | null;
	host: T | null;
	port: T | null;
	path: T;
	query: T | null;
	fragment: T | null;
}

/** Reports whether `s` matches a rule: IRI if there is no second argument. */
export function valid(s: string, rule?: RuleOrName): boolean;

/** Returns null if `s` matches a rule, and otherwise where it cannot. */
export function check(s: string, rule?: RuleOrName): Mistake | null;

/** Returns the components of `s`; null if it does not match, or if the strings of the rule have none. */
export function split(s: string, rule?: RuleOrName): Components<string> | null;

/** Returns the ranges of the components of `s`; null if it does not match. */
export function ranges(s: string, rule?: RuleOrName): Components<Span> | null;

/** Returns the IRI that a reference resolves to (RFC 3986, section 5); null if a string is invalid. */
export function resolve(base: string, reference: string): string | null;

/** Returns the normal form of an IRI-reference by a set of steps; SYNTAX_BASED is the default. Null if `s` is invalid. */
export function normalize(s: string, steps?: number): string | null;

/** The formats of JSON Schema, for the option `formats` of ajv. */
export const formats: Record<"iri" | "iri-reference" | "uri" | "uri-reference", (s: string) => boolean>;

export const CASE_NORMALIZATION: 1;
export const PERCENT_NORMALIZATION: 2;
export const DOT_SEGMENTS: 4;
export const SCHEME_RULES: 8;
export const DECODE_UTF8: 16;
export const IPV6_TEXT: 32;
export const SYNTAX_BASED: 7;
export const SCHEME_BASED: 15;
export const FOR_COMPARISON: 63;
