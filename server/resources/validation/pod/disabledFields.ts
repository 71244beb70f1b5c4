/** Fields of pods that belong to features which are off: they are dropped without a word, unless they are in use already. */
import type { Container, PodSpec, PodTemplateSpec } from "kubernetes-types/core/v1";
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
  inUse(spec: PodSpec): boolean;
  drop(spec: Spec): void;
}

const containersOf = (spec: PodSpec): Container[] => visitContainers(spec, "").map(([container]) => container);
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
      containersOf(spec).some(({ securityContext }) => (securityContext?.procMount ?? "Default") !== "Default"),
    drop(spec) {
      // Once every container was given the default, so that it must not vanish from those that have it.
      for (const { securityContext } of containersOf(spec)) {
        if (securityContext?.procMount) securityContext.procMount = "Default";
      }
    },
  },
  {
    gate: "DynamicResourceAllocation",
    inUse: (spec) => (spec.resourceClaims ?? []).length > 0,
    drop(spec) {
      delete spec.resourceClaims;
      for (const { resources } of containersOf(spec)) if (resources) delete resources.claims;
    },
  },
  {
    gate: "ClusterTrustBundleProjection",
    inUse: (spec) => sourcesOf(spec).some(({ clusterTrustBundle }) => Boolean(clusterTrustBundle)),
    drop(spec) {
      for (const source of sourcesOf(spec)) delete source.clusterTrustBundle;
    },
  },
  {
    gate: "InPlacePodVerticalScaling",
    inUse: (spec) => containersOf(spec).some(({ resizePolicy }) => (resizePolicy ?? []).length > 0),
    drop(spec) {
      for (const container of containersOf(spec)) delete container.resizePolicy;
    },
  },
  {
    gate: "ImageVolume",
    inUse: (spec) => (spec.volumes ?? []).some((volume) => (volume as unknown as Members)["image"] !== undefined),
    drop(spec) {
      for (const volume of spec.volumes ?? []) delete (volume as unknown as Members)["image"];
    },
  },
  ofContext("SELinuxChangePolicy", "seLinuxChangePolicy"),
];

const sourcesOf = (spec: PodSpec) => (spec.volumes ?? []).flatMap(({ projected }) => projected?.sources ?? []);

/**
 * Takes the fields of features that are off out of a pod's spec.
 * @param spec changed in place
 * @param old the stored spec: what it uses already may stay
 */
export function dropDisabledFields(
  spec: PodSpec | undefined | null,
  old: PodSpec | undefined | null,
  features?: PodFeatures,
): void {
  if (!spec) return;
  for (const feature of FEATURES) {
    if (features?.enabled(feature.gate) === true || (old && feature.inUse(old))) continue;
    feature.drop(spec);
  }
}

/** The same for the pod in a template. */
export const dropDisabledTemplateFields = (
  template: PodTemplateSpec | undefined | null,
  old: PodTemplateSpec | undefined | null,
  features?: PodFeatures,
): void => dropDisabledFields(template?.spec, old?.spec, features);
