import { deepEqual } from "../../../../shared/deepEqual.ts";
import type { CustomResourceVersion } from "./customResourceDefinition.ts";

/** What versions may state each for itself, or all alike. */
export type SharedMember = "schema" | "subresources" | "additionalPrinterColumns" | "selectableFields";

const MEMBERS: readonly SharedMember[] = ["schema", "subresources", "additionalPrinterColumns", "selectableFields"];

/**
 * The members that all versions state alike: the reference then keeps them once, apart from the versions, and says so in its
 * paths. Looks at every version: to be asked once for all of them.
 */
export function sharedMembers(versions: readonly CustomResourceVersion[]): ReadonlySet<SharedMember> {
  const [first] = versions;
  if (first === undefined) return new Set();
  return new Set(MEMBERS.filter((member) => versions.every((version) => deepEqual(version[member], first[member]))));
}
