/** The binary encoding: objects driven by their type, and the envelope around them. */
export { decodeProto } from "./decodeProto.ts";
export { encodeProto } from "./encodeProto.ts";
export { decodeUnknown, type Envelope, encodeUnknown } from "./envelope.ts";
