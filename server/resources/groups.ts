/** One group version that the server itself serves. */
export interface GroupVersionFacts {
  /** Template; empty for the core group. */
  readonly group: string;
  readonly version: string;
  /** The version that discovery recommends for the group. */
  readonly preferred: boolean;
  /** Rank of the group in `/apis`, the highest first, as its APIService publishes it. */
  readonly groupPriorityMinimum: number;
  /** Rank of the version within the group, the highest first. */
  readonly versionPriority: number;
  /** The aggregation layer serves this group by itself: no APIService describes it. */
  readonly withoutApiService?: boolean;
}

const group = (
  name: string,
  groupPriorityMinimum: number,
  versionPriority = 15,
  version = "v1",
  preferred = true,
): GroupVersionFacts => ({ group: name, version, preferred, groupPriorityMinimum, versionPriority });

/** All group versions that are on by default, in the order of `/apis`; the core group comes first. */
export const groupVersions: readonly GroupVersionFacts[] = [
  group("", 18000, 1),
  { ...group("apiregistration.{domain}", 18000, 10), withoutApiService: true },
  group("apps", 17800),
  group("events.{domain}", 17750),
  group("authentication.{domain}", 17700),
  group("authorization.{domain}", 17600),
  group("autoscaling", 17500, 30, "v2"),
  group("autoscaling", 17500, 15, "v1", false),
  group("batch", 17400),
  group("certificates.{domain}", 17300),
  group("networking.{domain}", 17200),
  group("policy", 17100),
  group("rbac.authorization.{domain}", 17000),
  group("storage.{domain}", 16800),
  group("admissionregistration.{domain}", 16700),
  group("apiextensions.{domain}", 16700),
  group("scheduling.{domain}", 16600),
  group("coordination.{domain}", 16500),
  group("node.{domain}", 16300),
  group("discovery.{domain}", 16200),
  group("flowcontrol.apiserver.{domain}", 16100, 21),
];
