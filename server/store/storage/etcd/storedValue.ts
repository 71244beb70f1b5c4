import { isUtf8 } from "node:buffer";
import type { KeyValue, Value } from "../storage.ts";
import type { StoredKeyValue } from "./protocol/messages.ts";

/** Prefix of binary objects. */
const BINARY = Buffer.from("k8s\0");

/** The bytes of a value as etcd stores them, without any additions, so that other servers can read them. */
export const storedValue = (value: Value): Uint8Array => (typeof value === "string" ? Buffer.from(value) : value);

/** A value read from etcd: text if the bytes are valid text, otherwise a copy of the bytes. */
export function readValue(stored: Uint8Array): Value {
  const read = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength);
  const binary = BINARY.compare(read, 0, Math.min(read.length, BINARY.length)) === 0;
  return binary || !isUtf8(read) ? Uint8Array.from(read) : read.toString();
}

/** A key value of etcd, under the name that the key has in this process. */
export const keyValue = (key: string, stored: StoredKeyValue): KeyValue => ({
  key,
  value: readValue(stored.value),
  createRevision: stored.createRevision,
  modRevision: stored.modRevision,
});
