import type { VersionRow } from "./versionRow.ts";

const GROUP = "flowcontrol.apiserver.{domain}";
const V1 = { group: GROUP, version: "v1", since: "1.29" };
const V1BETA2 = { group: GROUP, version: "v1beta2", since: "1.23" };
const V1BETA3 = { group: GROUP, version: "v1beta3", since: "1.26" };

const SHARES = {
  en: "`spec.limited.assuredConcurrencyShares` is called `spec.limited.nominalConcurrencyShares`.",
  de: "`spec.limited.assuredConcurrencyShares` heißt `spec.limited.nominalConcurrencyShares`.",
};
const ZERO = {
  en: "`spec.limited.nominalConcurrencyShares` is 30 only where it is absent; 0 stays 0. Before, 0 meant 30.",
  de: "`spec.limited.nominalConcurrencyShares` ist nur ohne Angabe 30; 0 bleibt 0. Vorher bedeutete 0 ebenfalls 30.",
};

const version = (
  name: string,
  deprecated: string,
  removed: string,
  changes: VersionRow["changes"],
  meanwhile: NonNullable<VersionRow["meanwhile"]> = [],
): readonly VersionRow[] => {
  const row = { group: GROUP, version: name, deprecated, removed, use: V1, meanwhile };
  return [
    { ...row, kinds: ["FlowSchema"], changes: [] },
    { ...row, kinds: ["PriorityLevelConfiguration"], changes },
  ];
};

/** The beta versions of the flow control API. */
export const flowControl: readonly VersionRow[] = [
  ...version("v1beta1", "1.23", "1.26", [SHARES, ZERO], [V1BETA3, V1BETA2]),
  ...version("v1beta2", "1.26", "1.29", [SHARES, ZERO], [V1BETA3]),
  ...version("v1beta3", "1.29", "1.32", [ZERO]),
];
