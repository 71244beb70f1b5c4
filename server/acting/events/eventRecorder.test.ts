import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { notFound } from "../../../shared/status.ts";
import { memoryClient } from "../testing/memoryClient.ts";
import { EventRecorder } from "./eventRecorder.ts";

const POD: ApiObject = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop", uid: "u1" } };
const EVENTS = { group: "", version: "v1", resource: "events" };

function setUp() {
  const client = memoryClient();
  const errors: unknown[] = [];
  const clock = { now: Date.parse("2026-01-02T03:04:05Z") };
  const onError = (error: unknown) => errors.push(error);
  const recorder = new EventRecorder({ client, component: "tester", now: () => clock.now, onError });
  const stored = async (): Promise<ApiObject[]> => {
    await recorder.idle();
    return [...(await client.list(EVENTS)).items];
  };
  return { client, errors, clock, recorder, stored };
}

describe("EventRecorder", () => {
  it("creates an event for an object in the object's namespace", async () => {
    const { recorder, stored } = setUp();
    recorder.record(POD, "Normal", "Started", "It runs", { fieldPath: "spec.containers{c}" });
    expect(await stored()).toMatchObject([
      {
        metadata: { name: expect.stringMatching(/^web\.[0-9a-f]{16}$/), namespace: "shop" },
        involvedObject: {
          apiVersion: "v1",
          kind: "Pod",
          namespace: "shop",
          name: "web",
          uid: "u1",
          fieldPath: "spec.containers{c}",
        },
        type: "Normal",
        reason: "Started",
        message: "It runs",
        count: 1,
        firstTimestamp: "2026-01-02T03:04:05Z",
        lastTimestamp: "2026-01-02T03:04:05Z",
        source: { component: "tester" },
        reportingComponent: "tester",
      },
    ]);
  });

  it("creates events for cluster-scoped objects in the default namespace", async () => {
    const { recorder, stored } = setUp();
    recorder.record({ apiVersion: "v1", kind: "Node", metadata: { name: "n1" } }, "Warning", "Gone", "It went");
    expect((await stored())[0]?.metadata.namespace).toBe("default");
  });

  it("increments the count of a repeated event and recreates it after it expired", async () => {
    const { client, clock, recorder, stored } = setUp();
    recorder.record(POD, "Normal", "Pulled", "again");
    await recorder.idle();
    clock.now += 60_000;
    recorder.record(POD, "Normal", "Pulled", "again");
    const [event] = await stored();
    expect(event).toMatchObject({
      count: 2,
      firstTimestamp: "2026-01-02T03:04:05Z",
      lastTimestamp: "2026-01-02T03:05:05Z",
    });
    await client.delete({ ...EVENTS, namespace: "shop", name: event?.metadata.name ?? "" });
    recorder.record(POD, "Normal", "Pulled", "again");
    expect(await stored()).toMatchObject([{ count: 1, firstTimestamp: "2026-01-02T03:05:05Z" }]);
  });

  it("combines events that differ only in their message from the tenth on", async () => {
    const { recorder, stored } = setUp();
    for (let i = 0; i < 12; i++) recorder.record(POD, "Normal", "Created", `pod ${i}`);
    const messages = (await stored()).map(({ message, count }) => `${count} ${message}`);
    expect(messages).toEqual([
      ...Array.from({ length: 9 }, (_, i) => `1 pod ${i}`),
      "3 (combined from similar events): pod 11",
    ]);
  });

  it("limits events per object to a burst of 25, then one per five minutes", async () => {
    const { clock, recorder, stored } = setUp();
    for (let i = 0; i < 40; i++) recorder.record(POD, "Normal", `Reason${i}`, "x");
    expect(await stored()).toHaveLength(25);
    clock.now += 300_000;
    recorder.record(POD, "Normal", "Later", "x");
    recorder.record(POD, "Normal", "TooMuch", "x");
    expect((await stored()).map(({ reason }) => reason).slice(25)).toEqual(["Later"]);
  });

  it("reports write failures and continues", async () => {
    const { client, errors, recorder, stored } = setUp();
    client.failNext("create", new Error("full"));
    recorder.record(POD, "Normal", "One", "x");
    recorder.record(POD, "Normal", "Two", "x");
    expect((await stored()).map(({ reason }) => reason)).toEqual(["Two"]);
    expect(errors).toEqual([new Error("full")]);
  });

  it("reports no failures for deleted namespaces", async () => {
    const { client, errors, recorder } = setUp();
    client.failNext("create", notFound({ group: "", resource: "namespaces" }, "shop"));
    recorder.record(POD, "Normal", "Told", "One");
    await recorder.idle();
    expect(errors).toEqual([]);
    client.failNext("create", notFound({ group: "", resource: "events" }, "web"));
    recorder.record(POD, "Normal", "Told", "Two");
    await recorder.idle();
    expect(errors).toHaveLength(1);
  });

  it("writes nothing after it is stopped", async () => {
    const { client, recorder } = setUp();
    for (const number of [1, 2, 3]) recorder.record(POD, "Normal", "Told", `Number ${number}`);
    await recorder.stop();
    recorder.record(POD, "Normal", "Told", "Later");
    await recorder.idle();
    // The first one was already being written.
    expect((await client.list(EVENTS)).items.map(({ message }) => message)).toEqual(["Number 1"]);
  });
});
