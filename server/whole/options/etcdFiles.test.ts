import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OptionError } from "../../ground/settings/optionError.ts";
import { readEtcdFiles } from "./etcdFiles.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "orrery-etcd-files-"));
});
afterAll(() => rm(folder, { recursive: true }));

const KINDS = [
  ["etcdCafile", "--etcd-cafile", "the file holds no PEM certificate"],
  ["etcdCertfile", "--etcd-certfile", "the file holds no PEM certificate"],
  ["etcdKeyfile", "--etcd-keyfile", "the file holds no PEM private key"],
] as const;

describe.each(KINDS)("%s", (option, flag, fault) => {
  it.each([
    ["empty", ""],
    ["binary", Buffer.from([0, 1, 2, 200, 255])],
    ["other text", "hello"],
  ])("is refused when it is %s", async (name, content) => {
    const path = join(folder, name);
    await writeFile(path, content);
    const reading = readEtcdFiles({ [option]: path });
    await expect(reading).rejects.toThrow(`${flag}: ${path}: ${fault}`);
    await expect(reading).rejects.toBeInstanceOf(OptionError);
  });

  it("is refused when it is missing", async () => {
    const path = join(folder, "missing");
    await expect(readEtcdFiles({ [option]: path })).rejects.toThrow(`${flag}: cannot read ${path}: ENOENT`);
  });
});

it("needs no files", async () => {
  expect(await readEtcdFiles({})).toEqual({ ca: undefined, cert: undefined, key: undefined });
});
