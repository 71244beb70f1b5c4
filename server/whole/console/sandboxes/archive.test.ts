import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ArchiveError, packSandbox, unpackSandbox } from "./archive.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orrery-archive-"));
  mkdirSync(join(folder, "from/pki"), { recursive: true });
  mkdirSync(join(folder, "to"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const STORE = "SQLite format 3\0 and pages";

describe("an exported sandbox", () => {
  it("is restored with store, keys and description", async () => {
    writeFileSync(join(folder, "from/snapshot"), STORE);
    writeFileSync(join(folder, "from/pki/ca.key"), "key");
    writeFileSync(join(folder, "from/pki/other"), "not ours");
    const description = { name: "Mine", flags: ["--vocabulary=orch"] };
    const packed = await packSandbox(description, join(folder, "from/snapshot"), join(folder, "from/pki"));
    expect(await unpackSandbox(packed, join(folder, "to"))).toEqual(description);
    expect(readFileSync(join(folder, "to/store.db"), "utf8")).toBe(STORE);
    expect(readdirSync(join(folder, "to/pki"))).toEqual(["ca.key"]);
    expect(statSync(join(folder, "to/pki/ca.key")).mode & 0o777).toBe(0o600);
  });

  it("cannot write outside its folder", async () => {
    const packed = zipSync({
      "sandbox.json": strToU8('{"format":1,"name":"x"}'),
      "store.db": strToU8(STORE),
      "../outside": strToU8("x"),
      "pki/../../outside": strToU8("x"),
      "/tmp/orrery-outside": strToU8("x"),
    });
    await unpackSandbox(packed, join(folder, "to"));
    expect(existsSync(join(folder, "outside"))).toBe(false);
    expect(readdirSync(join(folder, "to")).sort()).toEqual(["pki", "store.db"]);
  });

  it.each([
    ["a file that is not a zip archive", strToU8("nonsense")],
    ["an archive without a sandbox", zipSync({ a: strToU8("b") })],
    ["an archive of a newer format", zipSync({ "sandbox.json": strToU8('{"format":2}'), "store.db": strToU8(STORE) })],
    ["an archive without a store", zipSync({ "sandbox.json": strToU8('{"format":1}') })],
    [
      "an archive with an invalid store",
      zipSync({ "sandbox.json": strToU8('{"format":1}'), "store.db": strToU8("x") }),
    ],
  ])("refuses %s", async (_what, packed) => {
    await expect(unpackSandbox(packed, join(folder, "to"))).rejects.toThrow(ArchiveError);
    expect(existsSync(join(folder, "to/store.db"))).toBe(false);
  });
});
