import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createAuthority } from "../../../ground/x509/certificates.ts";
import { openAuthorityFile, renewedAuthenticator } from "./authorityFile.ts";

const HOUR = 3_600_000;
const authority = async (name: string): Promise<string> =>
  (await createAuthority(name, Date.now() - HOUR, Date.now() + HOUR)).certificate;
let folder: string;
let told: string[];
let stops: (() => void)[];
const open = (file?: string) =>
  openAuthorityFile("--ca", file, { warn: (text) => told.push(text), onStop: (end) => stops.push(end) });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "orrery-authorities-"));
  [told, stops] = [[], []];
});
afterEach(async () => {
  for (const stop of stops) stop();
  await rm(folder, { recursive: true });
});

describe("openAuthorityFile", () => {
  it("is empty and watches nothing without a file", async () => {
    expect((await open()).pem).toBe("");
    expect(stops).toEqual([]);
  });

  it("rejects a file without certificates at startup", async () => {
    const file = join(folder, "ca.crt");
    await writeFile(file, "none");
    await expect(open(file)).rejects.toThrow("--ca: the file holds no PEM certificate");
  });

  it("applies changes and keeps the last valid content", async () => {
    const file = join(folder, "ca.crt");
    const [first, second] = [await authority("first"), await authority("second")];
    await writeFile(file, first);
    const followed = await open(file);
    const made: string[] = [];
    const renewed = renewedAuthenticator(followed, (pem) => {
      made.push(pem);
      return { name: "test", authenticate: () => ({ username: String(made.length), groups: [], extra: {} }) };
    });
    await writeFile(file, "none");
    await expect.poll(() => told).toEqual(["--ca: kept as it was: the file holds no PEM certificate"]);
    expect(followed.pem).toBe(first);
    await writeFile(file, second);
    await expect.poll(() => followed.pem).toBe(second);
    expect(made).toEqual([first, second]);
    expect(renewed.authenticate({ headers: {}, peerCertificates: [], path: "/" })).toMatchObject({ username: "2" });
  });

  it.skipIf(process.platform === "win32").each<[string, (file: string) => unknown, string]>([
    ["nothing", () => undefined, "ENOENT"],
    ["an empty file", (file) => writeFile(file, ""), "the file holds no PEM certificate"],
    ["half of a file", (file) => writeFile(file, "-----BEGIN CERTIFICATE-----\nMIIB"), "holds no PEM certificate"],
    ["a folder", (file) => mkdir(file), "is not a regular file"],
    ["a pipe", (file) => execFileSync("mkfifo", [file]), "is not a regular file"],
    ["a link to itself", (file) => symlink(file, file), "ELOOP"],
  ])("keeps the last valid content while the file is replaced by %s", async (_what, replace, message) => {
    const file = join(folder, "ca.crt");
    const [first, second] = [await authority("first"), await authority("second")];
    await writeFile(file, first);
    const followed = await open(file);
    await rm(file);
    await replace(file);
    await expect.poll(() => told.join()).toContain(message);
    expect(followed.pem).toBe(first);
    await rm(file, { recursive: true, force: true });
    await writeFile(file, second);
    await expect.poll(() => followed.pem).toBe(second);
  });
});
