import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readRelease } from "./release.ts";
import { unpackRelease } from "./unpackRelease.ts";

const base64 = (bytes: Buffer | string): string => Buffer.from(bytes).toString("base64");
const stored = (value: unknown): string => base64(gzipSync(JSON.stringify(value)));
const RELEASE = { name: "demo", version: 3, info: { status: "deployed" }, manifest: "# ä\n" };

describe("unpackRelease", () => {
  it("reads payloads of Secrets and ConfigMaps, compressed or not", async () => {
    expect(await unpackRelease(stored(RELEASE), "configmaps")).toEqual(RELEASE);
    expect(await unpackRelease(base64(stored(RELEASE)), "secrets")).toEqual(RELEASE);
    expect(await unpackRelease(base64(JSON.stringify(RELEASE)), "configmaps")).toEqual(RELEASE);
  });

  it.each([
    ["absent", undefined],
    ["absent", ""],
    ["base64", "no base64!"],
    ["gzip", base64(gzipSync("{}").subarray(0, 12))],
    ["json", base64(gzipSync("{"))],
    ["json", base64("plain")],
  ])("reports invalid data: %s", async (damage, packed) => {
    await expect(unpackRelease(packed, "configmaps")).rejects.toMatchObject({ damage });
  });

  it("stops when the decompressed payload is too large", async () => {
    const bomb = base64(gzipSync(Buffer.alloc(1_000_000)));
    await expect(unpackRelease(bomb, "configmaps", 100_000)).rejects.toMatchObject({ damage: "tooLarge" });
  });
});

describe("readRelease", () => {
  it("reads existing fields and tolerates missing ones", () => {
    expect(readRelease(RELEASE)).toMatchObject({ name: "demo", revision: 3, status: "deployed", hooks: [] });
    expect(readRelease([])).toMatchObject({ name: "", revision: 0, config: {}, manifest: "" });
    const hook = { name: "h", events: ["test"], last_run: { phase: "", completed_at: "0001-01-01T00:00:00Z" } };
    expect(readRelease({ hooks: [hook, 3] }).hooks).toMatchObject([{ name: "h", events: ["test"], completed: "" }]);
  });
});
