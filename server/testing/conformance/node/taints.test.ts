import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ApiPlace, nextEvent } from "../apiPlace.ts";
import { PAUSE } from "../bodies.ts";
import { type ClusterUnderTest, sandboxPasses, startClusterUnderTest } from "../clusterUnderTest.ts";
import { ending } from "../containerOutput.ts";
import { at } from "../shape.ts";

/** Factor by which time runs faster, because pods tolerate a taint for seconds. */
const SPEED = 10;

let cluster: ClusterUnderTest;
let place: ApiPlace;
beforeAll(async () => {
  cluster = await startClusterUnderTest({}, SPEED);
});
afterAll(() => cluster.stop());
beforeEach(async () => {
  place = await cluster.namespace();
});

const TAINT = { key: "kubernetes.io/e2e-evict-taint-key", value: "evictTaintVal", effect: "NoExecute" };

/** Runs a pod that tolerates the taint for `tolerationSeconds`. @returns the node that it is on */
async function runs(name: string, tolerationSeconds: number, spec: object = {}): Promise<string> {
  const tolerations = [{ ...TAINT, tolerationSeconds }];
  const pod = ending(name, { image: PAUSE }, { restartPolicy: "Always", tolerations, ...spec });
  await place.create("v1/pods", { ...pod, metadata: { ...pod.metadata, labels: { group: "taint-eviction" } } });
  return at<string>(await place.becomes(`v1/pods/${name}`, { status: { phase: "Running" } }), "spec.nodeName");
}

async function setTaints(node: string, taints: readonly object[]): Promise<void> {
  await cluster.whole.patch(`v1/nodes/${node}`, { spec: { taints } });
}
const now = (): string => new Date().toISOString().replace(/\.\d+/, "");
const taint = (node: string): Promise<void> => setTaints(node, [{ ...TAINT, timeAdded: now() }]);

test("[sig-node] NoExecuteTaintManager Multiple Pods [Serial] evicts pods with minTolerationSeconds [Disruptive]", async () => {
  const node = await runs("taint-eviction-b1", 5);
  const labels = (await cluster.whole.get(`v1/nodes/${node}`)).metadata.labels;
  const nodeSelector = { "kubernetes.io/hostname": labels?.["kubernetes.io/hostname"] };
  await runs("taint-eviction-b2", 25, { nodeSelector });
  const watch = await place.watch("v1/pods?labelSelector=group%3Dtaint-eviction");
  await taint(node);
  try {
    expect((await nextEvent(watch, "DELETED")).metadata.name).toBe("taint-eviction-b1");
    expect((await nextEvent(watch, "DELETED")).metadata.name).toBe("taint-eviction-b2");
  } finally {
    watch.close();
    await setTaints(node, []);
  }
});

test("[sig-node] NoExecuteTaintManager Single Pod [Serial] removing taint cancels eviction [Disruptive]", async () => {
  const node = await runs("taint-eviction-4", 10);
  await taint(node);
  const conditions = [{ type: "DisruptionTarget" }];
  expect(await place.get("v1/pods/taint-eviction-4")).not.toMatchObject({ status: { conditions } });
  await setTaints(node, []);
  await sandboxPasses(cluster.server, 30);
  const spared = await place.get("v1/pods/taint-eviction-4");
  expect(spared.metadata.deletionTimestamp).toBeUndefined();
  expect(at(spared, "status.phase")).toBe("Running");
});
