import type { NodeSpec, PodSpec, Taint } from "kubernetes-types/core/v1";
import type { ApiObject, GroupResource } from "../../../../shared/object.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { decoded } from "../../../api/registry/strategies/narrow.ts";
import { manualTimers } from "../../../ground/timing/testing/manualTimers.ts";
import { memoryClient } from "../../testing/memoryClient.ts";
import { SchedulerCache } from "../cache/schedulerCache.ts";
import { defaultProfile } from "../config/defaultConfig.ts";
import type { ProfileConfig } from "../config/schedulerConfig.ts";
import { PodScheduler } from "../cycle/schedulePod.ts";
import { diagnosisText } from "../framework/diagnosis.ts";
import type { Profile } from "../framework/profile.ts";
import { ownersSelector } from "../model/ownersSelector.ts";
import { type PodInfo, podInfo } from "../model/podInfo.ts";
import { makeProfile } from "../plugins/registry.ts";
import { AssumedVolumes } from "../plugins/volumes/assumedVolumes.ts";
import { volumeObjects } from "../plugins/volumes/volumeObjects.ts";
import { Nominator } from "../queue/nominator.ts";

export interface NodeOptions {
  readonly labels?: Record<string, string>;
  readonly allocatable?: Record<string, string>;
  readonly taints?: readonly Taint[];
  readonly unschedulable?: boolean;
  readonly images?: readonly { readonly names: string[]; readonly sizeBytes: number }[];
}

export interface PodOptions {
  readonly labels?: Record<string, string>;
  readonly namespace?: string;
  readonly requests?: Record<string, string>;
  readonly spec?: Partial<PodSpec>;
  readonly metadata?: Record<string, unknown>;
  readonly status?: Record<string, unknown>;
}

/** A pod with one container. */
export function testPod(
  name: string,
  { labels = {}, namespace = "ns", requests, ...more }: PodOptions = {},
): ApiObject {
  const resources = requests === undefined ? {} : { requests };
  const containers = [{ name: "c", image: "app:1", resources }];
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, namespace, uid: `uid-${name}`, labels, ...more.metadata },
    spec: { containers, schedulerName: "default-scheduler", ...more.spec },
    status: { ...more.status },
  };
}

export const testNode = (name: string, options: NodeOptions = {}): ApiObject => {
  const { labels = {}, allocatable, taints, unschedulable, images } = options;
  const spec: NodeSpec = {
    ...(taints === undefined ? {} : { taints: [...taints] }),
    ...(unschedulable === undefined ? {} : { unschedulable }),
  };
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: { name, labels: { "kubernetes.io/hostname": name, ...labels } },
    spec,
    status: { allocatable: allocatable ?? { cpu: "4", memory: "8Gi", pods: "10" }, images },
  };
};

/** Nodes, pods and other objects without an API, and the scheduler's decisions about them. */
export interface TestWorld {
  readonly cache: SchedulerCache;
  readonly nominator: Nominator;
  readonly profile: Profile;
  addNode(name: string, options?: NodeOptions): void;
  /** Adds a pod that is placed on a node. */
  place(name: string, node: string, options?: PodOptions): PodInfo;
  /** Adds an object that plugins read. */
  add(resource: GroupResource, object: ApiObject): void;
  /** Returns the node for a pod, or the message why it fits nowhere. */
  decide(name: string, options?: PodOptions): string;
  /** The normalized scores of one plugin for each node. */
  scores(plugin: string, name: string, options?: PodOptions): Record<string, number>;
}

/** @param random default: always 0, which chooses the last of equally good nodes */
export function testWorld(config: ProfileConfig = defaultProfile(), random: () => number = () => 0): TestWorld {
  const vocabulary = createVocabulary();
  const cache = new SchedulerCache(({ labels }) => labels["topology.kubernetes.io/zone"] ?? "");
  const nominator = new Nominator();
  const objects = new Map<string, ApiObject[]>();
  const of = ({ group, resource }: GroupResource) => {
    const all = (): ApiObject[] => objects.get(`${group}/${resource}`) ?? [];
    const get = (namespace: string, name: string) =>
      all().find(({ metadata }) => (metadata.namespace ?? "") === namespace && metadata.name === name);
    return {
      resource: { group, resource },
      get,
      read: get,
      list: (namespace?: string) =>
        all().filter(({ metadata }) => namespace === undefined || metadata.namespace === namespace),
      each: async (take: (object: ApiObject) => void) => all().forEach(take),
      by: (valuesOf: (object: ApiObject) => Iterable<string>, value: string) =>
        all().filter((object) => [...valuesOf(object)].includes(value)),
      count: (valuesOf: (object: ApiObject) => Iterable<string>, value: string) =>
        all().filter((object) => [...valuesOf(object)].includes(value)).length,
      indexed: () => Promise.resolve(),
      follow: () => ({ synced: Promise.resolve(), stop: () => undefined }),
    };
  };
  const profile = makeProfile(
    {
      client: memoryClient(),
      vocabulary,
      cache,
      timers: manualTimers(),
      signal: new AbortController().signal,
      objects: volumeObjects(of, vocabulary),
      assumed: new AssumedVolumes(),
      claims: of({ group: "", resource: "persistentvolumeclaims" }),
      volumes: of({ group: "", resource: "persistentvolumes" }),
      pods: of({ group: "", resource: "pods" }),
      nodes: of({ group: "", resource: "nodes" }),
      namespaceLabels: (name) => of({ group: "", resource: "namespaces" }).get("", name)?.metadata.labels,
      ownersSelector: ownersSelector(of),
    },
    config,
  );
  const scheduler = new PodScheduler({ cache, nominator, random });
  return {
    cache,
    nominator,
    profile,
    addNode: (name, options) => cache.setNode(decoded(testNode(name, options))),
    place(name, node, options) {
      const pod = podInfo(testPod(name, options), node);
      cache.setPod(pod);
      return pod;
    },
    add({ group, resource }, object) {
      const key = `${group}/${resource}`;
      objects.set(key, [...(objects.get(key) ?? []), object]);
    },
    decide(name, options) {
      const { node, diagnosis } = scheduler.schedule(profile, podInfo(testPod(name, options)));
      return node === undefined ? diagnosisText(diagnosis) : node.name;
    },
    scores(plugin, name, options) {
      const pod = podInfo(testPod(name, options));
      const scorer = profile.scorers.find((one) => one.plugin.name === plugin)?.plugin.prepareScore?.(pod, cache.nodes);
      const scores = cache.nodes.map((node) => scorer?.score(node) ?? 0);
      scorer?.normalize?.(scores, cache.nodes);
      return Object.fromEntries(cache.nodes.map(({ name }, i) => [name, scores[i] ?? 0]));
    },
  };
}
