import { afterEach, beforeEach, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { notFound } from "../../../../shared/status.ts";
import { until } from "../../testing/until.ts";
import { type TestParts, testParts } from "../testing/parts.ts";
import { keepDefaultRange, type RunningDefaultRange } from "./defaultRange.ts";

const RANGES = { group: "networking.k8s.io", version: "v1beta1", resource: "servicecidrs" };
const OWN = { ...RANGES, name: "kubernetes" };
const START = Date.parse("2026-01-02T03:04:05Z");

let parts: TestParts;
let running: RunningDefaultRange | undefined;
let told: string[][];
let logged: string[];
beforeEach(() => {
  parts = testParts(START);
  [told, logged] = [[], []];
});
afterEach(() => running?.stop());

const start = (...cidrs: string[]): RunningDefaultRange => {
  running = keepDefaultRange({
    ...parts,
    cidrs,
    recorder: {
      record: (object, type, reason, message) => told.push([object.metadata.name ?? "", type, reason, message]),
    },
    log: (message) => logged.push(message),
    onError: (error) => parts.onError(error, ""),
  });
  return running;
};
const existing = (cidrs: string[], more: Partial<ApiObject> = {}) =>
  parts.client.create(RANGES, { metadata: { name: "kubernetes" }, spec: { cidrs }, ...more });
const condition = (status: string) => ({
  status: { conditions: [{ type: "Ready", status, reason: "Why", message: "so" }] },
});
/** Advances to the next check. */
const again = async (): Promise<void> => {
  const { timers } = parts;
  await until(() => timers.pending().length === 1);
  expect(timers.pending()).toEqual([10_000]);
  timers.advance(10_000);
  await until(() => timers.pending().length === 1);
};

it("creates the ServiceCIDR of the flag, marks it ready, and recreates it after deletion", async () => {
  await start("10.0.0.0/24", "fd00::/112").first;
  const wanted = {
    metadata: { name: "kubernetes" },
    spec: { cidrs: ["10.0.0.0/24", "fd00::/112"] },
    status: {
      conditions: [
        {
          type: "Ready",
          status: "True",
          message: "Kubernetes default Service CIDR is ready",
          lastTransitionTime: "2026-01-02T03:04:05Z",
        },
      ],
    },
  };
  expect(await parts.client.get(OWN)).toMatchObject(wanted);
  await parts.client.delete(OWN);
  await again();
  expect(await parts.client.get(OWN)).toMatchObject({ spec: wanted.spec });
  expect([told, logged, parts.errors]).toEqual([[], [], []]);
});

it("writes nothing when the ServiceCIDR is up to date", async () => {
  await existing(["10.0.0.0/24"], condition("True"));
  const writes = parts.client.calls.length;
  await start("10.0.0.0/24").first;
  await again();
  expect([parts.client.calls.length, told]).toEqual([writes, []]);
});

it("reports once that the flag differs and leaves the object unchanged", async () => {
  await existing(["10.0.0.0/24"]);
  await start("10.1.0.0/24", "fd00::/112").first;
  await again();
  expect(told).toEqual([
    [
      ...["kubernetes", "Warning", "KubernetesDefaultServiceCIDRInconsistent"],
      "The default ServiceCIDR [10.0.0.0/24] does not match the flag configurations [10.1.0.0/24 fd00::/112]",
    ],
  ]);
  expect(logged).toHaveLength(1);
  const object = await parts.client.get(OWN);
  expect([object["spec"], object["status"]]).toEqual([{ cidrs: ["10.0.0.0/24"] }, undefined]);
});

it("repeats the reason for not being ready", async () => {
  await existing(["10.0.0.0/24"], condition("False"));
  await start("10.0.0.0/24").first;
  await again();
  expect(told).toEqual(Array.from({ length: 2 }, () => ["kubernetes", "Warning", "Why", "so"]));
});

it("ignores a ServiceCIDR that is being deleted", async () => {
  const metadata = { name: "kubernetes", finalizers: ["a/b"] };
  await existing(["10.1.0.0/24"], { metadata });
  await parts.client.delete(OWN);
  const writes = parts.client.calls.length;
  await start("10.0.0.0/24").first;
  expect([parts.client.calls.length, told]).toEqual([writes, []]);
});

it("accepts a ServiceCIDR that another API server created concurrently", async () => {
  const { client } = parts;
  const { get } = client;
  let isHidden = true;
  await existing(["10.0.0.0/24"], condition("True"));

  client.get = async (ref) => {
    if (!isHidden) return get(ref);
    isHidden = false;
    throw notFound(ref, ref.name ?? "");
  };
  await start("10.0.0.0/24").first;
  expect(told).toEqual([]);
});

it("reports a failed creation or status update and retries soon", async () => {
  const { client, timers, errors } = parts;
  client.failNext("create", new Error("no room"));
  await start("10.0.0.0/24").first;
  expect([errors.map(String), timers.pending()]).toEqual([["Error: no room"], [1000]]);
  client.failNext("patch", new Error("not now"));
  timers.advance(1000);
  await until(() => timers.pending().length === 1);
  expect(timers.pending()).toEqual([10_000]);
  expect(told.map(([, , reason, message]) => [reason, message])).toEqual([
    ["KubernetesDefaultServiceCIDRError", "The default ServiceCIDR can not be created"],
    ["KubernetesDefaultServiceCIDRError", "The default ServiceCIDR Status can not be set to Ready=True"],
  ]);
});
