import { defaultColumns } from "../../registry/columns/table.ts";
import { defineResource } from "../../registry/definition.ts";
import {
  customResourceDefinitionStatusStrategy,
  customResourceDefinitionStrategy,
} from "./customResourceDefinitionStrategy.ts";
import { storedDefinition } from "./storedDefinition.ts";

/** `apiextensions.{domain}/v1` customresourcedefinitions. */
export const customResourceDefinitions = defineResource({
  group: "apiextensions.{domain}",
  version: "v1",
  kind: "CustomResourceDefinition",
  plural: "customresourcedefinitions",
  singular: "customresourcedefinition",
  scope: "Cluster",
  definition: "apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition",
  shortNames: ["crd", "crds"],
  categories: ["api-extensions"],
  strategy: customResourceDefinitionStrategy,
  columns: defaultColumns,
  subresources: [
    { name: "status", verbs: ["get", "patch", "update"], strategy: customResourceDefinitionStatusStrategy },
  ],
  storedText: storedDefinition,
});
