/** The envelope of every protobuf object: four magic bytes, and a message with type and payload. */
import protobuf from "protobufjs/minimal.js";
import { immediately, isTurnDue, type Steps } from "../../../../shared/steps.ts";
import { DecodeError } from "../../../ground/formats/wording/decodeError.ts";
import { BYTES } from "./plan.ts";

export interface Envelope {
  readonly apiVersion: string;
  readonly kind: string;
  /** The object, encoded as in `contentType`. */
  readonly raw: Uint8Array;
  /** Empty for uncompressed bytes. */
  readonly contentEncoding?: string;
  /** Empty for protobuf. */
  readonly contentType?: string;
}

const MAGIC = Uint8Array.of(0x6b, 0x38, 0x73, 0x00);

/** Whether bytes begin with the envelope's magic prefix. */
export const hasEnvelope = (bytes: Uint8Array): boolean => MAGIC.every((byte, i) => bytes[i] === byte);

/** @example encodeUnknown({ apiVersion: "v1", kind: "Pod", raw: encodeProto(node, pod) }) */
export function encodeUnknown(envelope: Envelope): Buffer {
  const { opening, closing } = envelopeAround(envelope, envelope.raw.length);
  return Buffer.concat([opening, envelope.raw, closing]);
}

/**
 * The parts of the envelope before and after an encoded object of a given size: a large object is sent in parts, and
 * never copied.
 */
export function envelopeAround(
  { apiVersion, kind, contentEncoding = "", contentType = "" }: Omit<Envelope, "raw">,
  length: number,
): { readonly opening: Buffer; readonly closing: Buffer } {
  const opening = protobuf.Writer.create();
  opening.uint32((1 << 3) | BYTES).fork();
  text(opening, 1, apiVersion);
  text(opening, 2, kind).ldelim();
  opening.uint32((2 << 3) | BYTES).uint32(length);
  const closing = protobuf.Writer.create();
  text(closing, 3, contentEncoding);
  text(closing, 4, contentType);
  return { opening: Buffer.concat([MAGIC, opening.finish()]), closing: Buffer.from(closing.finish()) };
}

const text = (writer: protobuf.Writer, tag: number, value: string): protobuf.Writer =>
  writer.uint32((tag << 3) | BYTES).string(value);

/** @throws DecodeError for bytes without the magic prefix, with nothing after it, or truncated */
export function* decodeUnknownInSteps(bytes: Uint8Array): Steps<Required<Envelope>> {
  if (bytes.length === 0) throw new DecodeError("empty data");
  if (!hasEnvelope(bytes)) {
    throw new DecodeError(
      `provided data does not appear to be a protobuf message, expected prefix [${[...MAGIC].join(" ")}]`,
    );
  }
  if (bytes.length === MAGIC.length) throw new DecodeError("empty body");
  try {
    return yield* readUnknown(protobuf.Reader.create(bytes.subarray(MAGIC.length)));
  } catch (error) {
    throw new DecodeError(error instanceof RangeError ? "unexpected EOF" : `proto: ${(error as Error).message}`);
  }
}

/** {@link decodeUnknownInSteps} in one go. */
export const decodeUnknown = immediately(decodeUnknownInSteps);

/** A field may occur millions of times in one body: the last one counts. */
function* readUnknown(reader: protobuf.Reader): Steps<Required<Envelope>> {
  const found = { apiVersion: "", kind: "", raw: new Uint8Array() as Uint8Array, contentEncoding: "", contentType: "" };
  /** The end of the message about the type, while reading inside it. */
  let end = 0;
  while (reader.pos < reader.len) {
    if (isTurnDue()) yield;
    const isAboutType = reader.pos < end;
    const key = reader.uint32();
    if (isAboutType) {
      if (key === ((1 << 3) | BYTES)) found.apiVersion = reader.string();
      else if (key === ((2 << 3) | BYTES)) found.kind = reader.string();
      else reader.skipType(key & 7);
    } else if (key === ((1 << 3) | BYTES)) {
      const length = reader.uint32();
      end = reader.pos + length;
    } else if (key === ((2 << 3) | BYTES)) found.raw = reader.bytes();
    else if (key === ((3 << 3) | BYTES)) found.contentEncoding = reader.string();
    else if (key === ((4 << 3) | BYTES)) found.contentType = reader.string();
    else reader.skipType(key & 7);
  }
  return found;
}
