/** Contexts and objects for tests of strategies. */

import type { ApiObject } from "../../../../shared/object.ts";
import { finished } from "../../../../shared/steps.ts";
import { createIpAllocator } from "../../registry/allocation/ipAllocator.ts";
import { createPortAllocator } from "../../registry/allocation/portAllocator.ts";
import type { WriteContext } from "../../registry/strategy.ts";
import { fakeContext } from "./fakeContext.ts";

/** Time of the test contexts, in milliseconds since the epoch. */
export const NOW = Date.parse("2026-01-02T03:04:05Z");

/** A context with its own small pools; nothing is stored unless `stored` says so. */
export function testContext(stored: Readonly<Record<string, readonly ApiObject[]>> = {}): WriteContext {
  const objectsOf = (resource: string, namespace?: string): ApiObject[] =>
    (stored[resource] ?? []).filter((o) => namespace === undefined || o.metadata.namespace === namespace);
  return fakeContext({
    user: { username: "test", groups: [], extra: {} },
    now: () => NOW,
    namespace: "dev",
    reader: {
      fresh: () => undefined,
      get: ({ resource }, namespace, name) => objectsOf(resource, namespace).find((o) => o.metadata.name === name),
      getInSteps: ({ resource }, namespace, name) =>
        finished(objectsOf(resource, namespace).find((o) => o.metadata.name === name)),
      hasAny: ({ resource }, namespace) => objectsOf(resource, namespace).length > 0,
      list: ({ resource }, namespace) => objectsOf(resource, namespace),
      eachInSteps({ resource }, namespace, take) {
        for (const object of objectsOf(resource, namespace)) take(object);
        return finished(undefined);
      },
      follow: () => () => undefined,
    },
    allocators: {
      clusterIPs: createIpAllocator("10.0.0.0/28", () => 0),
      nodePorts: createPortAllocator("30000-30003", () => 0),
    },
  });
}

/** `field: message` of each error, the way messages list them. */
export const texts = (errors: readonly { field: string; message: string }[]): string[] =>
  errors.map(({ field, message }) => `${field}: ${message}`);

/** A container with all defaults set. */
export const container = (more: object = {}): Record<string, unknown> => ({
  name: "main",
  image: "registry.example/app:1",
  resources: {},
  terminationMessagePath: "/dev/termination-log",
  terminationMessagePolicy: "File",
  imagePullPolicy: "IfNotPresent",
  ...more,
});

/** A pod spec with the defaults that templates get, too. */
export const podSpec = (more: object = {}): Record<string, unknown> => ({
  containers: [container()],
  restartPolicy: "Always",
  terminationGracePeriodSeconds: 30,
  dnsPolicy: "ClusterFirst",
  securityContext: {},
  schedulerName: "default-scheduler",
  ...more,
});

/** A pod with all defaults set. */
export const pod = (spec: object = {}, meta: object = {}): ApiObject => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "p", namespace: "dev", ...meta },
  spec: podSpec({ enableServiceLinks: true, ...spec }),
});

/** A persistent volume with all defaults set: a directory of the node. */
export const persistentVolume = (spec: object = {}): ApiObject => ({
  metadata: { name: "v" },
  spec: {
    capacity: { storage: "1Gi" },
    accessModes: ["ReadWriteOnce"],
    hostPath: { path: "/x" },
    persistentVolumeReclaimPolicy: "Retain",
    volumeMode: "Filesystem",
    ...spec,
  },
});

/** A service with all defaults set. */
export const service = (spec: Record<string, unknown> = {}, meta: object = {}): ApiObject => {
  const ports = ((spec["ports"] as object[] | undefined) ?? [{ port: 80 }]).map((port) => ({
    protocol: "TCP",
    targetPort: (port as { port?: number }).port,
    ...port,
  }));
  const type = spec["type"] ?? "ClusterIP";
  const external = type === "NodePort" || type === "LoadBalancer";
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name: "s", namespace: "dev", ...meta },
    spec: {
      sessionAffinity: "None",
      type,
      ...(type === "ExternalName" ? {} : { internalTrafficPolicy: "Cluster" }),
      ...(external ? { externalTrafficPolicy: "Cluster" } : {}),
      ...(type === "LoadBalancer" ? { allocateLoadBalancerNodePorts: true } : {}),
      ...spec,
      ...(type === "ExternalName" && spec["ports"] === undefined ? {} : { ports }),
    },
  };
};
