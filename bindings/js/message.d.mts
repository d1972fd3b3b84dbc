import type { Callback, RuleOption } from "./index.mjs";

/** Returns null if `s` matches a rule, and otherwise the reason and its offset in UTF-16 units, as in `bad port at offset 8`. */
export const message: Callback<RuleOption, string | null>;
