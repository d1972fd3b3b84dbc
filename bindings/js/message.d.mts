/** Returns null if `s` matches a rule, and otherwise the reason and its offset in UTF-16 units, as in `bad port at offset 8`. */
export function message(s: string, options?: { rule: "IRI" | "IRI-reference" | "URI" | "URI-reference" }): string | null;
export function message(s: string): string | null;
