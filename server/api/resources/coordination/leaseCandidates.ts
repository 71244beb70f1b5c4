import { nameAndAge, textColumn } from "../../registry/columns/table.ts";
import { defineResource } from "../../registry/definition.ts";
import { narrow } from "../../registry/strategies/narrow.ts";
import { type LeaseCandidate, leaseCandidateStrategy } from "./leaseCandidateStrategy.ts";

/** `coordination.{domain}/v1alpha2` leasecandidates. */
export const leaseCandidates = defineResource({
  group: "coordination.{domain}",
  version: "v1alpha2",
  introduced: "1.32",
  kind: "LeaseCandidate",
  plural: "leasecandidates",
  singular: "leasecandidate",
  scope: "Namespaced",
  definition: "api.coordination.v1alpha2.LeaseCandidate",
  strategy: leaseCandidateStrategy,
  columns: nameAndAge(
    textColumn("LeaseName", "Lease that is run for", (o) => narrow<LeaseCandidate>(o).spec?.leaseName ?? ""),
    textColumn("BinaryVersion", "Version of the candidate", (o) => narrow<LeaseCandidate>(o).spec?.binaryVersion ?? ""),
    textColumn(
      "EmulationVersion",
      "Version that the candidate behaves like",
      (o) => narrow<LeaseCandidate>(o).spec?.emulationVersion ?? "",
    ),
  ),
});
