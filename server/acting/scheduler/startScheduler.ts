import { hostname } from "node:os";
import { deepEqual } from "../../../shared/collections/deepEqual.ts";
import type { GroupResource } from "../../../shared/object.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import type { ApiClient } from "../../api/client/apiClient.ts";
import { GROUP_AUTHENTICATED, type Identity } from "../../ground/rights/identity.ts";
import { sharedAbort } from "../../ground/timing/signals.ts";
import { systemTimers, type Timers } from "../../ground/timing/timers.ts";
import { API_VERSION } from "../../serving/endpoints/nonResource/version.ts";
import type { ObjectChange, ObjectReader } from "../../store/cache/reader.ts";
import type { Actors } from "../actors/actors.ts";
import { SeriesRecorder } from "../events/seriesRecorder.ts";
import { Informers } from "../informers/informers.ts";
import { SchedulerCache } from "./cache/schedulerCache.ts";
import type { SchedulerConfig } from "./config/schedulerConfig.ts";
import { PodScheduler } from "./cycle/schedulePod.ts";
import { Scheduler } from "./cycle/scheduler.ts";
import { followNode } from "./follow/nodeFollower.ts";
import { followPod } from "./follow/podFollower.ts";
import { storageEvents } from "./follow/storageEvents.ts";
import { hintsOf } from "./framework/profile.ts";
import { ownersSelector, ownersSelectorIndexed } from "./model/ownersSelector.ts";
import { podInfo } from "./model/podInfo.ts";
import { makeProfile } from "./plugins/registry.ts";
import { AssumedVolumes } from "./plugins/volumes/assumedVolumes.ts";
import { volumeObjects } from "./plugins/volumes/volumeObjects.ts";
import { Preemption } from "./preemption/preemption.ts";
import { Nominator } from "./queue/nominator.ts";
import { SchedulingQueue } from "./queue/schedulingQueue.ts";

export interface SchedulerOptions {
  readonly config: SchedulerConfig;
  readonly vocabulary: Vocabulary;
  /** Returns a client that acts as an identity. */
  clientFor(identity: Identity, userAgent: string): ApiClient;
  /** The server's caches. */
  readonly reader: ObjectReader;
  now(): number;
  readonly log: { warn(data: object, message: string): void };
  readonly timers?: Timers;
  /** The registry in which the scheduler can be stopped. Default: none. */
  readonly actors?: Actors;
  /** Returns a number from 0 up to, but not including, 1: decides between equally good nodes. */
  random?(): number;
}

/** The running scheduler. */
export interface RunningScheduler {
  /** Resolves when every pod that can be tried has been tried, and the decisions are written. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

const PODS: GroupResource = { group: "", resource: "pods" };
const NODES: GroupResource = { group: "", resource: "nodes" };
const NAMESPACES: GroupResource = { group: "", resource: "namespaces" };
const CLAIMS: GroupResource = { group: "", resource: "persistentvolumeclaims" };
const VOLUMES: GroupResource = { group: "", resource: "persistentvolumes" };
const BUDGETS: GroupResource = { group: "policy", resource: "poddisruptionbudgets" };

const schedulerName = (vocabulary: Vocabulary): string => vocabulary.render("{prefix}-scheduler");

/** A client with the reference's user name for the scheduler. */
export function schedulerClient({
  vocabulary,
  clientFor,
}: Pick<SchedulerOptions, "vocabulary" | "clientFor">): ApiClient {
  const component = schedulerName(vocabulary);
  const identity = { username: `system:${component}`, groups: [GROUP_AUTHENTICATED], extra: {} };
  return clientFor(identity, `${component}/${API_VERSION.gitVersion}`);
}

/** Starts the scheduler with its own identity. Scheduling begins once all existing objects were delivered. */
export function startScheduler(options: SchedulerOptions): RunningScheduler {
  const { config, vocabulary, now, log, timers = systemTimers, random = Math.random } = options;
  const client = schedulerClient(options);
  const informers = new Informers(options.reader);
  const of = (resource: GroupResource) => informers.of(resource);
  const onError = (err: unknown, key: string): void => log.warn({ err, object: key }, "scheduler failed");

  const zoneLabels = ["region", "zone"].map((place) => vocabulary.render(`topology.{labelDomain}/${place}`));
  const cache = new SchedulerCache(({ labels }) => zoneLabels.map((label) => labels[label] ?? "").join("\0"));
  const nominator = new Nominator();
  const namespaces = informers.of(NAMESPACES);
  const stopping = sharedAbort();
  const parts = {
    client,
    vocabulary,
    cache,
    timers,
    signal: stopping.signal,
    objects: volumeObjects(of, vocabulary),
    assumed: new AssumedVolumes(),
    claims: informers.of(CLAIMS),
    volumes: informers.of(VOLUMES),
    pods: informers.of(PODS),
    nodes: informers.of(NODES),
    namespaceLabels: (name: string) => namespaces.get("", name)?.metadata.labels,
    ownersSelector: ownersSelector(of),
  };
  const profiles = new Map(config.profiles.map((profile) => [profile.schedulerName, makeProfile(parts, profile)]));
  const recorders = new Map(
    [...profiles.keys()].map((controller) => [
      controller,
      new SeriesRecorder({ client, vocabulary, controller, host: hostname(), now, timers, onError }),
    ]),
  );
  const hints = new Map([...profiles].map(([name, profile]) => [name, hintsOf(profile)]));
  const queue = new SchedulingQueue({
    timers,
    initialBackoff: config.podInitialBackoff,
    maxBackoff: config.podMaxBackoff,
    pluginsInterestedIn: (kind) =>
      new Set([...hints.values()].flatMap(({ pluginsByEvent }) => [...(pluginsByEvent.get(kind) ?? [])])),
    helps: (queued, event) => hints.get(queued.pod.spec.schedulerName ?? "")?.helps(queued, event) ?? false,
    isGated: ({ spec }) =>
      (spec.schedulingGates ?? []).length > 0 && profiles.get(spec.schedulerName ?? "")?.gates === true,
    onReady: () => scheduler.ready(),
  });
  const pods = informers.of(PODS);
  const preemption = new Preemption({
    client,
    cache,
    nominator,
    recorders,
    budgets: informers.of(BUDGETS),
    now,
    random,
    onError,
  });
  const scheduler = new Scheduler({
    client,
    profiles,
    recorders,
    cache,
    queue,
    nominator,
    podScheduler: new PodScheduler({ cache, nominator, random }),
    preemption,
    currentPod({ namespace, name, uid }) {
      const object = pods.get(namespace, name);
      return object?.metadata.uid === uid && object !== undefined ? podInfo(object) : undefined;
    },
    gate: options.actors?.gate(schedulerName(vocabulary), "scheduler", () => queue.sizes.active),
    now,
    onError,
  });

  const follow = (resource: GroupResource, listener: (change: ObjectChange) => void) =>
    informers.of(resource).follow(listener).synced;
  const isOurs = (schedulerName: string): boolean => profiles.has(schedulerName);
  const synced = Promise.all([
    parts.objects.indexed(),
    ownersSelectorIndexed(of),
    follow(NODES, (change) => followNode({ cache, queue }, change)),
    ...storageEvents(vocabulary).map(({ kind, resource, isDeletion = false }) =>
      follow(resource, ({ type, object }) => {
        if ((type === "deleted") === isDeletion) queue.move({ kind, object });
      }),
    ),
    follow(NAMESPACES, ({ type, object, previous }) => {
      // The pods that a tally counts may depend on namespace labels.
      if (type === "modified" && !deepEqual(object.metadata.labels, previous?.metadata.labels)) cache.tallies.reset();
    }),
    follow(PODS, (change) => followPod({ cache, queue, nominator, isOurs }, change)),
  ]);
  let isStopped = false;
  void synced.then(() => {
    if (!isStopped) scheduler.start();
  });
  return {
    async settled() {
      await synced;
      await scheduler.idle();
      await Promise.all([...recorders.values()].map((recorder) => recorder.idle()));
    },
    async stop() {
      isStopped = true;
      stopping.abort();
      queue.stop();
      await scheduler.stop();
      await Promise.all([...recorders.values()].map((recorder) => recorder.stop()));
      informers.stop();
    },
  };
}
