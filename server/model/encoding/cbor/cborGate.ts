/**
 * Whether request and response bodies may be CBOR: the feature gate is off by default. Stored objects are always JSON,
 * because the storage format is internal.
 */
export const servesCbor = (features: { enabled(gate: string): boolean }): boolean =>
  features.enabled("CBORServingAndStorage");
