import { expect, it } from "vitest";
import type { Resource } from "../../../api/registry/resource.ts";
import { servedKinds } from "./servedKinds.ts";

const served = (group: string, version: string, resource: string, kind: string) =>
  ({ group, version, resource, kind, definition: { singular: kind.toLowerCase() } }) as Resource;
const resources = [
  served("", "v1", "events", "Event"),
  served("events.k8s.io", "v1", "events", "Event"),
  served("events.k8s.io", "v2", "events", "Event"),
  served("apps", "v1", "deployments", "Deployment"),
];

it.each<[string, string, string, string[]]>([
  ["", "v1", "events", ["", "events.k8s.io"]],
  ["events.k8s.io", "v1", "events", ["events.k8s.io"]],
  ["apps", "v1", "Deployment", ["apps"]],
  ["apps", "v2", "deployments", []],
  ["", "v1", "deploy", []],
])("resolves the kinds of group %j, version %s, name %s", (group, version, resource, groups) => {
  const kinds = servedKinds({ all: () => resources.values(), ofKind: () => undefined });
  expect(kinds.kindsOf({ group, version, resource }).map((kind) => kind.group)).toEqual(groups);
});
