import type { Value } from "./storage.ts";

/** A value as text: bytes are read as UTF-8. */
export const textOf = (value: Value): string =>
  typeof value === "string" ? value : Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("utf8");
