import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { conflict } from "../../../../shared/status.ts";
import { followUsage } from "../../../access/admission/quota/usageIndex.ts";
import { type MemoryReader, memoryReader } from "../../../access/authorization/testing/memoryReader.ts";
import { memoryClient, served } from "../../testing/memoryClient.ts";
import { until } from "../../testing/until.ts";
import type { RunningController } from "../controller.ts";
import { type TestParts, testParts } from "../testing/parts.ts";
import { resourceQuotaController } from "./resourceQuotas.ts";

const SECRETS = { group: "", resource: "secrets" };
const PODS = { group: "", resource: "pods" };
const QUOTAS = { group: "", version: "v1", resource: "resourcequotas", namespace: "n" };

let parts: TestParts;
let reader: MemoryReader;
let running: RunningController;

const secret = (name: string, namespace = "n"): ApiObject => ({ metadata: { name, namespace, uid: name } });
const quota = (hard: object, status: object = {}): Promise<ApiObject> =>
  parts.client.create(QUOTAS, { metadata: { name: "q", namespace: "n" }, spec: { hard }, status });
const status = async (): Promise<unknown> => (await parts.client.get({ ...QUOTAS, name: "q" }))["status"];
const writes = (): number => parts.client.calls.filter(({ verb }) => verb === "update/status").length;
const becomes = async (expected: object): Promise<void> => {
  await until(async () => JSON.stringify(await status()) === JSON.stringify(expected));
};
const start = (options: { isShared?: boolean } = {}): void => {
  running = resourceQuotaController(
    parts,
    followUsage(reader, parts.vocabulary, parts.now, { steady: parts.now, ...options }),
  );
};

beforeEach(() => {
  parts = {
    ...testParts(0),
    client: memoryClient([served("", "secrets", "Secret"), served("", "pods", "Pod")]),
  };
  reader = memoryReader();
});
afterEach(async () => {
  await running.stop();
  expect(parts.errors).toEqual([]);
});

describe("resourceQuotaController", () => {
  it("initializes the status with the current usage", async () => {
    reader.put(SECRETS, secret("a"));
    reader.put(SECRETS, secret("b", "other"));
    await quota({ pods: "4", secrets: "2" });
    start();
    await running.settled();
    expect(await status()).toEqual({ hard: { pods: "4", secrets: "2" }, used: { pods: "0", secrets: "1" } });
    expect(writes()).toBe(1);
  });

  it("decreases usage when objects are deleted or finish, and writes nothing otherwise", async () => {
    const pod = { ...secret("p"), status: { phase: "Running" } };
    reader.put(SECRETS, secret("a"));
    reader.put(PODS, pod);
    await quota({ pods: "4", secrets: "2" });
    start();
    await running.settled();
    reader.put(SECRETS, secret("a"));
    reader.put(SECRETS, secret("far", "other"));
    reader.remove(SECRETS, "other", "far");
    await running.settled();
    expect(writes()).toBe(1);
    reader.remove(SECRETS, "n", "a");
    await becomes({ hard: { pods: "4", secrets: "2" }, used: { pods: "1", secrets: "0" } });
    reader.put(PODS, { ...pod, status: { phase: "Failed" } });
    await becomes({ hard: { pods: "4", secrets: "2" }, used: { pods: "0", secrets: "0" } });
    expect(writes()).toBe(3);
  });

  it("follows spec changes and ignores status writes by admission", async () => {
    const { metadata } = await quota({ secrets: "2" }, { hard: { secrets: "2" }, used: { secrets: "0" } });
    start();
    await running.settled();
    expect(writes()).toBe(0);
    const ahead = { metadata: { name: metadata.name, namespace: "n" }, spec: { hard: { secrets: "2" } } };
    await parts.client.update(
      { ...QUOTAS, name: "q" },
      { ...ahead, status: { hard: { secrets: "2" }, used: { secrets: "1" } } },
    );
    await running.settled();
    expect(writes()).toBe(0);
    await parts.client.update({ ...QUOTAS, name: "q" }, { ...ahead, spec: { hard: { pods: "1" } } });
    await becomes({ hard: { pods: "1" }, used: { pods: "0" } });
  });

  it("keeps the recorded usage of resources it cannot count", async () => {
    const hard = { "count/widgets.example.com": "3", made: "1", secrets: "1" };
    await quota(hard, { used: { "count/widgets.example.com": "2", old: "1" } });
    start();
    await running.settled();
    expect(await status()).toEqual({ hard, used: { "count/widgets.example.com": "2", secrets: "0" } });
  });

  it("retries soon after a conflict and recalculates periodically", async () => {
    parts.client.failNext("update/status", conflict(QUOTAS, "q", "the object has been modified"));
    await quota({ secrets: "2" });
    start();
    await running.settled();
    expect(await status()).toEqual({});
    parts.timers.advance(20);
    await becomes({ hard: { secrets: "2" }, used: { secrets: "0" } });
    await running.settled();
    parts.timers.advance(1000);
    await running.settled();
    reader.put(SECRETS, secret("unseen"));
    parts.timers.advance(5 * 60_000);
    await becomes({ hard: { secrets: "2" }, used: { secrets: "1" } });
  });

  it("delays usage decreases while another API server may just have admitted objects", async () => {
    await quota({ secrets: "4" }, { hard: { secrets: "4" }, used: { secrets: "1" } });
    start({ isShared: true });
    await running.settled();
    parts.timers.advance(14_999);
    await running.settled();
    expect(writes()).toBe(0);
    // The quota has let in another object.
    const metadata = { name: "q", namespace: "n" };
    const charged = {
      metadata,
      spec: { hard: { secrets: "4" } },
      status: { hard: { secrets: "4" }, used: { secrets: "2" } },
    };
    await parts.client.update({ ...QUOTAS, name: "q" }, charged);
    parts.timers.advance(1);
    await running.settled();
    parts.timers.advance(14_998);
    await running.settled();
    expect(writes()).toBe(0);
    reader.put(SECRETS, secret("first"));
    parts.timers.advance(2);
    await becomes({ hard: { secrets: "4" }, used: { secrets: "1" } });
  });
});
