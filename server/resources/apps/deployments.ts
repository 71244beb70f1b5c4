import { defineResource } from "../definition.ts";
import { scaleSubresource } from "../strategies/scale.ts";
import { deploymentColumns } from "./deploymentColumns.ts";
import { deploymentStatusStrategy, deploymentStrategy } from "./deploymentStrategy.ts";

/** `apps/v1` deployments. */
export const deployments = defineResource({
  group: "apps",
  version: "v1",
  kind: "Deployment",
  plural: "deployments",
  singular: "deployment",
  scope: "Namespaced",
  definition: "api.apps.v1.Deployment",
  shortNames: ["deploy"],
  categories: ["all"],
  strategy: deploymentStrategy,
  columns: deploymentColumns,
  subresources: [
    scaleSubresource,
    { name: "status", verbs: ["get", "patch", "update"], strategy: deploymentStatusStrategy },
  ],
  storageVersionHash: "8aSe+NMegvE=",
});
