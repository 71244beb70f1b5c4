import { X509Certificate } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createAuthority } from "./certificates.ts";
import { isFirstVersion } from "./certificateVersion.ts";

describe("isFirstVersion", () => {
  const sequence = (...content: number[]): number[] =>
    content.length < 128 ? [0x30, content.length, ...content] : [0x30, 0x81, content.length, ...content];
  const filler = new Array<number>(130).fill(0x05);

  it("detects version 1 by the absence of a version field", async () => {
    const authority = await createAuthority("root", 0, 1);
    expect(isFirstVersion(new X509Certificate(authority.certificate).raw)).toBe(false);
    expect(isFirstVersion(new Uint8Array(sequence(...sequence(0x02, 0x01, 0x07))))).toBe(true);
    expect(isFirstVersion(new Uint8Array(sequence(...sequence(0x02, 0x01, 0x07, ...filler))))).toBe(true);
    expect(isFirstVersion(new Uint8Array(sequence(...sequence(0xa0, 0x03, 0x02, 0x01, 0x02, ...filler))))).toBe(false);
    expect(isFirstVersion(new Uint8Array())).toBe(false);
  });
});
