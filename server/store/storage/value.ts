import { isUtf8 } from "node:buffer";
import type { Value } from "./storage.ts";

/** A value as text: bytes are read as UTF-8. */
export const textOf = (value: Value): string =>
  typeof value === "string" ? value : Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("utf8");

/** A value as bytes. */
export const bytesOf = (value: Value): Uint8Array => (typeof value === "string" ? Buffer.from(value) : value);

/** Bytes as a value: text if a store can hold them as text, otherwise the bytes unchanged. */
export const valueFrom = (bytes: Uint8Array): Value => (bytes.includes(0) || !isUtf8(bytes) ? bytes : textOf(bytes));
