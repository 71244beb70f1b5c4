import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import type { CustomResourceVersion } from "./customResourceDefinition.ts";

/** What versions may state each for itself, or all alike. */
export type SharedMember = "schema" | "subresources" | "additionalPrinterColumns" | "selectableFields";

const MEMBERS: readonly SharedMember[] = ["schema", "subresources", "additionalPrinterColumns", "selectableFields"];

/**
 * The members that all versions state alike: the reference then keeps them once, apart from the versions, and says so in its
 * paths. Looks at every version: to be asked once for all of them.
 */
export function* sharedMembers(versions: readonly CustomResourceVersion[]): Steps<ReadonlySet<SharedMember>> {
  const [first] = versions;
  const alike = new Set(first === undefined ? [] : MEMBERS);
  for (const version of versions) {
    if (isTurnDue()) yield;
    for (const member of alike) if (!deepEqual(version[member], first?.[member])) alike.delete(member);
  }
  // Fields are selected by what their schema says of them.
  if (!alike.has("schema")) alike.delete("selectableFields");
  return alike;
}
