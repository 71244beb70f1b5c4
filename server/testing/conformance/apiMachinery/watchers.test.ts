import { afterAll, beforeAll, expect, test } from "vitest";
import { nextEvent } from "../apiPlace.ts";
import { configMap } from "../bodies.ts";
import { type ClusterUnderTest, startClusterUnderTest } from "../clusterUnderTest.ts";

let cluster: ClusterUnderTest;
beforeAll(async () => {
  cluster = await startClusterUnderTest({ simulatedNodes: 0 });
});
afterAll(() => cluster.stop());

const MAPS = "v1/configmaps";
const of = (label: string): string => `${MAPS}?labelSelector=${encodeURIComponent(`watch in (${label})`)}`;
const mutated = (count: number): { data: Record<string, string> } => ({ data: { mutation: String(count) } });

test("[sig-api-machinery] Watchers should observe add, update, and delete watch notifications on configmaps", async () => {
  const place = await cluster.namespace();
  const [a, b, both] = await Promise.all(["a", "b", "a,b"].map((label) => place.watch(of(label))));
  if (a === undefined || b === undefined || both === undefined) throw new Error("no watch");
  await place.create(MAPS, configMap("map-a", {}, { watch: "a" }));
  for (const watch of [a, both]) await nextEvent(watch, "ADDED", { metadata: { name: "map-a" } });
  for (const count of [1, 2]) {
    await place.patch(`${MAPS}/map-a`, mutated(count));
    for (const watch of [a, both]) await nextEvent(watch, "MODIFIED", mutated(count));
  }
  await place.remove(`${MAPS}/map-a`);
  for (const watch of [a, both]) await nextEvent(watch, "DELETED", { metadata: { name: "map-a" } });
  await place.create(MAPS, configMap("map-b", {}, { watch: "b" }));
  for (const watch of [b, both]) expect((await watch.next())?.object.metadata.name).toBe("map-b");
  await place.remove(`${MAPS}/map-b`);
  for (const watch of [b, both]) expect((await watch.next())?.type).toBe("DELETED");
  for (const watch of [a, b, both]) watch.close();
});

test("[sig-api-machinery] Watchers should be able to start watching from a specific resource version", async () => {
  const place = await cluster.namespace();
  await place.create(MAPS, configMap("map", {}, { watch: "version" }));
  const first = await place.patch(`${MAPS}/map`, mutated(1));
  await place.patch(`${MAPS}/map`, mutated(2));
  await place.remove(`${MAPS}/map`);
  const watch = await place.watch(`${of("version")}&resourceVersion=${first.metadata.resourceVersion}`);
  expect(await watch.next()).toMatchObject({ type: "MODIFIED", object: mutated(2) });
  expect(await watch.next()).toMatchObject({ type: "DELETED", object: mutated(2) });
  watch.close();
});

test("[sig-api-machinery] Watchers should be able to restart watching from the last resource version observed by the previous watch", async () => {
  const place = await cluster.namespace();
  const before = await place.watch(of("restarted"));
  await place.create(MAPS, configMap("map", {}, { watch: "restarted" }));
  await place.patch(`${MAPS}/map`, mutated(1));
  await nextEvent(before, "ADDED");
  const last = await nextEvent(before, "MODIFIED", mutated(1));
  before.close();
  await place.patch(`${MAPS}/map`, mutated(2));
  await place.remove(`${MAPS}/map`);
  const after = await place.watch(`${of("restarted")}&resourceVersion=${last.metadata.resourceVersion}`);
  expect(await after.next()).toMatchObject({ type: "MODIFIED", object: mutated(2) });
  expect(await after.next()).toMatchObject({ type: "DELETED" });
  after.close();
});

test("[sig-api-machinery] Watchers should observe an object deletion if it stops meeting the requirements of the selector", async () => {
  const place = await cluster.namespace();
  const watch = await place.watch(of("changed"));
  const label = (value: string) => ({ metadata: { labels: { watch: value } } });
  await place.create(MAPS, configMap("map", {}, { watch: "changed" }));
  await place.patch(`${MAPS}/map`, mutated(1));
  await place.patch(`${MAPS}/map`, label("wrong"));
  for (const type of ["ADDED", "MODIFIED", "DELETED"]) expect((await watch.next())?.type).toBe(type);
  await place.patch(`${MAPS}/map`, mutated(2));
  await place.patch(`${MAPS}/map`, label("changed"));
  await place.patch(`${MAPS}/map`, mutated(3));
  await place.remove(`${MAPS}/map`);
  expect(await watch.next()).toMatchObject({ type: "ADDED", object: mutated(2) });
  expect(await watch.next()).toMatchObject({ type: "MODIFIED", object: mutated(3) });
  expect(await watch.next()).toMatchObject({ type: "DELETED", object: mutated(3) });
  watch.close();
});

test("[sig-api-machinery] Watchers should receive events on concurrent watches in same order", async () => {
  const place = await cluster.namespace();
  const start = (await place.create(MAPS, configMap("start"))).metadata.resourceVersion;
  const writes = Array.from({ length: 100 }, (_, index) => index);
  const all = await place.watch(`${MAPS}?resourceVersion=${start}`);
  // Watches begin at every version during concurrent writes.
  const writing = Promise.all(
    [0, 1, 2, 3, 4].map(async (writer) => {
      for (const index of writes.filter((each) => each % 5 === writer)) {
        const { metadata } = await place.create(MAPS, configMap(`cm-${index}`));
        if (index % 3 === 0) await place.patch(`${MAPS}/${metadata.name}`, mutated(index));
        if (index % 7 === 0) await place.remove(`${MAPS}/${metadata.name}`);
      }
    }),
  );
  await writing;
  await place.create(MAPS, configMap("last"));
  const versions: string[] = [];
  for (;;) {
    const event = await all.next();
    versions.push(`${event?.type} ${event?.object.metadata.resourceVersion}`);
    if (event?.object.metadata.name === "last") break;
  }
  for (let index = 0; index < versions.length - 1; index += 7) {
    const watch = await place.watch(`${MAPS}?resourceVersion=${versions[index]?.split(" ")[1]}`);
    const seen: string[] = [];
    while (seen.length < versions.length - index - 1) {
      const event = await watch.next();
      seen.push(`${event?.type} ${event?.object.metadata.resourceVersion}`);
    }
    expect(seen).toEqual(versions.slice(index + 1));
    watch.close();
  }
  all.close();
});
