import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import type { CustomResourceVersion } from "./customResourceDefinition.ts";

/** Members that versions may each define, or that are equal in all versions. */
export type SharedMember = "schema" | "subresources" | "additionalPrinterColumns" | "selectableFields";

const MEMBERS: readonly SharedMember[] = ["schema", "subresources", "additionalPrinterColumns", "selectableFields"];

/**
 * The members that are equal in all versions. The reference then keeps them once, outside the versions, which shows in
 * its error paths. Compares all versions, so call it once for all of them.
 */
export function* sharedMembers(versions: readonly CustomResourceVersion[]): Steps<ReadonlySet<SharedMember>> {
  const [first] = versions;
  const alike = new Set(first === undefined ? [] : MEMBERS);
  for (const version of versions) {
    if (isTurnDue()) yield;
    for (const member of alike) if (!deepEqual(version[member], first?.[member])) alike.delete(member);
  }
  // Whether a field can be selected depends on its schema.
  if (!alike.has("schema")) alike.delete("selectableFields");
  return alike;
}
