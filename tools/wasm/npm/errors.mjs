// IRIError is thrown where there is no result. Its fields are those of a Mistake.
export class IRIError extends Error {
  constructor({ message, ...mistake }) {
    super(message);
    Object.assign(this, mistake);
  }
}
IRIError.prototype.name = "IRIError";
