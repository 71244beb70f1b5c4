import type { Lease } from "kubernetes-types/coordination/v1";
import { nameAndAge, textColumn } from "../columns/table.ts";
import { narrow } from "../strategies/narrow.ts";

/** Columns of leases. */
export const leaseColumns = nameAndAge(
  textColumn(
    "Holder",
    "holderIdentity contains the identity of the holder of a current lease. If Coordinated Leader Election is used, the holder identity must be equal to the elected LeaseCandidate.metadata.name field.",
    (o) => narrow<Lease>(o).spec?.holderIdentity ?? "",
  ),
);
