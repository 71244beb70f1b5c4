import { defineResource } from "../definition.ts";
import { endpointSliceColumns } from "./endpointSliceColumns.ts";
import { endpointSliceStrategy } from "./endpointSliceStrategy.ts";

/** `discovery.{domain}/v1` endpointslices. */
export const endpointSlices = defineResource({
  group: "discovery.{domain}",
  version: "v1",
  kind: "EndpointSlice",
  plural: "endpointslices",
  singular: "endpointslice",
  scope: "Namespaced",
  definition: "api.discovery.v1.EndpointSlice",
  strategy: endpointSliceStrategy,
  columns: endpointSliceColumns,
  storageVersionHash: "qgS0xkrxYAI=",
});
