import { ageColumn, nameColumn, textColumn } from "../../../registry/columns/table.ts";
import { defineResource } from "../../../registry/definition.ts";
import { asEndpoints } from "../views.ts";
import { endpointsText } from "./endpointCells.ts";
import { endpointsErrors } from "./endpointValidation.ts";

/** Addresses of a service, as older clients read them. Their subsets stay grouped as they were written. */
export const endpoints = defineResource({
  group: "",
  version: "v1",
  kind: "Endpoints",
  plural: "endpoints",
  singular: "endpoints",
  scope: "Namespaced",
  definition: "api.core.v1.Endpoints",
  shortNames: ["ep"],
  strategy: {
    metadataOnUpdate: ["change", "whole"],
    allowCreateOnUpdate: true,
    validating: (_context, object) => endpointsErrors(asEndpoints(object)),
  },
  columns: [
    nameColumn,
    textColumn(
      "Endpoints",
      "The set of all endpoints is the union of all subsets. Addresses are placed into subsets according to the IPs they share. A single address with multiple ports, some of which are ready and some of which are not (because they come from different containers) will result in the address being displayed in different subsets for the different ports. No address will appear in both Addresses and NotReadyAddresses in the same subset. Sets of addresses and ports that comprise a service.",
      (object) => endpointsText(asEndpoints(object).subsets),
    ),
    ageColumn,
  ],
});
