import { printInSteps } from "../../../shared/json/printInSteps.ts";
import { stringifyJson } from "../../../shared/json/stringifyJson.ts";
import type { ApiObject } from "../../../shared/object.ts";
import type { StructNode } from "../../../shared/schema/typeNode.ts";
import { atOnce, isTurnOver, type Steps } from "../../../shared/steps.ts";
import { writeYaml } from "../../../shared/yaml/writeYaml.ts";
import { cborObjectInSteps, encodeCborObject } from "./cbor/encodeCbor.ts";
import type { Wire } from "./negotiate.ts";
import { protoInSteps } from "./protobuf/encodeProto.ts";
import { encodeUnknown } from "./protobuf/envelope.ts";
import { toYaml } from "./yaml.ts";

/** The beginning of an encoded object, which list items omit. */
export function typePrefix(kind: string, apiVersion: string): string {
  return `{"kind":${JSON.stringify(kind)},"apiVersion":${JSON.stringify(apiVersion)},`;
}

/** JSON bytes of an object, kind and apiVersion first, so that a list can cut them off. */
export function* encodeJson(object: ApiObject): Steps<Buffer> {
  const { kind, apiVersion, ...rest } = object;
  const bytes = yield* toBytes(yield* printInSteps({ kind, apiVersion, ...rest }));
  return Buffer.isBuffer(bytes) ? bytes : Buffer.concat(bytes);
}

/**
 * The encoded bytes of any API value.
 * @param node its type: protobuf needs it, and CBOR distinguishes bytes from text by it
 */
export function encodeValue(value: Record<string, unknown>, wire: Wire, pretty: boolean, node?: StructNode): Buffer {
  if (wire === "yaml") return Buffer.from(toYaml(value));
  if (wire === "cbor") return encodeCborObject(value, node);
  if (wire === "protobuf" && node !== undefined) return atOnce(protoMessage(value, node));
  return Buffer.from(pretty ? `${stringifyJson(value, 2)}\n` : stringifyJson(value));
}

/** {@link encodeValue} for values that may be large: returns bytes, or chunks of them. */
export function* encodeInSteps(...parameters: Parameters<typeof encodeValue>): Steps<Buffer | readonly Buffer[]> {
  const [value, wire, pretty, node] = parameters;
  if (wire === "yaml") return yield* toBytes(yield* writeYaml(value));
  if (wire === "cbor") return yield* cborObjectInSteps(value, node);
  if (wire === "protobuf" && node !== undefined) return yield* protoMessage(value, node);
  return yield* toBytes(pretty ? [...(yield* printInSteps(value, 2)), "\n"] : yield* printInSteps(value));
}

/** A value of a type in its envelope. */
export function* protoMessage(value: Readonly<Record<string, unknown>>, node: StructNode): Steps<Buffer> {
  const raw = yield* protoInSteps(node, value);
  if (isTurnOver()) yield;
  return encodeUnknown({ apiVersion: String(value["apiVersion"] ?? ""), kind: String(value["kind"] ?? ""), raw });
}

function* toBytes([first, ...others]: readonly string[]): Steps<Buffer | readonly Buffer[]> {
  const bytes = [Buffer.from(first ?? "")];
  for (const chunk of others) {
    if (isTurnOver()) yield;
    bytes.push(Buffer.from(chunk));
  }
  return others.length === 0 ? (bytes[0] as Buffer) : bytes;
}
