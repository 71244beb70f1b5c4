import type { Lease } from "kubernetes-types/coordination/v1";
import { nameAndAge, textColumn } from "../../registry/columns/table.ts";
import { defineResource } from "../../registry/definition.ts";
import { narrow } from "../../registry/strategies/narrow.ts";
import { leaseStrategy } from "./leaseStrategy.ts";

/** Columns of leases. */
const leaseColumns = nameAndAge(
  textColumn(
    "Holder",
    "holderIdentity contains the identity of the holder of a current lease. If Coordinated Leader Election is used, the holder identity must be equal to the elected LeaseCandidate.metadata.name field.",
    (o) => narrow<Lease>(o).spec?.holderIdentity ?? "",
  ),
);

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
});
