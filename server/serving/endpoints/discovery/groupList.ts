import { apiVersionOf } from "../../../../shared/object.ts";
import type { Catalog } from "../../../api/registry/catalog.ts";

interface VersionEntry {
  groupVersion: string;
  version: string;
}

interface GroupEntry {
  name: string;
  versions: VersionEntry[];
  preferredVersion: VersionEntry;
}

/** Groups in order of their first version, without the core group. */
function groups(catalog: Catalog): GroupEntry[] {
  const byName = new Map<string, GroupEntry>();
  for (const { group, version } of catalog.groupVersions) {
    if (group === "") continue;
    const entry = { groupVersion: apiVersionOf({ group, version }), version };
    const known = byName.get(group);
    if (known === undefined) byName.set(group, { name: group, versions: [entry], preferredVersion: entry });
    else known.versions.push(entry);
  }
  return [...byName.values()];
}

/** `/apis`. */
export function apiGroupList(catalog: Catalog): Record<string, unknown> {
  return { kind: "APIGroupList", apiVersion: "v1", groups: groups(catalog) };
}

/** `/apis/{group}`; undefined when nothing is served there. */
export function apiGroup(catalog: Catalog, name: string): Record<string, unknown> | undefined {
  const group = groups(catalog).find((entry) => entry.name === name);
  return group === undefined ? undefined : { kind: "APIGroup", apiVersion: "v1", ...group };
}

/** `/api`. @param address where clients reach the server, `host:port` */
export function apiVersions(address: string): Record<string, unknown> {
  return {
    kind: "APIVersions",
    versions: ["v1"],
    serverAddressByClientCIDRs: [{ clientCIDR: "0.0.0.0/0", serverAddress: address }],
  };
}
