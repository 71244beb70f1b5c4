/**
 * Whether bodies may be CBOR: the gate is off unless an operator turns it on. What is stored stays JSON either way, for the
 * storage is our own.
 */
export const servesCbor = (features: { enabled(gate: string): boolean }): boolean =>
  features.enabled("CBORServingAndStorage");
