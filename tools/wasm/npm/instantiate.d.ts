import type { Library } from "./index.js";

/**
 * Makes the functions of this package over an instance of their own, for hosts that load iri.wasm
 * their own way: `await instantiate(await WebAssembly.compile(bytes))`.
 */
export function instantiate(module: WebAssembly.Module): Promise<Library>;

export { IRIError } from "./index.js";
