import { defineResource } from "../../../registry/definition.ts";
import { fieldText } from "../selectable.ts";
import { serviceColumns } from "./serviceColumns.ts";
import { serviceStatusStrategy, serviceStrategy } from "./serviceStrategy.ts";
import { completeStoredService } from "./storedServices.ts";

/** Stable addresses in front of pods. */
export const services = defineResource({
  group: "",
  version: "v1",
  kind: "Service",
  plural: "services",
  singular: "service",
  scope: "Namespaced",
  definition: "api.core.v1.Service",
  shortNames: ["svc"],
  categories: ["all"],
  strategy: serviceStrategy,
  columns: serviceColumns,
  completeStored: completeStoredService,
  selectableFields: {
    "spec.clusterIP": fieldText("spec", "clusterIP"),
    "spec.type": fieldText("spec", "type"),
  },
  subresources: [
    {
      name: "proxy",
      verbs: ["create", "delete", "get", "patch", "update"],
      kind: { group: "", version: "v1", kind: "ServiceProxyOptions" },
      definition: "api.core.v1.ServiceProxyOptions",
      connect: "services/proxy",
    },
    { name: "status", verbs: ["get", "patch", "update"], strategy: serviceStatusStrategy },
  ],
});
