import { afterAll, beforeAll, expect, test } from "vitest";
import { refused } from "../apiPlace.ts";
import { type ClusterUnderTest, startClusterUnderTest } from "../clusterUnderTest.ts";

let cluster: ClusterUnderTest;
beforeAll(async () => {
  cluster = await startClusterUnderTest({ simulatedNodes: 0 });
});
afterAll(() => cluster.stop());

const CORE = "v1/events";
const EVENTS = "events.k8s.io/v1/events";
const TIME = "2026-01-02T03:04:05.000001Z";

/** An Event of the core group. */
const coreEvent = (name: string, namespace: string) => ({
  metadata: { name, labels: { "testevent-constant": "true" } },
  message: "This is a test event",
  reason: "Test",
  type: "Normal",
  count: 1,
  involvedObject: { namespace },
});
/** The same Event in its own group. */
const newEvent = (name: string, namespace: string) => ({
  metadata: { name, labels: { "testevent-set": "true" } },
  regarding: { namespace },
  eventTime: TIME,
  note: `This is ${name}`,
  action: "Do",
  reason: "Test",
  type: "Normal",
  reportingController: "test-controller",
  reportingInstance: "test-node",
});

test("[sig-instrumentation] Events should manage the lifecycle of an event", async () => {
  const place = await cluster.namespace();
  await place.create(CORE, coreEvent("event-test", place.namespace));
  const everywhere = await cluster.whole.list(`${CORE}?labelSelector=testevent-constant%3Dtrue`);
  expect(everywhere.map(({ metadata }) => metadata.namespace)).toContain(place.namespace);
  const message = "This is a test event - patched";
  const patched = await place.patch(`${CORE}/event-test`, { message }, "strategic-merge");
  expect(patched).toMatchObject({ message });
  expect(await place.get(`${CORE}/event-test`)).toMatchObject({ message });
  const updated = await place.update(`${CORE}/event-test`, (object) => ({
    ...object,
    series: { count: 100, lastObservedTime: TIME },
  }));
  expect(updated).toMatchObject({ series: { count: 100, lastObservedTime: TIME } });
  expect(await place.get(`${CORE}/event-test`)).toMatchObject({ series: { count: 100 } });
  await place.remove(`${CORE}/event-test`);
  expect(await place.list(`${CORE}?labelSelector=testevent-constant%3Dtrue`)).toEqual([]);
});

test("[sig-instrumentation] Events should delete a collection of events", async () => {
  const place = await cluster.namespace();
  for (const name of ["one", "two", "three"]) await place.create(CORE, coreEvent(name, place.namespace));
  const selected = `${CORE}?labelSelector=testevent-constant%3Dtrue`;
  expect(await place.list(selected)).toHaveLength(3);
  await place.remove(selected);
  await place.become(selected, (items) => items.length === 0);
});

test("[sig-instrumentation] Events API should ensure that an event can be fetched, patched, deleted, and listed", async () => {
  const place = await cluster.namespace();
  await place.create(EVENTS, newEvent("event-test", place.namespace));
  expect((await cluster.whole.list(EVENTS)).map(({ metadata }) => metadata.name)).toContain("event-test");
  expect((await place.list(EVENTS)).map(({ metadata }) => metadata.name)).toContain("event-test");
  const bySource = await place.list(`${CORE}?fieldSelector=source%3Dtest-controller`);
  expect(bySource.map(({ metadata }) => metadata.name)).toContain("event-test");
  expect(await place.get(`${EVENTS}/event-test`)).toMatchObject({
    note: "This is event-test",
    regarding: { namespace: place.namespace },
  });
  const patched = await place.patch(`${EVENTS}/event-test`, { series: { count: 2, lastObservedTime: TIME } });
  expect(patched).toMatchObject({ series: { count: 2, lastObservedTime: TIME } });
  const updated = await place.update(`${EVENTS}/event-test`, (object) => ({
    ...object,
    series: { count: 100, lastObservedTime: "2026-01-02T03:04:06.000001Z" },
  }));
  expect(updated).toMatchObject({ series: { count: 100 } });
  await place.remove(`${EVENTS}/event-test`);
  await refused(place.send("GET", `${EVENTS}/event-test`), 404);
  expect(await place.list(EVENTS)).toEqual([]);
});

test("[sig-instrumentation] Events API should delete a collection of events", async () => {
  const place = await cluster.namespace();
  for (const name of ["one", "two", "three"]) await place.create(EVENTS, newEvent(name, place.namespace));
  const selected = `${EVENTS}?labelSelector=testevent-set%3Dtrue`;
  expect(await place.list(selected)).toHaveLength(3);
  await place.remove(selected);
  await place.become(selected, (items) => items.length === 0);
});
