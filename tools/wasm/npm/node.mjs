import { readFile } from "node:fs/promises";
import { instantiate } from "./instantiate.mjs";

const bytes = await readFile(new URL("./iri.wasm", import.meta.url));

export const { valid, check, split, ranges, resolve, normalize, toURI, toIRI, validColumn, columnErrors } = await instantiate(
  await WebAssembly.compile(bytes),
);
export { IRIError } from "./errors.mjs";
