// Compiled, never run: what a user of TypeScript may and may not write.
import { check, columnErrors, IRIError, normalize, ranges, resolve, split, toIRI, toURI, valid, validColumn } from "@example/iri";
import type { Components, Library, Mistake, Reason, Rule, RowMistake } from "@example/iri";
import { instantiate } from "@example/iri/instantiate";

const verdict: boolean = valid("a:", "IRI-reference");
const mistake: Mistake | null = check("a b");
// @ts-expect-error: null has to be thought of
mistake.message;
if (mistake !== null) {
  const reason: Reason = mistake.reason;
  const place: [number, number, number] = [mistake.offset, mistake.start, mistake.end];
  const component: string | undefined = mistake.component;
  switch (reason) {
    case "bad port":
      break;
    // @ts-expect-error: no reason is called so
    case "bad luck":
  }
  // @ts-expect-error: read-only
  mistake.offset = 0;
}
const parts: Components = split("a:");
const path: string = parts.path;
// @ts-expect-error: a host may be absent
const host: string = parts.host;
const query: readonly [number, number] | undefined = ranges("a:").query;
const texts: string[] = [resolve("a:", "b"), normalize("a:"), normalize("a:", "rfc3987-5.3.3"), normalize("a:", "case,dots"), toURI("a:"), toIRI("a:")];
// @ts-expect-error: no level
normalize("a:", "all");
// @ts-expect-error: no rule
valid("a:", "URL");
// @ts-expect-error: a URL is no string
valid(new URL("a:"));
const rule: Rule = "IPv6address";

const data = new Uint8Array();
const { count, bitmap }: { count: number; bitmap: Uint8Array } = validColumn(data, Int32Array.of(0), rule);
const rows: RowMistake[] = [...columnErrors(data, Int32Array.of(0))];
// @ts-expect-error: offsets are Int32Array
validColumn(data, [0]);

try {
  split("a b");
} catch (error) {
  if (error instanceof IRIError) {
    const wrong: Mistake = error;
    const stack: string | undefined = error.stack;
  }
}

export async function other(module: WebAssembly.Module): Promise<boolean> {
  const library: Library = await instantiate(module);
  return library.valid("a:") && verdict;
}
