import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  type KmsServer,
  startKmsServer,
  startKmsServerV1,
} from "../../store/storage/encryption/kms/testing/kmsServer.ts";
import { textOf } from "../../store/storage/value.ts";
import type { TestServer } from "../testServer.ts";
import { type EncryptedFolder, encryptedFolder, provider } from "./encryptedFolder.ts";

const secrets = "/api/v1/namespaces/default/secrets";
const KEY = "/registry/secrets/default/s";
const secret = (name: string) => ({ metadata: { name }, stringData: { password: "planted" } });

let folder: EncryptedFolder;
let socket: string;
let plugin: KmsServer;
beforeEach(async () => {
  folder = await encryptedFolder();
  socket = join(folder.path, "kms.sock");
  plugin = await startKmsServer(socket);
});
afterEach(async () => {
  plugin.stop();
  await folder.remove();
});

const kms = (timeout = "3s"): object => ({
  kms: { apiVersion: "v2", name: "k", endpoint: `unix://${socket}`, timeout },
});
/** Waits until a path has a status; a refusal of the plug-in is remembered for three seconds. */
const becomes = (server: TestServer, path: string, status: number): Promise<void> =>
  vi.waitFor(async () => expect((await server.request("GET", path)).status).toBe(status), { timeout: 20_000 });
const stored = (): Promise<string> =>
  folder.store(async (storage) => textOf((await storage.get(KEY))?.value ?? "nothing"));

describe("a KMS v2 plug-in", () => {
  it("encrypts the data key, which this server and a restarted one can use", async () => {
    await folder.serve([kms()], async (server) => {
      await server.request("POST", secrets, { body: secret("s") });
      expect((await server.request("GET", "/readyz/kms-providers")).text).toBe("ok");
      expect((await server.request("GET", "/livez/kms-providers")).status).toBe(404);
      const { text } = await server.request("GET", "/metrics");
      const timed = `latency_seconds_count{provider_name="k",method_name="/v2.KeyManagementService/Encrypt",grpc_status_code="OK"}`;
      expect(text).toContain(`apiserver_envelope_encryption_kms_operations_${timed} 1`);
    });
    expect(await stored()).toMatch(/^k8s:enc:kms:v2:k:/);
    expect(await stored()).not.toContain("planted");
    await folder.serve([kms()], async (server) => {
      const { body } = await server.request("GET", `${secrets}/s`);
      expect(body.data).toEqual({ password: Buffer.from("planted").toString("base64") });
    });
    expect(plugin.kms.asked).toMatchObject({ encrypt: 2, decrypt: 1 });
  });

  it("re-encrypts data of another provider, and can be replaced by it again", async () => {
    const rewrite = (...providers: object[]): Promise<void> =>
      folder.serve(providers, async (server) => {
        const { body } = await server.request("GET", `${secrets}/s`);
        expect((await server.request("PUT", `${secrets}/s`, { body })).status).toBe(200);
      });
    await folder.serve([provider("aescbc", "a")], async (server) => {
      await server.request("POST", secrets, { body: secret("s") });
    });
    await rewrite(kms(), provider("aescbc", "a"));
    expect(await stored()).toMatch(/^k8s:enc:kms:v2:k:/);
    // With a new key of the plug-in, values that the old one encrypted become stale.
    const before = await stored();
    plugin.kms.answer = { ...plugin.kms.answer, keyId: "2" };
    await rewrite(kms());
    expect(await stored()).not.toBe(before);
    await rewrite({ identity: {} }, kms());
    expect(await stored()).toMatch(/^\{"kind":"Secret"/);
  });

  it("may become available after the server: reads and writes fail until then, and nothing is lost", async () => {
    await folder.serve([kms()], async (server) => {
      await server.request("POST", secrets, { body: secret("s") });
    });
    const { kms: keys } = plugin;
    keys.down = new Error("out for lunch");
    await folder.serve([kms("200ms")], async (server) => {
      const refused = await server.request("POST", secrets, { body: secret("t") });
      expect([refused.status, refused.body.message]).toEqual([
        500,
        "Internal error occurred: got unexpected nil transformer",
      ]);
      expect((await server.request("GET", `${secrets}/s`)).body.message).toContain("got unexpected nil transformer");
      expect((await server.request("GET", "/readyz/kms-providers")).status).toBe(500);
      expect((await server.request("GET", "/livez")).status).toBe(200);
      keys.down = undefined;
      // The refusal is remembered for a few seconds: then a check finds the plug-in healthy.
      await becomes(server, "/readyz/kms-providers", 200);
      await becomes(server, `${secrets}/s`, 200);
      expect((await server.request("POST", secrets, { body: secret("t") })).status).toBe(201);
    });
  });

  it("may be started after the server", async () => {
    plugin.stop();
    await rm(socket, { force: true });
    await folder.serve([kms("100ms")], async (server) => {
      expect((await server.request("GET", "/readyz/kms-providers")).status).toBe(500);
      plugin = await startKmsServer(socket);
      await becomes(server, "/readyz/kms-providers", 200);
      expect((await server.request("POST", secrets, { body: secret("s") })).status).toBe(201);
    });
  });

  it("can be added and removed while the server runs", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      await folder.serve(
        [provider("aesgcm", "a")],
        async (server) => {
          // The check and the start step exist whether there is a plug-in or not.
          expect((await server.request("GET", "/healthz/kms-providers")).text).toBe("ok");
          const step = "poststarthook/start-encryption-provider-config-automatic-reload";
          expect((await server.request("GET", `/readyz/${step}`)).text).toBe("ok");
          await server.request("POST", secrets, { body: secret("s") });
          const change = async (n: number, ...providers: object[]): Promise<void> => {
            await folder.configure(...providers);
            vi.advanceTimersByTime(60_000);
            await vi.waitFor(async () => {
              const { text } = await server.request("GET", "/metrics");
              expect(text).toMatch(new RegExp(`_automatic_reloads_total\\{status="success",\\S+\\} ${n}$`, "m"));
            });
            const { body } = await server.request("GET", `${secrets}/s`);
            expect((await server.request("PUT", `${secrets}/s`, { body })).status).toBe(200);
          };
          await change(1, kms(), provider("aesgcm", "a"));
          expect(plugin.kms.asked).toMatchObject({ encrypt: 1, decrypt: 0 });
          await change(2, provider("aesgcm", "a"), kms());
          expect(plugin.kms.asked).toMatchObject({ encrypt: 2, decrypt: 1 });
        },
        { encryptionProviderConfigAutomaticReload: true },
      );
    } finally {
      vi.useRealTimers();
    }
    expect(await stored()).toMatch(/^k8s:enc:aesgcm:v1:a:/);
  });
});

describe("a KMS v1 plug-in", () => {
  const gate = { featureGates: { APIServerIdentity: "false", KMSv1: "true" } };
  const first = (cachesize = 1000): object => ({
    kms: { name: "k", endpoint: `unix://${socket}1`, timeout: "1s", cachesize },
  });
  let old: Awaited<ReturnType<typeof startKmsServerV1>>;
  beforeEach(async () => {
    old = await startKmsServerV1(`${socket}1`);
  });
  afterEach(() => old.stop());

  it("is refused without its feature gate", async () => {
    await expect(folder.serve([first()], async () => {})).rejects.toThrow(
      "error while building transformers: KMSv1 is deprecated and will only receive security updates going forward.",
    );
  });

  it("encrypts a data key for each value, which this server and a restarted one can use", async () => {
    await folder.serve(
      [first()],
      async (server) => {
        for (const name of ["s", "t"]) await server.request("POST", secrets, { body: secret(name) });
        // Several consecutive writes that do not wait for each other.
        const patches = Array.from({ length: 5 }, (_, i) =>
          server.request("PATCH", `${secrets}/s`, {
            body: { metadata: { labels: { [`l${i}`]: "x" } } },
            headers: { "content-type": "application/merge-patch+json" },
          }),
        );
        expect((await Promise.all(patches)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
        expect((await server.request("GET", "/readyz/kms-provider-0")).text).toBe("ok");
        expect((await server.request("GET", "/readyz/kms-providers")).status).toBe(404);
      },
      gate,
    );
    expect(old.kms.asked.encrypt).toBeGreaterThanOrEqual(7);
    expect(await stored()).toMatch(/^k8s:enc:kms:v1:k:\0!/);
    expect(await stored()).not.toContain("planted");
    const { decrypt } = old.kms.asked;
    await folder.serve(
      [first(-1)],
      async (server) => {
        const { body } = await server.request("GET", secrets);
        const data = { password: Buffer.from("planted").toString("base64") };
        const labels = { l0: "x", l1: "x", l2: "x", l3: "x", l4: "x" };
        expect(body["items"]).toMatchObject([{ data, metadata: { labels } }, { data }]);
      },
      gate,
    );
    expect(old.kms.asked.decrypt).toBeGreaterThanOrEqual(decrypt + 2);
  });

  it("can be replaced by a KMS v2 plug-in", async () => {
    await folder.serve(
      [first()],
      async (server) => void (await server.request("POST", secrets, { body: secret("s") })),
      gate,
    );
    await folder.serve(
      [kms(), first()],
      async (server) => {
        const { body } = await server.request("GET", `${secrets}/s`);
        expect((await server.request("PUT", `${secrets}/s`, { body })).status).toBe(200);
        // Each plug-in has a separate check if any plug-in is of version 1.
        expect((await server.request("GET", "/readyz/kms-provider-1")).text).toBe("ok");
      },
      gate,
    );
    expect(await stored()).toMatch(/^k8s:enc:kms:v2:k:/);
  });

  it("fails writes while it fails, and its values become readable again when it recovers", async () => {
    await folder.serve(
      [first()],
      async (server) => void (await server.request("POST", secrets, { body: secret("s") })),
      gate,
    );
    old.kms.down = new Error("out for lunch");
    await folder.serve(
      [first()],
      async (server) => {
        const refused = await server.request("POST", secrets, { body: secret("t") });
        const message = "Internal error occurred: rpc error: code = Unavailable desc = out for lunch";
        expect([refused.status, refused.body.message]).toEqual([500, message]);
        expect((await server.request("GET", `${secrets}/s`)).body.message).toContain("out for lunch");
        expect((await server.request("GET", "/readyz/kms-provider-0")).status).toBe(500);
        old.kms.down = undefined;
        await becomes(server, "/readyz/kms-provider-0", 200);
        await becomes(server, `${secrets}/s`, 200);
      },
      gate,
    );
  });
});
