import { afterEach, beforeEach, expect, it } from "vitest";
import type { ApiObject, ObjectMeta } from "../../../../shared/object.ts";
import { notFound } from "../../../../shared/status.ts";
import { type MemoryReader, memoryReader } from "../../../access/authorization/testing/memoryReader.ts";
import type { ApiClient } from "../../../api/client/apiClient.ts";
import { addressObject } from "../../../api/resources/networking/addresses/addressObjects.ts";
import type { EventRecorder } from "../../events/eventRecorder.ts";
import { Informers } from "../../informers/informers.ts";
import { until } from "../../testing/until.ts";
import type { RunningController } from "../controller.ts";
import { type TestParts, testParts } from "../testing/parts.ts";
import { serviceCidrController } from "./serviceCidrs.ts";

const RANGES = { group: "networking.k8s.io", resource: "servicecidrs" };
const ADDRESSES = { group: "networking.k8s.io", resource: "ipaddresses" };
const START = Date.parse("2026-01-02T03:04:05Z");
const FINALIZER = "networking.k8s.io/service-cidr-finalizer";

let parts: TestParts;
let reader: MemoryReader;
let running: RunningController | undefined;
let told: string[][];
let refusals: Error[];
let writes: string[];
beforeEach(() => {
  parts = testParts(START);
  reader = memoryReader();
  [told, refusals, writes] = [[], [], []];
});
afterEach(() => running?.stop());

const range = (name: string, cidr: string, metadata: Partial<ObjectMeta> = {}): void =>
  reader.put(RANGES, { metadata: { name, ...metadata }, spec: { cidrs: [cidr] } });
const address = (name: string, labelled = true): void => {
  const object = addressObject(parts.vocabulary, name, { namespace: "default", name: "web" });
  if (!labelled) delete object.metadata.labels;
  reader.put(ADDRESSES, object);
};
const get = (name: string): ApiObject | undefined => reader.get(RANGES, "", name);
const ready = (name: string) =>
  (get(name)?.["status"] as { conditions: Record<string, string>[] } | undefined)?.conditions.map(
    ({ status, reason, message, lastTransitionTime }) => [status, reason, message, lastTransitionTime],
  );

async function start(): Promise<void> {
  const write = async (name: string, what: string, change: (object: ApiObject) => ApiObject): Promise<ApiObject> => {
    writes.push(`${what} ${name}`);
    const refusal = refusals.shift();
    if (refusal !== undefined) throw refusal;
    const object = get(name);
    if (object === undefined) throw notFound(RANGES, name);
    const next = change(structuredClone(object));
    if (next.metadata.deletionTimestamp !== undefined && (next.metadata.finalizers ?? []).length === 0) {
      reader.remove(RANGES, "", name);
    } else reader.put(RANGES, next);
    return next;
  };
  const client: Partial<ApiClient> = {
    patch: ({ name = "" }, { metadata }) =>
      write(name, "finalizers", (object) => ({ ...object, metadata: { ...object.metadata, ...(metadata as object) } })),
    apply: ({ name = "", subresource }, { status }) =>
      write(name, subresource ?? "", (object) => ({ ...object, status })),
  };
  running = serviceCidrController({
    ...parts,
    client: client as ApiClient,
    informers: new Informers(reader),
    recorder: {
      record: (object: ApiObject, type: string, reason: string, message: string) =>
        void told.push([object.metadata.name ?? "", type, reason, message]),
    } as unknown as EventRecorder,
  });
  await running.settled();
}

it("adds its finalizer and the Ready condition once", async () => {
  range("a", "10.0.0.0/24", { finalizers: ["x/y"] });
  await start();
  expect(get("a")?.metadata.finalizers).toEqual(["x/y", FINALIZER]);
  expect(ready("a")).toEqual([["True", undefined, "Kubernetes Service CIDR is ready", "2026-01-02T03:04:05Z"]]);
  address("10.0.0.1");
  await running?.settled();
  expect(writes).toEqual(["finalizers a", "status a"]);
});

it("reports a failed status update and retries later", async () => {
  range("a", "10.0.0.0/24", { finalizers: [FINALIZER] });
  refusals.push(new Error("not now"));
  await start();
  expect(told).toEqual([
    ["a", "Warning", "KubernetesServiceCIDRError", "The ServiceCIDR Status can not be set to Ready=True"],
  ]);
  parts.timers.advance(60_000);
  await until(() => ready("a") !== undefined);
  expect([told.length, parts.errors.map(String)]).toEqual([1, ["Error: not now"]]);
});

it("ignores a ServiceCIDR deleted meanwhile", async () => {
  range("a", "10.0.0.0/24");
  refusals.push(notFound(RANGES, "a"));
  await start();
  expect([told, parts.errors]).toEqual([[], []]);
});

it("removes the finalizer of a deleted ServiceCIDR once no address needs it and a delay has passed", async () => {
  range("a", "10.0.0.0/24", { finalizers: ["x/y", FINALIZER], deletionTimestamp: "2026-01-02T03:04:05Z" });
  address("10.0.0.1");
  // An address that the API server does not manage is ignored.
  address("10.0.0.2", false);
  await start();
  const held =
    "There are still IPAddresses referencing the ServiceCIDR, please remove them or create a new ServiceCIDR";
  expect(ready("a")).toEqual([["False", "Terminating", held, "2026-01-02T03:04:05Z"]]);
  parts.timers.advance(20_000);
  await running?.settled();
  expect(get("a")?.metadata.finalizers).toEqual(["x/y", FINALIZER]);
  reader.remove(ADDRESSES, "", "10.0.0.1");
  await until(() => get("a")?.metadata.finalizers?.length === 1);
  expect(get("a")?.metadata.finalizers).toEqual(["x/y"]);
});

it("waits until every API server has seen the deletion", async () => {
  range("a", "10.0.0.0/24", { finalizers: [FINALIZER], deletionTimestamp: "2026-01-02T03:04:05Z" });
  await start();
  expect([writes, parts.timers.pending()]).toEqual([[], [10_000]]);
  parts.timers.advance(10_000);
  await until(() => get("a") === undefined);
});

it("removes the finalizer when a newly created range covers the deleted one", async () => {
  range("a", "10.0.0.0/24", { finalizers: [FINALIZER], deletionTimestamp: "2026-01-02T03:04:05Z" });
  address("10.0.0.1");
  await start();
  parts.timers.advance(20_000);
  range("b", "10.0.0.0/16");
  await until(() => get("a") === undefined);
});
