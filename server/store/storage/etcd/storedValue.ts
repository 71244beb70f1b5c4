import { isUtf8 } from "node:buffer";
import type { KeyValue, Value } from "../storage.ts";
import type { StoredKeyValue } from "./protocol/messages.ts";

/** What binary objects begin with. */
const BINARY = Buffer.from("k8s\0");

/** The bytes of a value as etcd keeps them: nothing is added, so that other servers can read them. */
export const storedValue = (value: Value): Uint8Array => (typeof value === "string" ? Buffer.from(value) : value);

/** A value of etcd: text when it can be text, a copy of the bytes otherwise. */
export function readValue(stored: Uint8Array): Value {
  const read = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength);
  const binary = BINARY.compare(read, 0, Math.min(read.length, BINARY.length)) === 0;
  return binary || !isUtf8(read) ? Uint8Array.from(read) : read.toString();
}

/** A key of etcd under its own name. */
export const keyValue = (key: string, stored: StoredKeyValue): KeyValue => ({
  key,
  value: readValue(stored.value),
  createRevision: stored.createRevision,
  modRevision: stored.modRevision,
});
