import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ApiPlace } from "../apiPlace.ts";
import { type ClusterUnderTest, startClusterUnderTest } from "../clusterUnderTest.ts";
import { ending, mountTest, outputOf, prints } from "../containerOutput.ts";

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

/** Expects a pod to read its own fields from a file. */
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

const ofContainer = (path: string, resource: string) => ({
  path,
  resourceFieldRef: { containerName: "main", resource },
});

/** Expects a file with the resources that a container may use, in whole CPUs and in bytes. */
async function tellsResource(wrap: Wrap, resource: string, value: string | RegExp, resources: object = RESOURCES) {
  const output = await reads(wrap, ofContainer("amount", resource), { resources });
  const [, told] = /^content of file "\/etc\/podinfo\/amount": (\d+)\n$/.exec(output) ?? [];
  if (typeof value === "string") expect(told).toBe(value);
  else expect(told).toMatch(value);
}

async function tellsMode(wrap: Wrap, item: { path: string }, defaultMode?: number): Promise<void> {
  const given = defaultMode === undefined ? {} : { defaultMode };
  const output = await reads(wrap, item, { options: { file_mode: `/etc/podinfo/${item.path}` }, ...given });
  expect(output).toContain('mode of file "/etc/podinfo/podname": -r--------');
}

/** Expects changes of the pod's metadata to appear in the file. */
async function follows(wrap: Wrap, what: "labels" | "annotations", values: Record<string, string>, more: object) {
  const container = mountTest(
    { break_on_expected_content: "false", retry_time: "120", file_content_in_loop: `/etc/podinfo/${what}` },
    { volumeMounts: [{ name: "podinfo", mountPath: "/etc/podinfo", readOnly: false }] },
  );
  const pod = ending("teller", container, {
    volumes: [{ name: "podinfo", ...wrap([field(what, `metadata.${what}`)]) }],
  });
  const lines = (all: object): string[] => Object.entries(all).map(([name, value]) => `${name}="${value}"\n`);
  await place.create("v1/pods", { ...pod, metadata: { ...pod.metadata, [what]: values } });
  await place.becomes("v1/pods/teller", { status: { phase: "Running", containerStatuses: [{ ready: true }] } });
  for (const line of lines(values)) await prints(place, "teller", line);
  await place.update("v1/pods/teller", (now) => ({
    ...now,
    metadata: { ...now.metadata, [what]: { ...now.metadata[what], ...more } },
  }));
  for (const line of lines(more)) await prints(place, "teller", line);
}
const followsLabels = (wrap: Wrap): Promise<void> =>
  follows(wrap, "labels", { key1: "value1", key2: "value2" }, { key3: "value3" });
const followsAnnotations = (wrap: Wrap): Promise<void> =>
  follows(wrap, "annotations", { builder: "bar" }, { builder: "foo" });

/** Expects the node's allocatable amount for a container without a limit. */
const tellsAllocatable = (wrap: Wrap, resource: "cpu" | "memory"): Promise<void> =>
  tellsResource(wrap, `limits.${resource}`, /^[1-9]\d*$/, {});

async function tellsName(wrap: Wrap): Promise<void> {
  expect(await reads(wrap, field("podname", "metadata.name"))).toBe('content of file "/etc/podinfo/podname": teller\n');
}

test("[sig-storage] Downward API volume should provide podname only [NodeConformance]", () => tellsName(asItself));

test("[sig-storage] Downward API volume should provide container's cpu limit [NodeConformance]", () =>
  tellsResource(asItself, "limits.cpu", "2"));

test("[sig-storage] Downward API volume should provide container's memory limit [NodeConformance]", () =>
  tellsResource(asItself, "limits.memory", "67108864"));

test("[sig-storage] Downward API volume should provide container's cpu request [NodeConformance]", () =>
  tellsResource(asItself, "requests.cpu", "1"));

test("[sig-storage] Downward API volume should provide container's memory request [NodeConformance]", () =>
  tellsResource(asItself, "requests.memory", "33554432"));

test("[sig-storage] Downward API volume should provide node allocatable (cpu) as default cpu limit if the limit is not set [NodeConformance]", () =>
  tellsAllocatable(asItself, "cpu"));

test("[sig-storage] Downward API volume should provide node allocatable (memory) as default memory limit if the limit is not set [NodeConformance]", () =>
  tellsAllocatable(asItself, "memory"));

test("[sig-storage] Downward API volume should set DefaultMode on files [LinuxOnly] [NodeConformance]", () =>
  tellsMode(asItself, field("podname", "metadata.name"), 0o400));

test("[sig-storage] Downward API volume should set mode on item file [LinuxOnly] [NodeConformance]", () =>
  tellsMode(asItself, field("podname", "metadata.name", 0o400)));

test("[sig-storage] Downward API volume should update labels on modification [NodeConformance]", () =>
  followsLabels(asItself));

test("[sig-storage] Downward API volume should update annotations on modification [NodeConformance]", () =>
  followsAnnotations(asItself));

test("[sig-storage] Projected downwardAPI should provide podname only [NodeConformance]", () => tellsName(projected));

test("[sig-storage] Projected downwardAPI should provide container's cpu limit [NodeConformance]", () =>
  tellsResource(projected, "limits.cpu", "2"));

test("[sig-storage] Projected downwardAPI should provide container's memory limit [NodeConformance]", () =>
  tellsResource(projected, "limits.memory", "67108864"));

test("[sig-storage] Projected downwardAPI should provide container's cpu request [NodeConformance]", () =>
  tellsResource(projected, "requests.cpu", "1"));

test("[sig-storage] Projected downwardAPI should provide container's memory request [NodeConformance]", () =>
  tellsResource(projected, "requests.memory", "33554432"));

test("[sig-storage] Projected downwardAPI should provide node allocatable (cpu) as default cpu limit if the limit is not set [NodeConformance]", () =>
  tellsAllocatable(projected, "cpu"));

test("[sig-storage] Projected downwardAPI should provide node allocatable (memory) as default memory limit if the limit is not set [NodeConformance]", () =>
  tellsAllocatable(projected, "memory"));

test("[sig-storage] Projected downwardAPI should set DefaultMode on files [LinuxOnly] [NodeConformance]", () =>
  tellsMode(projected, field("podname", "metadata.name"), 0o400));

test("[sig-storage] Projected downwardAPI should set mode on item file [LinuxOnly] [NodeConformance]", () =>
  tellsMode(projected, field("podname", "metadata.name", 0o400)));

test("[sig-storage] Projected downwardAPI should update labels on modification [NodeConformance]", () =>
  followsLabels(projected));

test("[sig-storage] Projected downwardAPI should update annotations on modification [NodeConformance]", () =>
  followsAnnotations(projected));
