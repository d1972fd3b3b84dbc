/**
 * A rule of RFC 3987, RFC 3986 or HTTP by its name there, or a rule derived from these.
 */
export type Rule =
  | "IRI" | "ihier-part" | "IRI-reference" | "absolute-IRI" | "irelative-ref" | "irelative-part"
  | "iauthority" | "iuserinfo" | "ihost" | "ireg-name" | "ipath" | "ipath-abempty"
  | "ipath-absolute" | "ipath-noscheme" | "ipath-rootless" | "ipath-empty" | "isegment"
  | "isegment-nz" | "isegment-nz-nc" | "ipchar" | "iquery" | "iprivate" | "ifragment"
  | "iunreserved" | "ucschar" | "scheme" | "port" | "IP-literal" | "IPvFuture" | "IPv6address"
  | "h16" | "ls32" | "IPv4address" | "dec-octet" | "pct-encoded" | "unreserved" | "reserved"
  | "gen-delims" | "sub-delims" | "URI" | "hier-part" | "URI-reference" | "absolute-URI"
  | "relative-ref" | "relative-part" | "authority" | "userinfo" | "host" | "reg-name" | "path"
  | "path-abempty" | "path-absolute" | "path-noscheme" | "path-rootless" | "path-empty" | "segment"
  | "segment-nz" | "segment-nz-nc" | "pchar" | "query" | "fragment" | "IRIStrict"
  | "IRIReferenceStrict" | "IRIWithZone" | "IRIReferenceWithZone" | "URIWithZone"
  | "URIReferenceWithZone" | "LEIRI" | "LEIRIReference" | "origin-form" | "absolute-form"
  | "authority-form" | "asterisk-form" | "absolute-path" | "partial-URI" | "http-URI" | "https-URI"
  | "host-field" | "Location" | "Referer" | "Content-Location" | "Link" | "link-value" | "method"
  | "IOriginForm" | "IAuthorityForm" | "IHostField" | "BrowserOriginForm" | "BrowserAbsoluteForm"
  | "IBrowserOriginForm" | "IBrowserAbsoluteForm";

/** What is wrong with a text. The names are stable; docs/reference/errors.md has examples. */
export type Reason =
  | "no scheme" | "not allowed in scheme" | "not allowed in authority" | "bad port"
  | "not allowed in path" | "not allowed in query" | "not allowed in fragment"
  | "colon in first segment" | "misplaced bracket" | "bracket not closed" | "bad address"
  | "zone identifier" | "bad percent triple" | "ill-formed UTF-8" | "non-ASCII in URI"
  | "private use" | "formatting character" | "too short" | "not in rule";

/** The components of a reference. */
export type Component = "scheme" | "authority" | "userinfo" | "host" | "port" | "path" | "query" | "fragment";

/**
 * What is wrong with a text, and where. Offsets count UTF-16 code units, as those of strings do:
 * `text.slice(start, end)` is what a person has to look at.
 */
export interface Mistake {
  /** What is wrong, in English, and what helps if that is certain: "' ' is not allowed in a path; it is written %20". */
  readonly message: string;
  readonly rule: string;
  readonly reason: Reason;
  /** The component that goes wrong, if the rule tells. */
  readonly component: Component | undefined;
  /** The first character that no text of the rule has here. The length of a text that ends too early. */
  readonly offset: number;
  readonly start: number;
  readonly end: number;
}

/** What is thrown where there is no result. */
export class IRIError extends Error implements Mistake {
  private constructor();
  readonly rule: string;
  readonly reason: Reason;
  readonly component: Component | undefined;
  readonly offset: number;
  readonly start: number;
  readonly end: number;
}

/**
 * The components of a reference, as they stand in it: nothing is decoded. One that is absent is
 * `undefined`, one that is empty is `""`. Every reference has a path.
 */
export type Components = { readonly path: string } & { readonly [c in Component]?: string };

/** Where the components lie in a string: begin and end, for `slice`. */
export type Ranges = { readonly path: readonly [number, number] } & { readonly [c in Component]?: readonly [number, number] };

/** What is wrong with a value of a column. Offsets count bytes from the beginning of the value. */
export interface RowMistake {
  readonly row: number;
  readonly reason: Reason;
  readonly component: Component | undefined;
  readonly offset: number;
  readonly start: number;
  readonly end: number;
}

/** A section of an RFC, or steps of normalization separated by commas: "case,dots". */
export type Level =
  | "rfc3986-6.2.2" | "rfc3986-6.2.3" | "rfc3987-5.3.2" | "rfc3987-5.3.3"
  | "case" | "percent" | "dots" | "scheme" | "utf8" | "ipv6"
  | `${string},${string}`;

/** The functions of the library. */
export interface Library {
  /** Whether a text matches a rule. Rule IRI, which all functions have by default, asks for a scheme. */
  valid(text: string, rule?: Rule): boolean;

  /** What is wrong with a text; `null` if nothing is. */
  check(text: string, rule?: Rule): Mistake | null;

  /** The components of a text. Throws an `IRIError` if the text does not match the rule. */
  split(text: string, rule?: Rule): Components;

  /** Where the components of a text lie. Throws an `IRIError` if the text does not match the rule. */
  ranges(text: string, rule?: Rule): Ranges;

  /**
   * What a reference refers to in a document whose IRI is `base` (RFC 3986, section 5.2). Throws an
   * `IRIError` if the base is no IRI or the reference is none.
   */
  resolve(base: string, reference: string): string;

  /**
   * The normal form of an IRI or a relative reference; rfc3987-5.3.2 by default. Two references with
   * one normal form mean the same. Throws an `IRIError` if the text is no reference.
   */
  normalize(reference: string, level?: Level): string;

  /** The URI of a reference (RFC 3987, section 3.1). Throws an `IRIError` if the text is no reference. */
  toURI(reference: string): string;

  /** The IRI of a reference (RFC 3987, section 3.2). Throws an `IRIError` if the text is no reference. */
  toIRI(reference: string): string;

  /**
   * Judges the values of a column as Apache Arrow lays them out: value i is the bytes of `data` from
   * `offsets[i]` up to `offsets[i + 1]`. Bit `i & 7` of `bitmap[i >> 3]` tells whether value i
   * matches; `count` is how many do.
   */
  validColumn(data: Uint8Array, offsets: Int32Array, rule?: Rule): { count: number; bitmap: Uint8Array };

  /** What is wrong with the values of a column that do not match, in order. */
  columnErrors(data: Uint8Array, offsets: Int32Array, rule?: Rule): Generator<RowMistake, void, undefined>;
}

export const valid: Library["valid"];
export const check: Library["check"];
export const split: Library["split"];
export const ranges: Library["ranges"];
export const resolve: Library["resolve"];
export const normalize: Library["normalize"];
export const toURI: Library["toURI"];
export const toIRI: Library["toIRI"];
export const validColumn: Library["validColumn"];
export const columnErrors: Library["columnErrors"];
