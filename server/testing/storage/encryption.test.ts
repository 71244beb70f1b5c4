import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { until } from "../../acting/testing/until.ts";
import { bytesOf } from "../../store/storage/value.ts";
import { core } from "../objects.ts";
import { startTestServer } from "../testServer.ts";
import { type EncryptedFolder, encryptedFolder, provider } from "./encryptedFolder.ts";

const secrets = core("default", "secrets");
const KEY = "/registry/secrets/default/s";
const secret = (name: string, text = "planted-in-a-secret") => ({
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name },
  stringData: { password: text },
});
const identity = { identity: {} };

let folder: EncryptedFolder;
beforeEach(async () => {
  folder = await encryptedFolder();
});
afterEach(() => folder.remove());

const stored = async (): Promise<string> =>
  Buffer.from(bytesOf((await folder.store((storage) => storage.get(KEY)))?.value ?? "")).toString("latin1");

describe("encryption at rest", () => {
  it.each(["aescbc", "aesgcm", "secretbox"] as const)("%s: a restarted server reads what it wrote", async (name) => {
    await folder.serve([provider(name, "key1")], async (server) => {
      expect((await server.request("POST", secrets, { body: secret("s") })).status).toBe(201);
      expect((await server.request("GET", `${secrets}/s`)).body["data"]).toEqual({
        password: Buffer.from("planted-in-a-secret").toString("base64"),
      });
    });
    const files = (await readdir(folder.path)).filter((file) => file.startsWith("store.db"));
    for (const file of files) {
      const bytes = await readFile(join(folder.path, file), "latin1");
      expect(bytes).not.toContain(Buffer.from("planted-in-a-secret").toString("base64"));
    }
    expect(await stored()).toMatch(new RegExp(`^k8s:enc:${name}:v1:key1:`));
    await folder.serve([provider(name, "key1")], async (server) => {
      expect((await server.request("GET", secrets)).body.items.map(({ metadata }) => metadata.name)).toEqual(["s"]);
      const patched = await server.request("PATCH", `${secrets}/s`, {
        body: { metadata: { labels: { a: "b" } } },
        headers: { "content-type": "application/merge-patch+json" },
      });
      expect(patched.status).toBe(200);
    });
  });

  it("rotates keys: the first key writes, the others read, and a no-op update re-encrypts", async () => {
    const rewrite = async (providers: readonly object[]): Promise<void> => {
      await folder.serve(providers, async (server) => {
        const { body } = await server.request("GET", `${secrets}/s`);
        const answer = await server.request("PUT", `${secrets}/s`, { body });
        expect(answer.status).toBe(200);
        expect(Number(answer.body.metadata.resourceVersion)).toBeGreaterThan(Number(body.metadata.resourceVersion));
        // Written once, it is stored correctly: writing again does nothing.
        const again = await server.request("PUT", `${secrets}/s`, { body: answer.body });
        expect(again.body.metadata.resourceVersion).toBe(answer.body.metadata.resourceVersion);
      });
    };
    await folder.serve([], async (server) => {
      await server.request("POST", secrets, { body: secret("s") });
    });
    expect(await stored()).toMatch(/^\{"kind":"Secret"/);
    await rewrite([provider("aescbc", "a"), identity]);
    expect(await stored()).toMatch(/^k8s:enc:aescbc:v1:a:/);
    await rewrite([provider("aescbc", "b", "a")]);
    expect(await stored()).toMatch(/^k8s:enc:aescbc:v1:b:/);
    await rewrite([provider("secretbox", "c"), provider("aescbc", "b")]);
    expect(await stored()).toMatch(/^k8s:enc:secretbox:v1:c:/);
    await rewrite([identity, provider("secretbox", "c")]);
    expect(await stored()).toMatch(/^\{"kind":"Secret"/);
    await folder.serve([], async (server) => {
      expect((await server.request("GET", `${secrets}/s`)).status).toBe(200);
    });
  });

  it("counts encryptions and decryptions by provider and key", async () => {
    await folder.serve([provider("aescbc", "a")], async (server) => {
      await server.request("POST", secrets, { body: secret("s") });
    });
    await folder.serve([provider("secretbox", "b"), provider("aescbc", "a")], async (server) => {
      await server.request("POST", secrets, { body: secret("t") });
      await server.request("GET", `${secrets}/s`);
      const { text } = await server.request("GET", "/metrics");
      const counted = [...text.matchAll(/^apiserver_storage_transformation_operations_total\{(.*)\} (\d+)$/gm)];
      const line = (type: string, prefix: string): string =>
        `resource="secrets",transformation_type="${type}",transformer_prefix="${prefix}",status="OK"`;
      expect(counted.map(([, labels, n]) => `${labels} ${n}`).sort()).toEqual([
        `${line("from_storage", "a:")} 1`,
        `${line("from_storage", "k8s:enc:aescbc:v1:")} 1`,
        `${line("to_storage", "b:")} 1`,
        `${line("to_storage", "k8s:enc:secretbox:v1:")} 1`,
      ]);
      expect(text).toMatch(/^apiserver_storage_transformation_duration_seconds_count\{.*\} 1$/m);
    });
    await folder.serve([provider("aescbc", "other")], async (server) => {
      await server.request("GET", `${secrets}/s`);
      const { text } = await server.request("GET", "/metrics");
      expect(text).toMatch(/transformer_prefix="unknown",status="unknown-non-grpc"\} 1$/m);
    });
  });

  it("a dry run without changes does not write, even for stale data", async () => {
    await folder.serve([provider("aescbc", "a")], async (server) => {
      await server.request("POST", secrets, { body: secret("s") });
    });
    await folder.serve([provider("aescbc", "b", "a")], async (server) => {
      const { body } = await server.request("GET", `${secrets}/s`);
      await server.request("PUT", `${secrets}/s?dryRun=All`, { body });
    });
    expect(await stored()).toMatch(/^k8s:enc:aescbc:v1:a:/);
  });

  it("refuses to start with an invalid configuration", async () => {
    const file = await folder.configure({ kms: { name: "k", endpoint: "tcp://k", apiVersion: "v2" } });
    const starting = (more: object) => startTestServer({ dataDir: folder.path, ...more });
    await expect(starting({ encryptionProviderConfig: file })).rejects.toThrow(
      "--encryption-provider-config: error while parsing file: resources[0].providers[0].kms.endpoint: Invalid value:",
    );
    await expect(starting({ encryptionProviderConfig: join(folder.path, "none") })).rejects.toThrow(
      "error while parsing file: error while loading file: error reading encryption provider configuration file",
    );
    await expect(starting({ encryptionProviderConfigAutomaticReload: true })).rejects.toThrow(
      "--encryption-provider-config-automatic-reload must be set with --encryption-provider-config",
    );
  });
});

describe("automatic reload of the encryption configuration", () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
  afterEach(() => vi.useRealTimers());
  const metric = /^apiserver_encryption_config_controller_automatic_reloads_total\{status="(\w+)",\S+\} (\d+)$/gm;

  it("applies valid changes, and ignores invalid ones", async () => {
    const options = { encryptionProviderConfigAutomaticReload: true };
    await folder.serve(
      [provider("aesgcm", "a")],
      async (server) => {
        const reloads = async (): Promise<string> =>
          [...(await server.request("GET", "/metrics")).text.matchAll(metric)]
            .map(([, how, n]) => `${how} ${n}`)
            .sort()
            .join();
        const look = async (expected: string): Promise<void> => {
          vi.advanceTimersByTime(60_000);
          await until(async () => (await reloads()) === expected, 500);
        };
        await server.request("POST", secrets, { body: secret("s") });
        await server.request("POST", secrets, { body: secret("t") });
        const watch = await server.watch(`${secrets}?watch=true`);
        expect((await watch.names(2)).sort()).toEqual(["ADDED s", "ADDED t"]);

        await writeFile(await folder.configure(), "kind: Nonsense");
        await look("failure 1");
        expect((await server.request("GET", `${secrets}/s`)).status).toBe(200);

        await folder.configure(provider("aescbc", "b"), provider("aesgcm", "a"));
        await look("failure 1,success 1");
        const { body } = await server.request("GET", `${secrets}/s`);
        await server.request("PUT", `${secrets}/s`, { body });
        expect(await watch.names(1)).toEqual(["MODIFIED s"]);

        // The key of one object is removed: this object can no longer be read, the other one can.
        await folder.configure(provider("aescbc", "b"));
        await look("failure 1,success 2");
        expect((await server.request("GET", `${secrets}/s`)).status).toBe(200);
        const lost = await server.request("GET", `${secrets}/t`);
        expect([lost.status, lost.body.reason, lost.body.message]).toEqual([
          500,
          "InternalError",
          "Internal error occurred: no matching prefix found",
        ]);
        // Answers from the watch cache still include it; answers from the store do not.
        const names = (answer: { body: { items: { metadata: { name?: string } }[] } }) =>
          answer.body.items.map(({ metadata }) => metadata.name);
        expect(names(await server.request("GET", secrets))).toEqual(["s", "t"]);
        expect(names(await server.request("GET", `${secrets}?limit=1&resourceVersion=0`))).toEqual(["s", "t"]);
        expect((await server.request("GET", `${secrets}/t?resourceVersion=0`)).status).toBe(200);
        const { resourceVersion } = (await server.request("GET", secrets)).body.metadata;
        const exact = `resourceVersion=${resourceVersion}&resourceVersionMatch=Exact`;
        for (const query of [exact, "limit=5"]) {
          const answer = await server.request("GET", `${secrets}?${query}`);
          expect([answer.status, answer.body.message]).toEqual([
            500,
            'Internal error occurred: unable to transform key "/registry/secrets/default/t": no matching prefix found',
          ]);
        }
        const all = await server.request("DELETE", secrets);
        expect(all.body.message).toBe("Internal error occurred: no matching prefix found");
        await server.request("POST", secrets, { body: secret("s") });

        await folder.configure(provider("aescbc", "b"), provider("aesgcm", "a"));
        await look("failure 1,success 3");
        expect((await server.request("GET", secrets)).body.items).toHaveLength(2);
      },
      options,
    );
    expect(await stored()).toMatch(/^k8s:enc:aescbc:v1:b:/);
  });

  it("ends the watches of a resource when an unreadable object is deleted", async () => {
    const options = {
      encryptionProviderConfigAutomaticReload: true,
      featureGates: { AllowUnsafeMalformedObjectDeletion: "true" },
    };
    await folder.serve(
      [provider("aesgcm", "a")],
      async (server) => {
        await server.request("POST", secrets, { body: secret("s") });
        const watch = await server.watch(`${secrets}?watch=true`);
        expect(await watch.names(1)).toEqual(["ADDED s"]);
        await folder.configure(provider("aescbc", "b"));
        vi.advanceTimersByTime(60_000);
        await until(async () => (await server.request("GET", `${secrets}/s`)).status === 500, 500);
        // It was readable when the cache was filled: watches may still start, and see its last readable state.
        const late = await server.watch(`${secrets}?watch=true`);
        expect(await late.names(1)).toEqual(["ADDED s"]);
        const before = (await server.request("GET", core("default", "configmaps"))).body.metadata.resourceVersion;
        const unsafe = "ignoreStoreReadErrorWithClusterBreakingPotential=true";
        expect((await server.request("DELETE", `${secrets}/s?${unsafe}`)).status).toBe(200);
        expect(await Promise.all([watch.next(), late.next()])).toEqual([undefined, undefined]);
        const resumed = await server.watch(`${secrets}?watch=true&resourceVersion=${before}`);
        expect(await resumed.next()).toMatchObject({ type: "ERROR", object: { code: 410, reason: "Expired" } });
        const list = await server.request("GET", secrets);
        expect([list.status, list.body.items]).toEqual([200, []]);
      },
      options,
    );
  });
});
