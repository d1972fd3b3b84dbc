// A worker runs the library. It gets the library once, as a module of WebAssembly, and then requests,
// which it answers in order. The function start is that of tools/wasm/npm/wasi.mjs.

onmessage = ({ data }) => {
  const begun = start(data);
  onmessage = async ({ data: request }) => {
    try {
      postMessage({ answer: ask(await begun, request) });
    } catch (error) {
      postMessage({ failure: String(error) }); // the library is not to be used any more
    }
  };
};

// ask passes a request and its answer through the memory of the library, as JSON.
function ask(library, request) {
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  const place = library.input(bytes.length);
  new Uint8Array(library.memory.buffer, place, bytes.length).set(bytes);
  const answer = BigInt.asUintN(64, library.answer(bytes.length)); // the place in the upper half, the length in the lower
  const [start, length] = [Number(answer >> 32n), Number(answer & 0xffffffffn)];
  return JSON.parse(new TextDecoder().decode(new Uint8Array(library.memory.buffer, start, length)));
}
