import { afterAll, beforeAll, expect, test } from "vitest";
import { nextEvent, refused } from "../apiPlace.ts";
import { pod } from "../bodies.ts";
import { type ClusterUnderTest, startClusterUnderTest } from "../clusterUnderTest.ts";
import { at } from "../shape.ts";

let cluster: ClusterUnderTest;
beforeAll(async () => {
  cluster = await startClusterUnderTest();
});
afterAll(() => cluster.stop());

const RANGES = "v1/limitranges";
const amounts = (cpu: string, memory: string, storage: string) => ({ cpu, memory, "ephemeral-storage": storage });
const limitRange = (name: string, labels: Record<string, string> = {}) => ({
  metadata: { name, labels },
  spec: {
    limits: [
      {
        type: "Container",
        min: amounts("50m", "100Mi", "100Gi"),
        max: amounts("500m", "500Mi", "500Gi"),
        default: amounts("500m", "500Mi", "500Gi"),
        defaultRequest: amounts("100m", "200Mi", "200Gi"),
      },
    ],
  },
});
const withResources = (name: string, resources: object) =>
  pod(name, { containers: [{ name: "c", image: "pause", resources }] });

test("[sig-scheduling] LimitRange should create a LimitRange with defaults and ensure pod has those defaults applied.", async () => {
  const place = await cluster.namespace();
  const watch = await place.watch(`${RANGES}?resourceVersion=0`);
  await place.create(RANGES, limitRange("range"));
  await nextEvent(watch, "ADDED", { metadata: { name: "range" } });
  const resources = async (name: string, given: object): Promise<unknown> =>
    at(await place.create("v1/pods", withResources(name, given)), "spec.containers.0.resources");
  expect(await resources("none", {})).toEqual({
    requests: amounts("100m", "200Mi", "200Gi"),
    limits: amounts("500m", "500Mi", "500Gi"),
  });
  const partial = { requests: amounts("300m", "150Mi", "150Gi"), limits: { cpu: "300m", memory: "300Mi" } };
  expect(await resources("partial", partial)).toEqual({
    requests: amounts("300m", "150Mi", "150Gi"),
    limits: amounts("300m", "300Mi", "500Gi"),
  });
  await refused(
    place.send("POST", "v1/pods", { body: withResources("small", { requests: amounts("10m", "50Mi", "50Gi") }) }),
    403,
  );
  await refused(
    place.send("POST", "v1/pods", { body: withResources("large", { requests: amounts("600m", "600Mi", "600Gi") }) }),
    422,
  );
  await place.update(`${RANGES}/range`, (object) => {
    const changed = limitRange("range").spec.limits.map((limit) => ({ ...limit, min: amounts("9m", "49Mi", "49Gi") }));
    return { ...object, spec: { limits: changed } };
  });
  await nextEvent(watch, "MODIFIED", { spec: { limits: [{ min: { cpu: "9m" } }] } });
  await resources("small", { requests: amounts("10m", "50Mi", "50Gi") });
  await refused(
    place.send("POST", "v1/pods", { body: withResources("large", { requests: amounts("600m", "600Mi", "600Gi") }) }),
    422,
  );
  await place.remove(`${RANGES}/range`);
  await nextEvent(watch, "DELETED", { metadata: { name: "range" } });
  watch.close();
  await place.create("v1/pods", withResources("large", { requests: amounts("600m", "600Mi", "600Gi") }));
});

test("[sig-scheduling] LimitRange should list, patch and delete a LimitRange by collection", async () => {
  const [place, other] = [await cluster.namespace(), await cluster.namespace()];
  const [labels, patched] = [{ range: "one" }, { range: "one", patched: "yes" }];
  await place.create(RANGES, limitRange("one", labels));
  await other.create(RANGES, limitRange("one", labels));
  expect(await cluster.whole.list(`${RANGES}?labelSelector=range%3Done`)).toHaveLength(2);
  const min = amounts("40m", "100Mi", "100Gi");
  const answer = await place.patch(
    `${RANGES}/one`,
    { metadata: { labels: patched }, spec: { limits: [{ type: "Container", min }] } },
    "strategic-merge",
  );
  expect(at(answer, "spec.limits.0.min")).toEqual(min);
  await place.remove(`${RANGES}?labelSelector=patched%3Dyes`);
  await place.become(RANGES, (items) => items.length === 0);
  const left = await cluster.whole.list(`${RANGES}?labelSelector=range%3Done`);
  expect(left.map(({ metadata }) => metadata.namespace)).toEqual([other.namespace]);
});
