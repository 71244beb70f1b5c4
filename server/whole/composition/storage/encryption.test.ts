import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { MetricRegistry } from "../../../ground/observability/registry/metricRegistry.ts";
import { createFeatureGates } from "../../../ground/settings/featureGates.ts";
import { manualTimers } from "../../../ground/timing/testing/manualTimers.ts";
import { loadSchema } from "../../../model/schema/schema.ts";
import type { CacheHub } from "../../../store/cache/cacheHub.ts";
import type { EncryptedStorage } from "../../../store/storage/encryption/encryptedStorage.ts";
import { type KmsServer, startKmsServer } from "../../../store/storage/encryption/kms/testing/kmsServer.ts";
import { setUpEncryption } from "./encryption.ts";

let folder: string;
let file: string;
let plugin: KmsServer;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "orrery-kms-"));
  file = join(folder, "encryption.json");
  plugin = await startKmsServer(join(folder, "kms.sock"));
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
afterEach(async () => {
  vi.useRealTimers();
  plugin.stop();
  await rm(folder, { recursive: true });
});

/** Writes a configuration with a plug-in of this name. */
async function configure(name: string): Promise<void> {
  const kms = { apiVersion: "v2", name, endpoint: `unix://${join(folder, "kms.sock")}`, timeout: "1s" };
  const kind = { kind: "EncryptionConfiguration", apiVersion: "apiserver.config.k8s.io/v1" };
  await writeFile(file, JSON.stringify({ ...kind, resources: [{ resources: ["secrets"], providers: [{ kms }] }] }));
}

describe("a changed configuration of encryption", () => {
  it("leaves no plug-in behind when the store cannot take it, and is tried again", async () => {
    await configure("one");
    const timers = manualTimers();
    const registry = new MetricRegistry();
    const stops: (() => void)[] = [];
    const encryption = await setUpEncryption(
      { encryptionProviderConfig: file, encryptionProviderConfigAutomaticReload: true },
      {
        schema: loadSchema(createVocabulary()),
        features: createFeatureGates(),
        ...{ timers, registry, now: Date.now, warn: () => undefined, onStop: (end) => stops.push(end) },
      },
    );
    // Each running plug-in has one pending timer: that of its next health check.
    expect(timers.pending()).toHaveLength(1);
    let isAway = true;
    const storage: Pick<EncryptedStorage, "use"> = {
      use: async () => {
        if (isAway) throw new Error("the store is away");
      },
    };
    const hub: Pick<CacheHub, "recheck"> = { recheck: async () => undefined };
    const errors: string[] = [];
    const end = encryption.follow(storage as EncryptedStorage, {
      hub: hub as CacheHub,
      onError: (error) => errors.push(String(error)),
    });
    await configure("two");
    for (let i = 1; i <= 3; i++) {
      vi.advanceTimersByTime(60_000);
      await vi.waitFor(() => expect(errors).toHaveLength(i));
      expect(errors[i - 1]).toContain("the store is away");
      expect(timers.pending()).toHaveLength(1);
    }
    isAway = false;
    vi.advanceTimersByTime(60_000);
    await vi.waitFor(async () => expect(await registry.text()).toMatch(/_reloads_total\{status="success",\S+ 1/));
    // The health checks of both, and the end of the first one.
    expect(timers.pending()).toHaveLength(3);
    timers.advance(2000);
    expect(timers.pending()).toHaveLength(1);
    end();
    for (const stop of stops) stop();
    expect(timers.pending()).toEqual([]);
  });
});
