import { afterAll, beforeAll, expect, test } from "vitest";
import { type ApiPlace, type Item, nextEvent } from "../apiPlace.ts";
import { condition, NGINX, template } from "../bodies.ts";
import { type ClusterUnderTest, readyNodes, startClusterUnderTest } from "../clusterUnderTest.ts";
import { at, matches } from "../shape.ts";

let cluster: ClusterUnderTest;
let nodes: string[];
beforeAll(async () => {
  cluster = await startClusterUnderTest();
  nodes = await readyNodes(cluster.whole);
});
afterAll(() => cluster.stop());

const SETS = "apps/v1/daemonsets";
const LABELS = { "daemonset-name": "set" };
const SELECTED = `${SETS}?labelSelector=daemonset-name%3Dset`;

const make = (place: ApiPlace, spec: object = {}, podSpec: object = {}): Promise<Item> =>
  place.create(SETS, {
    metadata: { name: "set", labels: LABELS },
    spec: { selector: { matchLabels: LABELS }, template: template(LABELS, podSpec), ...spec },
  });

/** Waits until exactly these nodes run a pod of the set. */
async function runsOn(place: ApiPlace, names: readonly string[], shape: object = {}): Promise<Item[]> {
  const pods = await place.become("v1/pods?labelSelector=daemonset-name%3Dset", (items) => {
    const isUp = items.every((item) =>
      matches(item, { status: { phase: "Running", conditions: [condition("Ready")] }, ...shape }),
    );
    return (
      isUp &&
      same(
        items.map((item) => at<string>(item, "spec.nodeName")),
        names,
      )
    );
  });
  await place.becomes(`${SETS}/set`, {
    status: { desiredNumberScheduled: names.length, numberReady: names.length, currentNumberScheduled: names.length },
  });
  return pods;
}
const same = (a: readonly string[], b: readonly string[]): boolean => a.toSorted().join() === b.toSorted().join();

test("[sig-apps] Daemon set [Serial] should run and stop simple daemon", async () => {
  const place = await cluster.namespace();
  await make(place);
  const [first] = (await runsOn(place, nodes)) as [Item];
  await place.remove(`v1/pods/${first.metadata.name}`);
  await place.gone(`v1/pods/${first.metadata.name}`);
  await runsOn(place, nodes);
  await place.remove(`${SETS}/set`);
  await place.become("v1/pods", (items) => items.length === 0);
});

test("[sig-apps] Daemon set [Serial] should run and stop complex daemon", async () => {
  const place = await cluster.namespace();
  const [node = ""] = nodes;
  await make(place, {}, { nodeSelector: { color: "blue" } });
  await runsOn(place, []);
  await cluster.whole.patch(`v1/nodes/${node}`, { metadata: { labels: { color: "blue" } } });
  await runsOn(place, [node]);
  await cluster.whole.patch(`v1/nodes/${node}`, { metadata: { labels: { color: "green" } } });
  await runsOn(place, []);
  await place.patch(`${SETS}/set`, {
    spec: { updateStrategy: { type: "RollingUpdate" }, template: { spec: { nodeSelector: { color: "green" } } } },
  });
  await runsOn(place, [node]);
  await cluster.whole.patch(`v1/nodes/${node}`, { metadata: { labels: { color: null } } });
});

test("[sig-apps] Daemon set [Serial] should retry creating failed daemon pods", async () => {
  const place = await cluster.namespace();
  await make(place);
  const [first] = (await runsOn(place, nodes)) as [Item];
  const name = first.metadata.name;
  await place.patch(`v1/pods/${name}/status`, { status: { phase: "Failed" } });
  await place.gone(`v1/pods/${name}`);
  const pods = await runsOn(place, nodes);
  expect(pods.map(({ metadata }) => metadata.name)).not.toContain(name);
});

test("[sig-apps] Daemon set [Serial] should update pod when spec was updated and update strategy is RollingUpdate", async () => {
  const place = await cluster.namespace();
  await make(place, { updateStrategy: { type: "RollingUpdate" } });
  await runsOn(place, nodes);
  const hashes = (): Promise<unknown[]> =>
    place
      .list(`apps/v1/controllerrevisions?labelSelector=daemonset-name%3Dset`)
      .then((items) => items.map((item) => at(item, "revision")));
  expect(await hashes()).toEqual([1]);
  await place.patch(
    `${SETS}/set`,
    { spec: { template: { spec: { containers: [{ name: "main", image: NGINX }] } } } },
    "strategic-merge",
  );
  await runsOn(place, nodes, { spec: { containers: [{ image: NGINX }] } });
  await place.becomes(`${SETS}/set`, {
    status: { updatedNumberScheduled: nodes.length, numberAvailable: nodes.length },
  });
  expect((await hashes()).sort()).toEqual([1, 2]);
});

test("[sig-apps] Daemon set [Serial] should rollback without unnecessary restarts", async () => {
  const place = await cluster.namespace();
  const { spec } = await make(place, { updateStrategy: { type: "RollingUpdate" } });
  const before = await runsOn(place, nodes);
  // A missing image keeps the rollout from completing.
  const containers = [{ name: "main", image: "foo:non-existent" }];
  await place.patch(`${SETS}/set`, { spec: { template: { spec: { containers } } } }, "strategic-merge");
  await place.becomes(`${SETS}/set`, { status: { updatedNumberScheduled: 1 } });
  await place.update(`${SETS}/set`, (object) => ({ ...object, spec }));
  const after = await runsOn(place, nodes, {
    spec: { containers: [{ image: at(spec, "template.spec.containers.0.image") }] },
  });
  const old = new Set(before.map(({ metadata }) => metadata.uid));
  expect(after.filter(({ metadata }) => old.has(metadata.uid))).toHaveLength(nodes.length - 1);
});

test("[sig-apps] Daemon set [Serial] should list and delete a collection of DaemonSets", async () => {
  const place = await cluster.namespace();
  await make(place);
  await runsOn(place, nodes);
  expect(await cluster.whole.list(SELECTED)).toContainEqual(
    expect.objectContaining({ metadata: expect.objectContaining({ namespace: place.namespace }) }),
  );
  await place.remove(SELECTED);
  await place.become(SELECTED, (items) => items.length === 0);
});

test("[sig-apps] Daemon set [Serial] should verify changes to a daemon set status", async () => {
  const place = await cluster.namespace();
  await make(place);
  await runsOn(place, nodes);
  expect(await place.get(`${SETS}/set/status`)).toMatchObject({ status: { numberReady: nodes.length } });
  const watch = await place.watch(`${SELECTED}&resourceVersion=0`);
  const set = condition("StatusUpdate", "True", { reason: "E2E", message: "Set from a test" });
  await place.update(`${SETS}/set/status`, (object) => ({
    ...object,
    status: { ...(object["status"] as object), conditions: [set] },
  }));
  await nextEvent(watch, "MODIFIED", { status: { conditions: [set] } });
  await place.patch(`${SETS}/set/status`, { status: { conditions: [condition("StatusPatched")] } });
  await nextEvent(watch, "MODIFIED", { status: { conditions: [condition("StatusPatched")] } });
  watch.close();
});
