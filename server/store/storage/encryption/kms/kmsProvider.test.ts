import { beforeEach, describe, expect, it } from "vitest";
import { until } from "../../../../acting/testing/until.ts";
import { manualTimers } from "../../../../ground/timing/testing/manualTimers.ts";
import { decodeEncryptedObject } from "./encryptedObject.ts";
import { KmsKeys } from "./kmsKeys.ts";
import { HEALTHY_INTERVAL, UNHEALTHY_INTERVAL } from "./kmsPlugin.ts";
import { kmsPlugin } from "./kmsProvider.ts";
import { kmsTransformer } from "./kmsTransformer.ts";
import { type FakeKms, fakeKms } from "./testing/fakeKms.ts";

const DOWN = new Error("rpc error: code = DeadlineExceeded desc = context deadline exceeded");
const DOWN_TEXT = `failed to perform status section of the healthz check for KMS Provider k, error: ${DOWN.message}`;
let kms: FakeKms;
let timers: ReturnType<typeof manualTimers>;
let plugin: ReturnType<typeof kmsPlugin>;
/** Advances the time, and waits until the timers that are due have finished their work. */
const pass = async (milliseconds: number): Promise<void> => {
  timers.advance(milliseconds);
  await until(() => timers.pending().length === (stopped ? 0 : 1));
};
let stopped: boolean;
let readable: number;
let ill: string[];
beforeEach(() => {
  kms = fakeKms();
  timers = manualTimers();
  [stopped, readable, ill] = [false, 0, []];
  plugin = kmsPlugin(
    { name: "k", service: kms, now: () => timers.now },
    {
      timers,
      onReadable: () => {
        readable += 1;
      },
      onUnhealthy: ({ message }) => ill.push(message),
    },
  );
});

describe("a KMS plug-in", () => {
  it("is checked once at start, and then every minute", async () => {
    await plugin.start();
    plugin.keys.forWriting();
    expect(kms.asked).toMatchObject({ status: 1, encrypt: 1 });
    await pass(HEALTHY_INTERVAL);
    expect(kms.asked).toMatchObject({ status: 2, encrypt: 1 });
    plugin.stop();
    stopped = true;
    await pass(HEALTHY_INTERVAL);
    expect(kms.asked.status).toBe(2);
    expect([readable, ill]).toEqual([0, []]);
  });

  it("is checked more often while it is unavailable, and its values are read again once it recovers", async () => {
    kms.down = DOWN;
    await plugin.start();
    await pass(UNHEALTHY_INTERVAL);
    expect(kms.asked.status).toBe(2);
    await expect(plugin.check()).rejects.toThrow(DOWN_TEXT);
    expect(ill).toEqual([DOWN_TEXT]);
    kms.down = undefined;
    await pass(UNHEALTHY_INTERVAL);
    await plugin.check();
    expect(readable).toBe(1);
    plugin.keys.forWriting();
  });

  it("has its health cached for 20 seconds: probes do not call it each time", async () => {
    await plugin.start();
    await plugin.check();
    await pass(19_999);
    await plugin.check();
    expect(kms.asked.status).toBe(1);
    await pass(1);
    await Promise.all([plugin.check(), plugin.check()]);
    expect(kms.asked.status).toBe(2);
  });

  it.each<[string, Partial<FakeKms["answer"]>]>([
    ["got unexpected healthz status: sick", { healthz: "sick" }],
    ["expected KMSv2 API version v2, got v1", { version: "v1" }],
    ['got invalid KMSv2 KeyID hash "": keyID is empty', { keyId: "" }],
    [
      '[got unexpected healthz status: sick, got invalid KMSv2 KeyID hash "": keyID is empty]',
      { healthz: "sick", keyId: "" },
    ],
  ])("is unhealthy: %s", async (text, more) => {
    kms.answer = { ...kms.answer, ...more };
    await expect(plugin.check()).rejects.toThrow(`kmsv2 Provider k is not healthy, error: ${text}`);
  });

  it("must not change its API version", async () => {
    kms.answer = { ...kms.answer, version: "v2beta1" };
    await plugin.start();
    kms.answer = { ...kms.answer, version: "v2" };
    await pass(20_000);
    await expect(plugin.check()).rejects.toThrow(
      "KMSv2 API version should not change after the initial status response version v2beta1, got v2",
    );
  });

  it("is asked again for keys that it failed to decrypt, although it reports that it is healthy", async () => {
    const other = new KmsKeys(kms, () => timers.now);
    await other.rotate("1");
    const value = kmsTransformer(other).toStorage("planted", "/p") as Uint8Array;
    await plugin.start();
    kms.down = DOWN;
    await plugin.keys.unlock([decodeEncryptedObject(value)]);
    kms.down = undefined;
    expect(readable).toBe(0);
    await pass(HEALTHY_INTERVAL);
    await plugin.check();
    expect(readable).toBe(1);
    expect(kmsTransformer(plugin.keys).fromStorage(value, "/p").value).toBe("planted");
  });
});
