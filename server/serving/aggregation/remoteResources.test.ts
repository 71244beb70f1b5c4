import { expect, it } from "vitest";
import type { DiscoveryEntry } from "./discoveryEntries.ts";
import type { RemoteApi } from "./remoteApi.ts";
import { remoteResources } from "./remoteResources.ts";
import type { ServedGroup } from "./servedGroups.ts";

const group = (name: string, ...versions: string[]): ServedGroup => ({
  name,
  versions: versions.map((version) => ({
    group: name,
    version,
    remote: { name: `${version}.${name}`, group: name, version } as RemoteApi,
  })),
});
const row = (resource: string, scope = "Namespaced") => ({
  resource,
  scope,
  responseKind: { group: "", version: "", kind: resource.toUpperCase() },
  verbs: ["list"],
});

it("lists aggregated resources at their preferred version, and the groups whose resources are unknown", () => {
  const entries: Record<string, DiscoveryEntry> = {
    "v2.flowers": { version: "v2", freshness: "Current", resources: [row("tulips")] },
    "v1.flowers": { version: "v1", freshness: "Current", resources: [row("tulips"), row("gardens", "Cluster")] },
    "v1.b": { version: "v1", freshness: "Stale", resources: [row("things")] },
    "v1.a": { version: "v1", freshness: "Stale" },
  };
  const own: ServedGroup = { name: "apps", versions: [{ group: "apps", version: "v1", remote: undefined }] };
  const groups = { listed: [own, group("flowers", "v2", "v1"), group("b", "v1"), group("a", "v1")] };
  const found = remoteResources(groups, { entry: ({ name }) => entries[name] ?? { version: "" } });
  expect(found.unknown).toEqual(["a/v1", "b/v1"]);
  expect(
    found.resources.map(({ version, resource, kind, namespaced, preferred }) => [
      version,
      resource,
      kind,
      namespaced,
      preferred,
    ]),
  ).toEqual([
    ["v2", "tulips", "TULIPS", true, true],
    ["v1", "tulips", "TULIPS", true, false],
    ["v1", "gardens", "GARDENS", false, true],
  ]);
});
