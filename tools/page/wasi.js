// What the Go runtime needs of its host under WASI preview 1, and no more: no files, no arguments,
// no environment. So the same reactor runs in browsers, Node.js and Deno.

const success = 0;
const badFile = 8; // EBADF: also ends Go's search for folders that are open from the start
const stderr = 2;

// start instantiates a reactor (a WebAssembly.Module) and returns its exports. When Go panics, the
// call that made it panic throws an Error with Go's message, and the instance must not be used again.
async function start(module) {
  let memory;
  let printed = "";
  const view = () => new DataView(memory.buffer);
  const set = (at, value) => (view().setUint32(at, value, true), success);
  const none = (count, size) => (set(count, 0), set(size, 0));

  const wasi = {
    args_sizes_get: none,
    args_get: () => success,
    environ_sizes_get: none,
    environ_get: () => success,
    sched_yield: () => success,
    fd_close: () => badFile,
    fd_prestat_get: () => badFile,
    fd_prestat_dir_name: () => badFile,
    fd_fdstat_set_flags: () => success,
    fd_fdstat_get(fd, at) {
      if (fd > stderr) return badFile;
      new Uint8Array(memory.buffer, at, 24).fill(0);
      view().setUint8(at, 2); // a character device
      return success;
    },
    fd_write(fd, vectors, count, written) {
      let size = 0;
      for (let i = 0; i < count; i++) {
        const at = view().getUint32(vectors + 8 * i, true);
        const length = view().getUint32(vectors + 8 * i + 4, true);
        printed += new TextDecoder().decode(new Uint8Array(memory.buffer, at, length));
        size += length;
      }
      printed = printed.slice(0, 10_000);
      return set(written, size);
    },
    random_get(at, length) {
      for (let i = 0; i < length; i += 65536) { // the most that one call gives
        crypto.getRandomValues(new Uint8Array(memory.buffer, at + i, Math.min(65536, length - i)));
      }
      return success;
    },
    clock_time_get(clock, precision, at) {
      const ms = clock === 0 ? Date.now() : performance.now();
      view().setBigUint64(at, BigInt(Math.round(ms * 1e6)), true);
      return success;
    },
    // Go sleeps here while there is nothing to do. All events are said to have come at once.
    poll_oneoff(subscriptions, events, count, happened) {
      for (let i = 0; i < count; i++) {
        const event = new Uint8Array(memory.buffer, events + 32 * i, 32).fill(0);
        event.set(new Uint8Array(memory.buffer, subscriptions + 48 * i, 8)); // userdata
        event[10] = view().getUint8(subscriptions + 48 * i + 8); // the kind of event
      }
      return set(happened, count);
    },
    proc_exit(code) {
      throw new Error(printed.trim() || `the Go program has ended with status ${code}`);
    },
  };

  const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi });
  memory = instance.exports.memory;
  instance.exports._initialize();
  return instance.exports;
}
