import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KubeconfigError } from "./contexts.ts";
import { readServerAccess } from "./readServerAccess.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "orrery-unit-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const base64 = (text: string): string => Buffer.from(text).toString("base64");

async function written(text: string): Promise<string> {
  const file = join(folder, "config.yaml");
  await writeFile(file, text);
  return file;
}

const config = (cluster: string, user: string, rest = "current-context: webhook"): string =>
  [
    "apiVersion: v1",
    "kind: Config",
    `clusters: [{name: remote, cluster: {${cluster}}}]`,
    `users: [{name: server, user: {${user}}}]`,
    "contexts: [{name: other, context: {cluster: gone}}, {name: webhook, context: {cluster: remote, user: server}}]",
    rest,
  ].join("\n");

describe("readServerAccess", () => {
  it("reads embedded certificates and keys", async () => {
    const file = await written(
      config(
        `server: "https://h/x", certificate-authority-data: ${base64("CA")}, tls-server-name: name, insecure-skip-tls-verify: true`,
        `client-certificate-data: ${base64("CERT")}, client-key-data: ${base64("KEY")}, token: t`,
      ),
    );
    expect(await readServerAccess(file)).toEqual({
      url: "https://h/x",
      ca: "CA",
      cert: "CERT",
      key: "KEY",
      token: "t",
      serverName: "name",
      insecureSkipVerify: true,
    });
  });

  it("reads files relative to the configuration", async () => {
    await writeFile(join(folder, "ca.pem"), "CA");
    await writeFile(join(folder, "token"), "t\n");
    const file = await written(config('server: "https://h", certificate-authority: ca.pem', "tokenFile: token"));
    expect(await readServerAccess(file)).toEqual({ url: "https://h", ca: "CA", token: "t" });
  });

  it.each([
    [config('server: "https://h"', "token: s3cret", ""), "current-context is missing"],
    [config('server: "https://h"', "token: s3cret", "current-context: x"), 'context "x" does not exist'],
    [config('server: "https://h"', "token: s3cret", "current-context: other"), 'cluster "gone" does not exist'],
    [config("server: h", "token: s3cret"), "server must be a URL with scheme http or https"],
    [config('server: "https://h"', "token: s3cret, client-key: none"), "which cannot be read (ENOENT)"],
    [config('server: "https://h"', `token: s3cret, client-key-data: ${base64("K")}`), "belong together"],
    ["token: s3cret\n a: [", "is not valid YAML"],
    ["s3cret", "is no kubeconfig"],
  ])("rejects %j without quoting it", async (text, message) => {
    const error = await readServerAccess(await written(text)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(KubeconfigError);
    expect((error as Error).message).toContain(message);
    expect((error as Error).message).not.toContain("s3cret");
  });

  it("names a missing file", async () => {
    await expect(readServerAccess(join(folder, "none"))).rejects.toThrow(/none: cannot read the file \(ENOENT\)/);
  });
});
