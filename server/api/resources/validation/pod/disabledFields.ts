/** Fields of pods that belong to features which are off: they are dropped without a word, unless they are in use already. */
import type { Container, PodSpec, Volume, VolumeProjection } from "kubernetes-types/core/v1";
import { finished, isTurnDue, type Steps } from "../../../../../shared/steps.ts";
import { visitContainers } from "./visitContainers.ts";

/** Which features are on. Without one, those that are off by default are off. */
export interface PodFeatures {
  enabled(name: string): boolean;
}

/** A spec with the fields that the typed package does not know yet. */
type Spec = PodSpec & { resources?: unknown };
type Members = Record<string, unknown>;

interface Feature {
  readonly gate: string;
  inUse(spec: PodSpec): boolean | Steps<boolean>;
  drop(spec: Spec): unknown | Steps<unknown>;
}

/** Whether something holds for any of the items. */
function* any<T>(items: Iterable<T>, holds: (item: T) => boolean): Steps<boolean> {
  for (const item of items) {
    if (isTurnDue()) yield;
    if (holds(item)) return true;
  }
  return false;
}

/** Does something with every item. */
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

const membersOf = (volume: Volume): Members => volume as unknown as Members;
const contextOf = (spec: PodSpec): Members => (spec.securityContext ?? {}) as Members;

/** A field of the pod's security context. */
const ofContext = (gate: string, field: string): Feature => ({
  gate,
  inUse: (spec) => contextOf(spec)[field] !== undefined,
  drop: (spec) => delete contextOf(spec)[field],
});

/** Features that are off by default and have fields in pods. */
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
    // Once every container was given the default, so that it must not vanish from those that have it.
    drop: (spec) =>
      every(containersOf(spec), ({ securityContext }) => {
        if (securityContext?.procMount) securityContext.procMount = "Default";
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
    inUse: ({ volumes }) => any(volumes ?? [], (volume) => membersOf(volume)["image"] !== undefined),
    drop: ({ volumes }) =>
      every(volumes ?? [], (volume) => {
        delete membersOf(volume)["image"];
      }),
  },
  ofContext("SELinuxChangePolicy", "seLinuxChangePolicy"),
];

/**
 * Takes the fields of features that are off out of a pod's spec.
 * @param spec changed in place
 * @param old the stored spec: what it uses already may stay
 */
export function* dropDisabledFields(
  spec: PodSpec | undefined | null,
  old: PodSpec | undefined | null,
  features?: PodFeatures,
): Steps<void> {
  if (!spec) return;
  for (const feature of FEATURES) {
    if (features?.enabled(feature.gate) === true || (old && (yield* finished(feature.inUse(old))))) continue;
    yield* finished(feature.drop(spec));
  }
}
