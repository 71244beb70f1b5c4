import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { kmsConnection } from "./kmsConnection.ts";
import { type KmsServiceV1, kmsServiceV1 } from "./kmsServiceV1.ts";
import { startKmsServerV1 } from "./testing/kmsServer.ts";

let folder: string;
let service: KmsServiceV1;
let stop = (): void => {};
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "kms-"));
  service = kmsServiceV1(kmsConnection(join(folder, "s"), 2000), 2000);
});
afterEach(async () => {
  service.close();
  stop();
  await rm(folder, { recursive: true });
});

it("encrypts and decrypts with a plug-in of the supported version", async () => {
  ({ stop } = await startKmsServerV1(join(folder, "s")));
  const encrypted = await service.encrypt(Buffer.from("key"));
  expect(Buffer.from(await service.decrypt(encrypted)).toString()).toBe("key");
});

it("does not call a plug-in of another version", async () => {
  const started = await startKmsServerV1(join(folder, "s"), undefined, "v1alpha1");
  stop = started.stop;
  const message = "KMS provider api version v1alpha1 is not supported, only v1beta1 is supported now";
  await expect(service.encrypt(Buffer.from("key"))).rejects.toThrow(message);
  expect(started.kms.asked).toEqual({ encrypt: 0, decrypt: 0 });
});

it("reports when the plug-in's version cannot be queried", async () => {
  const nowhere = kmsServiceV1(kmsConnection(join(folder, "none"), 200), 200);
  await expect(nowhere.encrypt(Buffer.from("key"))).rejects.toThrow(
    "failed get version from remote KMS provider: rpc error: code = DeadlineExceeded desc = context deadline exceeded",
  );
  nowhere.close();
});
