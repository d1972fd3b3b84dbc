// The worker gets the library once, as a module of WebAssembly, and then requests, which it answers
// in order.

onmessage = ({ data }) => {
  const begun = start(data);
  onmessage = async ({ data: request }) => {
    try {
      postMessage({ answer: answerTo(await begun, request) });
    } catch (error) {
      postMessage({ failure: String(error) }); // the library is not to be used any more
    }
  };
};
