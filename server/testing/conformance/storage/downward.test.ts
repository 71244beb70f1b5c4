import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ApiPlace } from "../apiPlace.ts";
import { type ClusterUnderTest, startClusterUnderTest } from "../clusterUnderTest.ts";
import { ending, mountTest, outputOf, prints } from "../containerOutput.ts";
import { at } from "../shape.ts";

let cluster: ClusterUnderTest;
let place: ApiPlace;
beforeAll(async () => {
  cluster = await startClusterUnderTest();
});
afterAll(() => cluster.stop());
beforeEach(async () => {
  place = await cluster.namespace();
});

type Wrap = (items: readonly object[], defaultMode?: number) => object;
const asItself: Wrap = (items, defaultMode) => ({
  downwardAPI: { items, ...(defaultMode === undefined ? {} : { defaultMode }) },
});
const projected: Wrap = (items, defaultMode) => ({
  projected: { sources: [{ downwardAPI: { items } }], ...(defaultMode === undefined ? {} : { defaultMode }) },
});

const field = (path: string, fieldPath: string, mode?: number) => ({
  path,
  fieldRef: { fieldPath },
  ...(mode === undefined ? {} : { mode }),
});
const RESOURCES = {
  requests: { cpu: "250m", memory: "32Mi" },
  limits: { cpu: "1250m", memory: "64Mi" },
};

/** A pod that reads a file with its own fields. */
async function reads(
  wrap: Wrap,
  item: { path: string },
  { options = {}, resources = {}, defaultMode }: { options?: object; resources?: object; defaultMode?: number } = {},
): Promise<string> {
  const file = `/etc/podinfo/${item.path}`;
  const container = mountTest(
    { file_content: file, ...options },
    { resources, volumeMounts: [{ name: "podinfo", mountPath: "/etc/podinfo" }] },
  );
  const pod = ending("teller", container, { volumes: [{ name: "podinfo", ...wrap([item], defaultMode) }] });
  return outputOf(place, pod);
}

const ofContainer = (path: string, resource: string, divisor: string) => ({
  path,
  resourceFieldRef: { containerName: "main", resource, divisor },
});

async function tellsResource(
  wrap: Wrap,
  resource: string,
  divisor: string,
  value: string,
  resources: object = RESOURCES,
) {
  const item = ofContainer("amount", resource, divisor);
  expect(await reads(wrap, item, { resources })).toBe(`content of file "/etc/podinfo/amount": ${value}\n`);
}

async function tellsMode(wrap: Wrap, item: { path: string }, defaultMode?: number): Promise<void> {
  const given = defaultMode === undefined ? {} : { defaultMode };
  const output = await reads(wrap, item, { options: { file_mode: `/etc/podinfo/${item.path}` }, ...given });
  expect(output).toContain('mode of file "/etc/podinfo/podname": -r--------');
}

/** What changes of the pod appears in the file. */
async function follows(wrap: Wrap, what: "labels" | "annotations"): Promise<void> {
  const container = mountTest(
    { break_on_expected_content: "false", retry_time: "120", file_content_in_loop: `/etc/podinfo/${what}` },
    { volumeMounts: [{ name: "podinfo", mountPath: "/etc/podinfo" }] },
  );
  const pod = ending("teller", container, {
    volumes: [{ name: "podinfo", ...wrap([field(what, `metadata.${what}`)]) }],
  });
  const metadata = { ...pod.metadata, [what]: { key1: "value1", key2: "value2" } };
  await place.create("v1/pods", { ...pod, metadata });
  await prints(place, "teller", 'key1="value1"');
  await place.patch("v1/pods/teller", { metadata: { [what]: { key3: "value3" } } });
  await prints(place, "teller", 'key3="value3"');
}

/** What the node can give is what a container without a limit may take. */
const tellsAllocatable = async (wrap: Wrap, resource: "cpu" | "memory"): Promise<void> => {
  const nodes = await cluster.whole.become("v1/nodes", (items) => items.length > 0);
  const { allocatable } = at<{ allocatable: Record<string, string> }>(nodes, "0.status");
  const wanted = { cpu: ["1m", String(Number(allocatable["cpu"]) * 1000)], memory: ["1Gi", "8"] }[resource];
  expect(allocatable["memory"]).toBe("8Gi");
  await tellsResource(wrap, `limits.${resource}`, wanted[0] ?? "", wanted[1] ?? "", {});
};

async function tellsName(wrap: Wrap): Promise<void> {
  expect(await reads(wrap, field("podname", "metadata.name"))).toBe('content of file "/etc/podinfo/podname": teller\n');
}

test("[sig-storage] Downward API volume should provide podname only [NodeConformance]", () => tellsName(asItself));

test("[sig-storage] Downward API volume should provide container's cpu limit [NodeConformance]", () =>
  tellsResource(asItself, "limits.cpu", "1m", "1250"));

test("[sig-storage] Downward API volume should provide container's memory limit [NodeConformance]", () =>
  tellsResource(asItself, "limits.memory", "1Mi", "64"));

test("[sig-storage] Downward API volume should provide container's cpu request [NodeConformance]", () =>
  tellsResource(asItself, "requests.cpu", "1m", "250"));

test("[sig-storage] Downward API volume should provide container's memory request [NodeConformance]", () =>
  tellsResource(asItself, "requests.memory", "1Mi", "32"));

test("[sig-storage] Downward API volume should provide node allocatable (cpu) as default cpu limit if the limit is not set [NodeConformance]", () =>
  tellsAllocatable(asItself, "cpu"));

test("[sig-storage] Downward API volume should provide node allocatable (memory) as default memory limit if the limit is not set [NodeConformance]", () =>
  tellsAllocatable(asItself, "memory"));

test("[sig-storage] Downward API volume should set DefaultMode on files [LinuxOnly] [NodeConformance]", () =>
  tellsMode(asItself, field("podname", "metadata.name"), 0o400));

test("[sig-storage] Downward API volume should set mode on item file [LinuxOnly] [NodeConformance]", () =>
  tellsMode(asItself, field("podname", "metadata.name", 0o400)));

test("[sig-storage] Downward API volume should update labels on modification [NodeConformance]", () =>
  follows(asItself, "labels"));

test("[sig-storage] Downward API volume should update annotations on modification [NodeConformance]", () =>
  follows(asItself, "annotations"));

test("[sig-storage] Projected downwardAPI should provide podname only [NodeConformance]", () => tellsName(projected));

test("[sig-storage] Projected downwardAPI should provide container's cpu limit [NodeConformance]", () =>
  tellsResource(projected, "limits.cpu", "1m", "1250"));

test("[sig-storage] Projected downwardAPI should provide container's memory limit [NodeConformance]", () =>
  tellsResource(projected, "limits.memory", "1Mi", "64"));

test("[sig-storage] Projected downwardAPI should provide container's cpu request [NodeConformance]", () =>
  tellsResource(projected, "requests.cpu", "1m", "250"));

test("[sig-storage] Projected downwardAPI should provide container's memory request [NodeConformance]", () =>
  tellsResource(projected, "requests.memory", "1Mi", "32"));

test("[sig-storage] Projected downwardAPI should provide node allocatable (cpu) as default cpu limit if the limit is not set [NodeConformance]", () =>
  tellsAllocatable(projected, "cpu"));

test("[sig-storage] Projected downwardAPI should provide node allocatable (memory) as default memory limit if the limit is not set [NodeConformance]", () =>
  tellsAllocatable(projected, "memory"));

test("[sig-storage] Projected downwardAPI should set DefaultMode on files [LinuxOnly] [NodeConformance]", () =>
  tellsMode(projected, field("podname", "metadata.name"), 0o400));

test("[sig-storage] Projected downwardAPI should set mode on item file [LinuxOnly] [NodeConformance]", () =>
  tellsMode(projected, field("podname", "metadata.name", 0o400)));

test("[sig-storage] Projected downwardAPI should update labels on modification [NodeConformance]", () =>
  follows(projected, "labels"));

test("[sig-storage] Projected downwardAPI should update annotations on modification [NodeConformance]", () =>
  follows(projected, "annotations"));
