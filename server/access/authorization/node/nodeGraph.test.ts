import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { brittle, type MemoryReader, memoryReader } from "../testing/memoryReader.ts";
import { followNodeGraph } from "./nodeGraph.ts";
import { podReferences } from "./podReferences.ts";
import { claimOf, volumeSecrets } from "./volumeReferences.ts";

const PODS = { group: "", resource: "pods" };
const VOLUMES = { group: "", resource: "persistentvolumes" };
const vocabulary = createVocabulary();

/** The expected result of the graph, found by scanning all objects. */
function scan(reader: MemoryReader, node: string, resource: string, namespace: string, name: string): boolean {
  const pods = [...reader.list(PODS)].filter((pod) => (pod["spec"] as { nodeName?: string }).nodeName === node);
  const referring = pods.filter((pod) => pod.metadata.annotations?.["kubernetes.io/config.mirror"] === undefined);
  const claimed = (wanted: string): boolean =>
    referring.some((pod) => podReferences(pod, "persistentvolumeclaims").has(wanted));
  const volumes = [...reader.list(VOLUMES)].filter((volume) => claimed(claimOf(volume)?.name ?? ""));
  if (resource === "pods") return pods.some((pod) => pod.metadata.name === name);
  if (resource === "persistentvolumes") return volumes.some((volume) => volume.metadata.name === name);
  const direct = referring.some((pod) => podReferences(pod, resource).has(name));
  if (resource !== "secrets") return direct;
  const isIt = (secret: { namespace: string; name: string }): boolean =>
    secret.namespace === namespace && secret.name === name;
  return direct || volumes.some((volume) => volumeSecrets(volume).some(isIt));
}

const letter = fc.constantFrom("a", "b", "c");
const maybe = fc.option(letter, { nil: undefined });
const podArbitrary = fc
  .record({
    name: letter,
    node: maybe,
    secret: maybe,
    config: maybe,
    claim: maybe,
    device: maybe,
    mirror: fc.boolean(),
  })
  .map(
    ({ name, node, secret, config, claim, device, mirror }): ApiObject => ({
      metadata: {
        name,
        namespace: "n",
        uid: name,
        ...(mirror ? { annotations: { "kubernetes.io/config.mirror": "x" } } : {}),
      },
      spec: {
        nodeName: node,
        serviceAccountName: secret,
        volumes: [{ secret: { secretName: secret } }, { persistentVolumeClaim: { claimName: claim } }],
        containers: [{ envFrom: [{ configMapRef: { name: config } }, { secretRef: { name: config } }] }],
        resourceClaims: [{ name: "d" }],
      },
      status: { resourceClaimStatuses: [{ name: "d", resourceClaimName: device }] },
    }),
  );
const volumeArbitrary = fc.record({ name: letter, claim: maybe, secret: maybe, stage: maybe }).map(
  ({ name, claim, secret, stage }): ApiObject => ({
    metadata: { name },
    spec: {
      ...(claim === undefined ? {} : { claimRef: { namespace: "n", name: claim } }),
      csi: {
        nodePublishSecretRef: { namespace: "n", name: secret },
        nodeStageSecretRef: { namespace: "n", name: stage },
      },
    },
  }),
);
/** The references of a bound pod never change, so a changed pod is deleted and created again. */
const step = fc.oneof(
  podArbitrary.map((pod) => (reader: MemoryReader) => {
    reader.remove(PODS, "n", pod.metadata.name ?? "");
    reader.put(PODS, pod);
  }),
  fc.tuple(letter, maybe, maybe).map(([name, node, device]) => (reader: MemoryReader) => {
    const pod = reader.get(PODS, "n", name);
    if (pod === undefined) return;
    const spec = pod["spec"] as { nodeName?: string };
    const status = { resourceClaimStatuses: [{ name: "d", resourceClaimName: device }] };
    reader.put(PODS, { ...pod, spec: { ...spec, nodeName: spec.nodeName ?? node }, status });
  }),
  letter.map((name) => (reader: MemoryReader) => reader.remove(PODS, "n", name)),
  volumeArbitrary.map((volume) => (reader: MemoryReader) => reader.put(VOLUMES, volume)),
  letter.map((name) => (reader: MemoryReader) => reader.remove(VOLUMES, "", name)),
);
const RESOURCES = [
  "pods",
  "secrets",
  "configmaps",
  "serviceaccounts",
  "persistentvolumeclaims",
  "resourceclaims",
  "persistentvolumes",
];

describe("followNodeGraph", () => {
  it("returns the same as a full scan after any changes", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), fc.array(step, { maxLength: 12 }), (before, after) => {
        const reader = memoryReader();
        for (const run of before) run(reader);
        const graph = followNodeGraph(reader, vocabulary);
        for (const run of after) run(reader);
        for (const node of ["a", "b"]) {
          for (const resource of RESOURCES) {
            for (const name of ["a", "b", "c"]) {
              const namespace = resource === "persistentvolumes" ? "" : "n";
              const found = graph.related(node, resource, namespace, name);
              expect([node, resource, name, found]).toEqual([
                node,
                resource,
                name,
                scan(reader, node, resource, namespace, name),
              ]);
            }
          }
        }
      }),
    );
  });

  it("ignores changes once closed", () => {
    const reader = memoryReader();
    const graph = followNodeGraph(reader, vocabulary);
    graph.close();
    reader.put(PODS, { metadata: { name: "p", namespace: "n" }, spec: { nodeName: "a" } });
    expect(graph.related("a", "pods", "n", "p")).toBe(false);
  });

  it("does not slow down with the number of pods", () => {
    const reader = memoryReader();
    for (let i = 0; i < 5000; i++) {
      const volumes = [{ secret: { secretName: `s${i}` } }, { configMap: { name: "shared" } }];
      reader.put(PODS, { metadata: { name: `p${i}`, namespace: "n" }, spec: { nodeName: `n${i % 50}`, volumes } });
    }
    const graph = followNodeGraph(reader, vocabulary);
    const times = Array.from({ length: 2000 }, (_, i) => {
      const start = performance.now();
      graph.related(`n${i % 50}`, "secrets", "n", `s${i}`);
      graph.related(`n${i % 50}`, "configmaps", "n", "shared");
      return performance.now() - start;
    }).sort((a, b) => a - b);
    expect(times[1000]).toBeLessThan(0.04);
  });
});

it("is rebuilt from the store when a pod could not be processed", () => {
  const reader = memoryReader();
  const graph = followNodeGraph(reader, vocabulary);
  const pod = (name: string, nodeName: string, secretName: string) => ({
    metadata: { name, namespace: "n", uid: name },
    spec: { nodeName, containers: [], volumes: [{ secret: { secretName } }] },
  });
  reader.put(PODS, pod("a", "one", "s"));
  reader.put(PODS, pod("b", "two", "t"));
  const { spec, ...moved } = pod("a", "two", "u");
  reader.put(PODS, brittle(moved, "spec", spec, 1));
  expect(graph.related("one", "secrets", "n", "s")).toBe(false);
  expect(graph.related("two", "secrets", "n", "u")).toBe(true);
  expect(graph.related("two", "secrets", "n", "t")).toBe(true);
  reader.remove(PODS, "n", "b");
  expect(graph.related("two", "secrets", "n", "t")).toBe(false);
  graph.close();
});
