import { defineResource } from "../definition.ts";
import { leaseColumns } from "./leaseColumns.ts";
import { leaseStrategy } from "./leaseStrategy.ts";

/** `coordination.{domain}/v1` leases. */
export const leases = defineResource({
  group: "coordination.{domain}",
  version: "v1",
  kind: "Lease",
  plural: "leases",
  singular: "lease",
  scope: "Namespaced",
  definition: "api.coordination.v1.Lease",
  strategy: leaseStrategy,
  columns: leaseColumns,
  storageVersionHash: "gqkMMb/YqFM=",
});
