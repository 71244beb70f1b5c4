import { expect, it } from "vitest";
import { goType } from "./goType.ts";

it.each([
  [{ group: "", kind: "ConfigMap" }, "core.ConfigMap", "core.ConfigMapList"],
  [{ group: "rbac.authorization.k8s.io", kind: "Role" }, "rbac.Role", "rbac.RoleList"],
  [{ group: "events.k8s.io", kind: "Event" }, "core.Event", "core.EventList"],
  [{ group: "example.com", kind: "Widget", custom: {} }, "unstructured.Unstructured", "unstructured.UnstructuredList"],
])("returns the Go type name of %j", (kind, one, many) => {
  expect([goType(kind), goType(kind, "List")]).toEqual([one, many]);
});
