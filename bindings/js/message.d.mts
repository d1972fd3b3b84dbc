/** Returns null if `s` matches a rule, and otherwise what is wrong and where, as `bad port at offset 8`, in UTF-16 units. */
export function message(s: string, options?: { rule: "IRI" | "IRI-reference" | "URI" | "URI-reference" }): string | null;
export function message(s: string): string | null;
