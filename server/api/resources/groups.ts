/** A group version that the server itself can serve. */
export interface GroupVersionFacts {
  /** Template; empty for the core group. */
  readonly group: string;
  readonly version: string;
  /** Whether discovery recommends this version of the group. */
  readonly preferred: boolean;
  /** Priority of the group in `/apis`, highest first, as published in its APIService. */
  readonly groupPriorityMinimum: number;
  /** Priority of the version within the group, highest first. */
  readonly versionPriority: number;
  /** Served by the aggregation layer itself, without an APIService. */
  readonly withoutApiService?: boolean;
  /** Enabled by default although it is not stable, because it dates from when beta versions still were. */
  readonly onByDefault?: true;
}

const group = (
  name: string,
  groupPriorityMinimum: number,
  versionPriority = 15,
  version = "v1",
  preferred = true,
): GroupVersionFacts => ({ group: name, version, preferred, groupPriorityMinimum, versionPriority });

/** All group versions that can be served, in the order of `/apis`; the core group comes first. */
export const groupVersions: readonly GroupVersionFacts[] = [
  group("", 18000, 1),
  { ...group("apiregistration.{domain}", 18000, 10), withoutApiService: true },
  group("apps", 17800),
  group("events.{domain}", 17750),
  group("authentication.{domain}", 17700),
  group("authentication.{domain}", 17700, 9, "v1beta1", false),
  group("authorization.{domain}", 17600),
  group("autoscaling", 17500, 30, "v2"),
  group("autoscaling", 17500, 15, "v1", false),
  group("batch", 17400),
  group("certificates.{domain}", 17300),
  group("certificates.{domain}", 17300, 1, "v1alpha1", false),
  group("networking.{domain}", 17200),
  group("networking.{domain}", 17200, 9, "v1beta1", false),
  group("policy", 17100),
  group("rbac.authorization.{domain}", 17000),
  group("storage.{domain}", 16800),
  group("storage.{domain}", 16800, 9, "v1beta1", false),
  group("storage.{domain}", 16800, 1, "v1alpha1", false),
  group("admissionregistration.{domain}", 16700),
  group("admissionregistration.{domain}", 16700, 12, "v1beta1", false),
  group("admissionregistration.{domain}", 16700, 9, "v1alpha1", false),
  group("apiextensions.{domain}", 16700),
  group("scheduling.{domain}", 16600),
  group("coordination.{domain}", 16500),
  group("coordination.{domain}", 16500, 12, "v1alpha2", false),
  group("node.{domain}", 16300),
  group("discovery.{domain}", 16200),
  group("resource.{domain}", 16200, 9, "v1beta1"),
  group("resource.{domain}", 16200, 1, "v1alpha3", false),
  group("flowcontrol.apiserver.{domain}", 16100, 21),
  { ...group("flowcontrol.apiserver.{domain}", 16100, 18, "v1beta3", false), onByDefault: true },
  group("internal.apiserver.{domain}", 16000, 9, "v1alpha1"),
  group("storagemigration.{domain}", 15800, 9, "v1alpha1"),
];

/** The stability of a version, derived from its name. */
export type Stage = "ga" | "beta" | "alpha";

/** `v1` is generally available; `v1beta1` and `v1alpha1` contain their stage. */
export const stageOf = (version: string): Stage =>
  version.includes("alpha") ? "alpha" : version.includes("beta") ? "beta" : "ga";

/** Group templates with their retired versions. Settings may still name these, but they are not served. */
export const retiredVersions: Readonly<Record<string, readonly string[]>> = {
  "admission.{domain}": ["v1", "v1beta1"],
  "apiextensions.{domain}": ["v1beta1"],
  "apiregistration.{domain}": ["v1beta1"],
  apps: ["v1beta1", "v1beta2"],
  "authentication.{domain}": ["v1alpha1"],
  "authorization.{domain}": ["v1beta1"],
  autoscaling: ["v2beta1", "v2beta2"],
  batch: ["v1beta1"],
  "certificates.{domain}": ["v1beta1"],
  "coordination.{domain}": ["v1beta1"],
  "discovery.{domain}": ["v1beta1"],
  "events.{domain}": ["v1beta1"],
  extensions: ["v1beta1"],
  "flowcontrol.apiserver.{domain}": ["v1beta1", "v1beta2"],
  "imagepolicy.{domain}": ["v1alpha1"],
  "networking.{domain}": ["v1alpha1"],
  "node.{domain}": ["v1beta1", "v1alpha1"],
  policy: ["v1beta1"],
  "rbac.authorization.{domain}": ["v1beta1", "v1alpha1"],
  "scheduling.{domain}": ["v1beta1", "v1alpha1"],
};
