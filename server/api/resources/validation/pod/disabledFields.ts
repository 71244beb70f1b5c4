/** Drops fields of pods whose features are off, without an error, unless they are already in use. */
import type { Container, PodSpec, Volume, VolumeProjection } from "kubernetes-types/core/v1";
import { finished, isTurnDue, type Steps } from "../../../../../shared/steps.ts";
import { type Features, isOn } from "../../../registry/features.ts";
import { visitContainers } from "./containers/visitContainers.ts";

/** A spec with fields that the published types lack. */
type Spec = PodSpec & { resources?: unknown };
type Members = Record<string, unknown>;

interface Feature {
  readonly gate: string;
  inUse(spec: PodSpec): boolean | Steps<boolean>;
  drop(spec: Spec): unknown | Steps<unknown>;
}

/** Whether the predicate is true for any item. */
function* any<T>(items: Iterable<T>, holds: (item: T) => boolean): Steps<boolean> {
  for (const item of items) {
    if (isTurnDue()) yield;
    if (holds(item)) return true;
  }
  return false;
}

/** Calls a function with every item. */
function* every<T>(items: Iterable<T>, act: (item: T) => void): Steps<void> {
  for (const item of items) {
    if (isTurnDue()) yield;
    act(item);
  }
}

function* containersOf(spec: PodSpec): Generator<Container> {
  for (const [container] of visitContainers(spec, "")) yield container;
}

function* sourcesOf({ volumes }: PodSpec): Generator<VolumeProjection> {
  for (const { projected } of volumes ?? []) yield* projected?.sources ?? [];
}

const contextOf = (spec: PodSpec): Members => (spec.securityContext ?? {}) as Members;

/** A feature with a field in the pod's security context. */
const ofContext = (gate: string, field: string): Feature => ({
  gate,
  inUse: (spec) => contextOf(spec)[field] !== undefined,
  drop: (spec) => delete contextOf(spec)[field],
});

/** A feature with members in each of several parts of a pod. */
const ofEach = (gate: string, things: (spec: PodSpec) => Iterable<object>, ...fields: string[]): Feature => ({
  gate,
  inUse: (spec) =>
    any(things(spec), (thing) => fields.some((field) => ((thing as Members)[field] ?? undefined) !== undefined)),
  drop: (spec) =>
    every(things(spec), (thing) => {
      for (const field of fields) delete (thing as Members)[field];
    }),
});

function* mountsOf(spec: PodSpec): Generator<object> {
  for (const { volumeMounts } of containersOf(spec)) yield* volumeMounts ?? [];
}

function* affinityTermsOf({ affinity }: PodSpec): Generator<object> {
  for (const rules of [affinity?.podAffinity, affinity?.podAntiAffinity]) {
    yield* rules?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
    for (const { podAffinityTerm } of rules?.preferredDuringSchedulingIgnoredDuringExecution ?? []) {
      if (podAffinityTerm) yield podAffinityTerm;
    }
  }
}

/** The lifecycle hooks of containers, by their name. */
function* handlersOf(spec: PodSpec): Generator<readonly [Members, "postStart" | "preStop"]> {
  for (const { lifecycle } of containersOf(spec)) {
    if (!lifecycle) continue;
    if (lifecycle.postStart) yield [lifecycle as Members, "postStart"];
    if (lifecycle.preStop) yield [lifecycle as Members, "preStop"];
  }
}

const isImage = (volume: Volume): boolean => ((volume as unknown as Members)["image"] ?? undefined) !== undefined;

/** Removes volumes of images, and all mounts of them. */
function* dropImages(spec: Spec): Steps<void> {
  const names = new Set<string>();
  yield* every(spec.volumes ?? [], (volume) => {
    if (isImage(volume)) names.add(volume.name);
  });
  if (names.size === 0) return;
  setOrDelete(spec, "volumes", yield* kept(spec.volumes, (volume) => !isImage(volume)));
  for (const container of containersOf(spec)) {
    setOrDelete(container, "volumeMounts", yield* kept(container.volumeMounts, ({ name }) => !names.has(name)));
  }
}

/** The items for which the predicate is true; undefined when there are none. */
function* kept<T>(items: readonly T[] | undefined, isKept: (item: T) => boolean): Steps<T[] | undefined> {
  const found: T[] = [];
  yield* every(items ?? [], (item) => {
    if (isKept(item)) found.push(item);
  });
  return found.length === 0 ? undefined : found;
}

function setOrDelete<T, M extends keyof T>(owner: T, member: M, value: T[M] | undefined): void {
  if (value === undefined) delete owner[member];
  else owner[member] = value;
}

/** Features that have fields in pods. */
const FEATURES: readonly Feature[] = [
  {
    gate: "UserNamespacesSupport",
    inUse: (spec) => spec.hostUsers !== undefined,
    drop: (spec) => delete spec.hostUsers,
  },
  ofContext("SupplementalGroupsPolicy", "supplementalGroupsPolicy"),
  {
    gate: "PodLevelResources",
    inUse: (spec) => (spec as Spec).resources !== undefined,
    drop: (spec) => delete spec.resources,
  },
  {
    gate: "ProcMountType",
    inUse: (spec) =>
      any(containersOf(spec), ({ securityContext }) => (securityContext?.procMount ?? "Default") !== "Default"),
    // Older servers set the default on every container, so containers that have the field must keep it.
    drop: (spec) =>
      every(containersOf(spec), ({ securityContext }) => {
        if (typeof securityContext?.procMount === "string") securityContext.procMount = "Default";
      }),
  },
  {
    gate: "DynamicResourceAllocation",
    inUse: (spec) => (spec.resourceClaims ?? []).length > 0,
    drop(spec) {
      delete spec.resourceClaims;
      return every(containersOf(spec), ({ resources }) => {
        if (resources) delete resources.claims;
      });
    },
  },
  {
    gate: "ClusterTrustBundleProjection",
    inUse: (spec) => any(sourcesOf(spec), ({ clusterTrustBundle }) => Boolean(clusterTrustBundle)),
    drop: (spec) =>
      every(sourcesOf(spec), (source) => {
        delete source.clusterTrustBundle;
      }),
  },
  {
    gate: "InPlacePodVerticalScaling",
    inUse: (spec) => any(containersOf(spec), ({ resizePolicy }) => (resizePolicy ?? []).length > 0),
    drop: (spec) =>
      every(containersOf(spec), (container) => {
        delete container.resizePolicy;
      }),
  },
  {
    gate: "ImageVolume",
    inUse: ({ volumes }) => any(volumes ?? [], isImage),
    drop: dropImages,
  },
  ofContext("SELinuxChangePolicy", "seLinuxChangePolicy"),
  ofEach("SidecarContainers", ({ initContainers }) => initContainers ?? [], "restartPolicy"),
  ofEach("RecursiveReadOnlyMounts", mountsOf, "recursiveReadOnly"),
  ofEach("MatchLabelKeysInPodAffinity", affinityTermsOf, "matchLabelKeys", "mismatchLabelKeys"),
  ofEach(
    "MatchLabelKeysInPodTopologySpread",
    ({ topologySpreadConstraints }) => topologySpreadConstraints ?? [],
    "matchLabelKeys",
  ),
  ofEach(
    "NodeInclusionPolicyInPodTopologySpread",
    ({ topologySpreadConstraints }) => topologySpreadConstraints ?? [],
    "nodeAffinityPolicy",
    "nodeTaintsPolicy",
  ),
  {
    gate: "PodLifecycleSleepAction",
    inUse: (spec) => any(handlersOf(spec), ([lifecycle, at]) => (lifecycle[at] as Members)["sleep"] !== undefined),
    // Remove a handler without any other action.
    drop: (spec) =>
      every(handlersOf(spec), ([lifecycle, at]) => {
        const { sleep, ...rest } = lifecycle[at] as Members;
        if (sleep === undefined) return;
        if (Object.keys(rest).length === 0) delete lifecycle[at];
        else lifecycle[at] = rest;
      }),
  },
];

/** Whether a pod's spec uses a feature. @param gate of a feature with fields in pods */
export function* usesFeature(spec: PodSpec, gate: string): Steps<boolean> {
  const feature = FEATURES.find((each) => each.gate === gate);
  return feature !== undefined && (yield* finished(feature.inUse(spec)));
}

/**
 * Removes the fields of features that are off from a pod's spec.
 * @param spec changed in place
 * @param old the stored spec: fields that it already uses may stay
 */
export function* dropDisabledFields(
  spec: PodSpec | undefined | null,
  old: PodSpec | undefined | null,
  features?: Features,
): Steps<void> {
  if (!spec) return;
  for (const feature of FEATURES) {
    if (isOn(features, feature.gate) || (old && (yield* finished(feature.inUse(old))))) continue;
    yield* finished(feature.drop(spec));
  }
}
