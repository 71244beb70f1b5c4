import { expect, it } from "vitest";
import { CrdPanel } from "./CrdPanel.tsx";
import { FactsPanel } from "./FactsPanel.tsx";
import { GenericPanel } from "./GenericPanel.tsx";
import { NodePanel } from "./NodePanel.tsx";
import { panelFor } from "./panelFor.ts";
import { RolePanel } from "./RolePanel.tsx";

it("knows the server's own kinds in any vocabulary", () => {
  expect(panelFor({ group: "", resource: "nodes" }, "k8s.io")).toBe(NodePanel);
  expect(panelFor({ group: "rbac.authorization.k8s.io", resource: "roles" }, "k8s.io")).toBe(RolePanel);
  expect(panelFor({ group: "rbac.authorization.acme.io", resource: "roles" }, "acme.io")).toBe(RolePanel);
  expect(panelFor({ group: "apiextensions.k8s.io", resource: "customresourcedefinitions" }, "k8s.io")).toBe(CrdPanel);
});

it("does not treat a custom resource as one of them", () => {
  expect(panelFor({ group: "apps.example.com", resource: "deployments" }, "k8s.io")).toBe(GenericPanel);
  expect(panelFor({ group: "example", resource: "horizontalpodautoscalers" }, "k8s.io")).toBe(GenericPanel);
  expect(panelFor({ group: "autoscaling", resource: "horizontalpodautoscalers" }, "k8s.io")).toBe(FactsPanel);
});
