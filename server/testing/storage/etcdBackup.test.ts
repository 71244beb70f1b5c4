import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createVocabulary } from "../../../shared/vocabulary.ts";
import { ensurePki } from "../../access/authentication/certificates/pki.ts";
import { etcdScene } from "../../store/storage/etcd/testing/etcdScene.ts";
import { openSqliteStorage } from "../../store/storage/sqlite/sqliteStorage.ts";
import { readAll } from "../../store/storage/testing/suite/suiteStore.ts";
import { storeCommand } from "../../whole/commands/store/store.ts";
import { configMap, core } from "../objects.ts";
import { startTestServer, temporaryFolder } from "../testServer.ts";
import { fillFromReference, type ReferenceStore, referenceStore } from "./referenceStore.ts";

const scene = etcdScene();
const kit = referenceStore();
if (kit === undefined) console.warn("etcdBackup.test.ts: the recorded store is not at hand");

/** Not stored anywhere: the reference asks other programs for each request. */
const DYNAMIC = "/api/v1/componentstatuses";

/** Runs `orrery store`, and expects it to succeed. */
async function run(...argv: string[]): Promise<string> {
  let text = "";
  const output = {
    out: (part: string) => {
      text += part;
    },
    error: (part: string) => {
      text += part;
    },
  };
  const code = await storeCommand(argv, output);
  expect([code, text]).toEqual([0, text]);
  return text;
}

describe.skipIf(kit === undefined)("the etcd of a reference server", () => {
  it("is served read-only with the same lists as the reference, and is not modified", async () => {
    const reference = kit as ReferenceStore;
    const [member] = await scene.members(1);
    if (member === undefined) return expect.unreachable();
    const storage = await scene.store([member]);
    await fillFromReference(storage, reference);
    const revision = await storage.currentRevision();
    const server = await startTestServer({ etcdServers: [member.url], readOnly: true, controllers: ["*"] });
    for (const [path, expected] of Object.entries(reference.lists)) {
      if (path === DYNAMIC) continue;
      const { status, body } = await server.request("GET", path);
      expect([path, status, body]).toEqual([path, 200, expected]);
    }
    const refused = await server.request("POST", core("shop", "configmaps"), { body: configMap("new") });
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining("read-only")]);
    await server.stop();
    expect(await storage.currentRevision()).toBe(revision);
  });
});

it("stores are copied from a file to etcd and back, and can be served from either", async () => {
  const [member] = await scene.members(1);
  if (member === undefined) return expect.unreachable();
  const dataDir = await temporaryFolder();
  const first = await startTestServer({ dataDir });
  for (const name of ["a", "b"]) {
    const { status } = await first.request("POST", core("default", "configmaps"), { body: configMap(name, { name }) });
    expect(status).toBe(201);
  }
  await first.stop();
  const target = `${member.url}/school`;
  await run("copy", "--from", dataDir, "--to", target);
  expect(await run("check", "--from", target)).toContain("0 wrong");
  const onEtcd = await startTestServer({ etcdServers: [member.url], etcdPrefix: "/school" });
  const { body } = await onEtcd.request("GET", core("default", "configmaps"));
  expect(body.items.map(({ metadata }) => metadata.name)).toEqual(["a", "b"]);
  await onEtcd.request("POST", core("default", "configmaps"), { body: configMap("c") });
  await onEtcd.stop();
  const back = join(dataDir, "back.db");
  await run("copy", "--from", target, "--to", back);
  const storage = await openSqliteStorage({ file: back });
  const { items } = await readAll(storage, { prefix: "/registry/configmaps/default/" });
  expect(items.map(({ key }) => key.split("/").at(-1))).toEqual(["a", "b", "c"]);
  await storage.close();
  await run("restore", "--from", back, "--to", `${member.url}/again`);
  const objects = async (place: string): Promise<object> =>
    JSON.parse(await run("status", "--output", "json", "--from", place)).objects;
  expect(await objects(`${member.url}/again`)).toEqual(await objects(back));
  await rm(dataDir, { recursive: true, force: true });
});

it("store commands read an etcd with TLS using the server's etcd flags", async () => {
  const dataDir = await temporaryFolder();
  const { paths } = await ensurePki(join(dataDir, "pki"), { vocabulary: createVocabulary() });
  const tls = { cert: paths.servingCertificate, key: paths.servingKey, clientCa: paths.caCertificate };
  const [member] = await scene.members(1, { tls });
  if (member === undefined) return expect.unreachable();
  const files = ["--etcd-cafile", paths.caCertificate, "--etcd-certfile", paths.adminCertificate];
  const status = await run("status", "--from", member.url, ...files, "--etcd-keyfile", paths.adminKey);
  expect(status).toContain("0 keys");
  const silent = { out: () => undefined, error: () => undefined };
  expect(await storeCommand(["status", "--from", member.url, ...files], silent)).toBe(2);
  await rm(dataDir, { recursive: true, force: true });
});
