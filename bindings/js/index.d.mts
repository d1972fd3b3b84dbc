/** A rule of `@example/iri/rules/NAME`. */
export interface Rule {
	readonly [rule]: never;
}
declare const rule: unique symbol;

/** A rule of the RFCs: the name of one of these, or one of `@example/iri/rules/NAME`. */
export type RuleOrName = "IRI" | "IRI-reference" | "URI" | "URI-reference" | Rule;

export interface RuleOption {
	rule: RuleOrName;
}

export interface StepsOption {
	/** A set of steps, as a sum of bits. */
	steps: number;
}

/** The place from which a string cannot match a rule. */
export interface Mistake {
	/** The index of the first character that is not allowed, whatever follows, in UTF-16 units; the length if the string ends too early. */
	offset: number;
	/** The bytes that may be there, in UTF-8, in increasing order. */
	expected: Uint8Array;
	/** The string may end there. */
	end: boolean;
}

/** In UTF-16 units. */
export interface Span {
	readonly start: number;
	readonly end: number;
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

/** A function that `map`, `filter` and `every` can call. */
export interface Callback<Options, Result> {
	(s: string, options?: Options): Result;
	(s: string): Result;
}

/** Reports whether `s` matches a rule: IRI without the option. */
export const valid: Callback<RuleOption, boolean>;

/** Returns null if `s` matches a rule, and otherwise where it cannot. */
export const check: Callback<RuleOption, Mistake | null>;

/** Returns the components of `s`; null if it does not match, or if the strings of the rule have none. */
export const split: Callback<RuleOption, Components<string> | null>;

/** Returns the ranges of the components of `s`; null if it does not match. */
export const ranges: Callback<RuleOption, Components<Span> | null>;

/**
 * Returns the IRI or the relative reference of some components, which are not encoded; null if one is not valid, or not
 * valid beside the others. It ignores `authority`, which consists of the userinfo, the host and the port.
 */
export function build(components: Partial<Components<string>>): string | null;

/** Returns the IRI that a reference resolves to (RFC 3986, section 5); null if a string is invalid. */
export function resolve(base: string, reference: string): string | null;

/**
 * Returns the shortest reference that resolves to an IRI; null if there is none, because the path of the target has dot
 * segments, or if a string is not an IRI.
 */
export function relativize(base: string, target: string): string | null;

/** Returns the normal form of an IRI-reference by a set of steps; SYNTAX_BASED is the default. Null if `s` is invalid. */
export const normalize: Callback<StepsOption, string | null>;

/** Reports whether two IRI-references have the same normal form; SYNTAX_BASED is the default. */
export function equal(a: string, b: string, options?: StepsOption): boolean;

/** Percent-encodes the non-ASCII characters of an IRI-reference (RFC 3987, section 3.1); null if `s` is invalid. */
export function toURI(s: string): string | null;

/** Decodes the percent-encoded octets of an IRI-reference that an IRI has as they are (RFC 3987, section 3.2); null if `s` is invalid. */
export function toIRI(s: string): string | null;

/** Percent-encodes a name or a value of a query parameter. A lone surrogate becomes U+FFFD. */
export function encodeQueryValue(s: string): string;

export const CASE_NORMALIZATION: 1, PERCENT_NORMALIZATION: 2, DOT_SEGMENTS: 4, SCHEME_RULES: 8, DECODE_UTF8: 16, IPV6_TEXT: 32;
export const SYNTAX_BASED: 7, SCHEME_BASED: 15, FOR_COMPARISON: 63;
