import { expect, it } from "vitest";
import { ownBytes } from "./ownBytes.ts";

it("a small part of a buffer gets memory of its own, and a large part is not copied", () => {
  const buffer = Buffer.from(new ArrayBuffer(100));
  buffer.write("abc", 50);
  const small = ownBytes(buffer.subarray(50, 53));
  expect([String(small), small.buffer.byteLength]).toEqual(["abc", 3]);
  const large = buffer.subarray(0, 60);
  expect(ownBytes(large).buffer).toBe(buffer.buffer);
});
