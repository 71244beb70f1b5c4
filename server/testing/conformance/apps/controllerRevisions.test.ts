import { afterAll, beforeAll, expect, test } from "vitest";
import { type Item, refused } from "../apiPlace.ts";
import { template } from "../bodies.ts";
import { type ClusterUnderTest, startClusterUnderTest } from "../clusterUnderTest.ts";

let cluster: ClusterUnderTest;
beforeAll(async () => {
  cluster = await startClusterUnderTest();
});
afterAll(() => cluster.stop());

const REVISIONS = "apps/v1/controllerrevisions";
const SETS = "apps/v1/daemonsets";

test("[sig-apps] ControllerRevision [Serial] should manage the lifecycle of a ControllerRevision", async () => {
  const place = await cluster.namespace();
  const labels = { "daemonset-name": "set" };
  const selected = `${REVISIONS}?labelSelector=daemonset-name%3Dset`;
  await place.create(SETS, {
    metadata: { name: "set", labels },
    spec: { selector: { matchLabels: labels }, template: template(labels) },
  });
  await place.becomes(`${SETS}/set`, {
    status: { numberAvailable: (count: number) => count >= 2 },
  });
  const [initial] = (await place.become(selected, (items) => items.length === 1)) as [Item];
  expect(initial).toMatchObject({ revision: 1, metadata: { ownerReferences: [{ kind: "DaemonSet", name: "set" }] } });

  const patched = await place.patch(`${REVISIONS}/${initial.metadata.name}`, {
    metadata: { labels: { [initial.metadata.name]: "patched" } },
  });
  expect(patched.metadata.labels).toMatchObject({ [initial.metadata.name]: "patched" });

  const { metadata, revision: _, ...rest } = initial;
  const made = await place.create(REVISIONS, {
    ...rest,
    metadata: { generateName: "set-", labels, ownerReferences: metadata.ownerReferences },
    revision: 2,
  });
  await place.become(selected, (items) => items.length === 2);
  await place.remove(`${REVISIONS}/${initial.metadata.name}`);
  // The set's present template equals the other revision, so that one is kept.
  await place.become(selected, (items) => items.length === 1 && items[0]?.metadata.uid === made.metadata.uid);

  const updated = await place.update(`${REVISIONS}/${made.metadata.name}`, (object) => ({
    ...object,
    metadata: { ...object.metadata, labels: { ...object.metadata.labels, [made.metadata.name]: "updated" } },
  }));
  expect(updated.metadata.labels).toMatchObject({ [made.metadata.name]: "updated" });

  const before = await place.get(`${SETS}/set`);
  await place.patch(`${SETS}/set`, {
    spec: { template: { spec: { terminationGracePeriodSeconds: 2 } } },
  });
  await place.becomes(`${SETS}/set`, {
    metadata: { generation: (before.metadata.generation ?? 0) + 1 },
    status: { observedGeneration: (before.metadata.generation ?? 0) + 1 },
  });
  await place.become(selected, (items) => items.length === 2);
  await place.remove(`${REVISIONS}?labelSelector=${made.metadata.name}%3Dupdated`);
  await refused(place.send("GET", `${REVISIONS}/${made.metadata.name}`), 404);
  await place.become(selected, (items) => items.length === 1);
});
