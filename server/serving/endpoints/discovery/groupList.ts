import { apiVersionOf } from "../../../../shared/object.ts";
import type { ServedGroup } from "../../aggregation/servedGroups.ts";

interface VersionEntry {
  readonly groupVersion: string;
  readonly version: string;
}

interface GroupEntry {
  readonly name: string;
  readonly versions: readonly VersionEntry[];
  readonly preferredVersion: VersionEntry | undefined;
}

function groupEntry({ name, versions }: ServedGroup): GroupEntry {
  const entries = versions.map(({ group, version }) => ({ groupVersion: apiVersionOf({ group, version }), version }));
  return { name, versions: entries, preferredVersion: entries[0] };
}

/** `/apis`: the groups in order, without the core group. */
export const apiGroupList = (groups: readonly ServedGroup[]): Record<string, unknown> => ({
  kind: "APIGroupList",
  apiVersion: "v1",
  groups: groups.map(groupEntry),
});

/** `/apis/{group}`. */
export const apiGroup = (group: ServedGroup): Record<string, unknown> => ({
  kind: "APIGroup",
  apiVersion: "v1",
  ...groupEntry(group),
});

/** `/api`. @param address `host:port` at which clients reach the server */
export function apiVersions(address: string): Record<string, unknown> {
  return {
    kind: "APIVersions",
    versions: ["v1"],
    serverAddressByClientCIDRs: [{ clientCIDR: "0.0.0.0/0", serverAddress: address }],
  };
}
