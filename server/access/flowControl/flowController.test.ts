import { afterEach, expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { parseRequestInfo } from "../../../shared/requestInfo.ts";
import { createVocabulary } from "../../../shared/vocabulary.ts";
import { until } from "../../acting/testing/until.ts";
import { MetricRegistry } from "../../ground/observability/registry/metricRegistry.ts";
import type { RequestContext } from "../../ground/request/context.ts";
import { manualTimers } from "../../ground/timing/testing/manualTimers.ts";
import { FlowController, type Seat } from "./flowController.ts";
import { flowMetrics } from "./flowMetrics.ts";

const queuing = { queues: 1, handSize: 1, queueLengthLimit: 50 };
const level = (name: string, lendablePercent: number): ApiObject => ({
  metadata: { name, uid: name },
  spec: {
    type: "Limited",
    limited: { nominalConcurrencyShares: 10, lendablePercent, limitResponse: { type: "Queue", queuing } },
  },
});
const schema = (name: string): ApiObject => ({
  metadata: { name, uid: name },
  spec: {
    priorityLevelConfiguration: { name },
    matchingPrecedence: 10,
    rules: [
      {
        subjects: [{ kind: "User", user: { name } }],
        resourceRules: [{ verbs: ["*"], apiGroups: ["*"], resources: ["*"], namespaces: ["*"], clusterScope: true }],
      },
    ],
  },
});

let controller: FlowController | undefined;
afterEach(() => controller?.stop());

/** A controller with 20 seats for the given objects, and requests of users. `changed` reports that the objects changed. */
function startFlows(objects: Record<string, readonly ApiObject[]>) {
  const timers = manualTimers();
  const registry = new MetricRegistry();
  const listeners: (() => void)[] = [];
  const flows = new FlowController({
    reader: {
      list: ({ resource }) => objects[resource] ?? [],
      follow: (_resource, listener) => {
        listeners.push(listener as () => void);
        return () => undefined;
      },
    },
    vocabulary: createVocabulary(),
    seats: 20,
    queueTimeout: 600_000,
    metrics: flowMetrics(registry),
    sizeOf: () => undefined,
    timers,
  });
  controller = flows;
  const seats: Seat[] = [];
  const ask = (username: string, count: number): void => {
    const context = {
      user: { username, groups: [], extra: {} },
      info: parseRequestInfo("GET", "/api/v1/namespaces/a/configmaps/b", new URLSearchParams()),
      query: new URLSearchParams(),
    } as unknown as RequestContext;
    for (let i = 0; i < count; i++) {
      void Promise.resolve(flows.enter(context)).then((entered) => {
        if ("release" in entered) seats.push(entered);
      });
    }
  };
  const changed = (): void => {
    for (const listener of listeners) listener();
  };
  return { flows, timers, registry, seats, ask, changed };
}

it("idle seats are borrowed by another priority level and returned", async () => {
  const { flows, timers, seats, ask } = startFlows({
    flowschemas: [schema("busy"), schema("idle")],
    prioritylevelconfigurations: [level("busy", 0), level("idle", 100)],
  });
  const stateOf = (name: string) => {
    const found = [...flows.levels].find((each) => each.name === name);
    return [found?.seats, found?.waiting] as const;
  };
  ask("busy", 15);
  await until(() => seats.length === 10);
  expect([stateOf("busy"), stateOf("idle")]).toEqual([
    [10, 5],
    [10, 0],
  ]);
  timers.advance(10_000);
  await until(() => seats.length === 15);
  expect(stateOf("busy")[0]).toBeGreaterThanOrEqual(15);
  expect(stateOf("idle")[0]).toBeLessThanOrEqual(5);
  for (const seat of seats.splice(0)) seat.release();
  const [left = 0] = stateOf("idle");
  ask("idle", 10);
  await until(() => seats.length === left);
  timers.advance(10_000);
  await until(() => seats.length === 10);
  expect(stateOf("idle")).toEqual([10, 0]);
});

it("a deleted priority level serves its last request, then its metrics and seats are released", async () => {
  const objects = {
    flowschemas: [schema("left"), schema("going")],
    prioritylevelconfigurations: [level("left", 0), level("going", 0)],
  };
  const { flows, registry, seats, ask, changed } = startFlows(objects);
  const names = (): string[] => [...flows.levels].map(({ name }) => name);
  ask("going", 1);
  await until(() => seats.length === 1);
  objects.flowschemas = [schema("left")];
  objects.prioritylevelconfigurations = [level("left", 0)];
  changed();
  ask("left", 1);
  await until(() => seats.length === 2);
  expect(names()).toEqual(["left", "going"]);
  seats[0]?.release();
  ask("left", 1);
  await until(() => seats.length === 3);
  expect(names()).toEqual(["left"]);
  expect([...flows.levels].map((each) => each.limits.nominal)).toEqual([20]);
  expect(await registry.text()).not.toContain('nominal_limit_seats{priority_level="going"}');
});
