/** Decodes protobuf to objects in output form. */

import protobuf from "protobufjs/minimal.js";
import type { StructNode } from "../../../../shared/schema/typeNode.ts";
import { immediately, type Steps } from "../../../../shared/steps.ts";
import { DecodeError } from "../../../ground/formats/wording/decodeError.ts";
import { LARGE, readLargeStruct } from "./readLargeMessage.ts";
import { readStruct } from "./readMessage.ts";

/**
 * Decodes bytes to the same form that decoding JSON yields. Unknown field numbers are skipped.
 *
 * @throws DecodeError for bytes that are truncated, nest too deeply, or contain an invalid value of a type
 * @example decodeProto(schema.definition("api.core.v1.Pod"), envelope.raw)
 */
export const decodeProto = immediately(decodeProtoInSteps);

/** {@link decodeProto} in steps, for many bytes. */
export function* decodeProtoInSteps(node: StructNode, bytes: Uint8Array): Steps<Record<string, unknown>> {
  const reader = protobuf.Reader.create(bytes);
  try {
    return bytes.length <= LARGE
      ? readStruct(reader, bytes.length, node, 0)
      : yield* readLargeStruct(reader, bytes.length, node, 0);
  } catch (error) {
    if (error instanceof DecodeError) throw error;
    throw new DecodeError(error instanceof RangeError ? "unexpected EOF" : `proto: ${(error as Error).message}`);
  }
}
