import { deepEqual } from "../../../../shared/deepEqual.ts";
import type { CustomResourceVersion } from "./customResourceDefinition.ts";

/** What versions may state each for itself, or all alike. */
export type SharedMember = "schema" | "subresources" | "additionalPrinterColumns" | "selectableFields";

/** Whether all versions state a member alike: the reference then keeps it once, apart from them, and says so in its paths. */
export function isShared(versions: readonly CustomResourceVersion[], member: SharedMember): boolean {
  const [first, ...others] = versions;
  return first !== undefined && others.every((version) => deepEqual(version[member], first[member]));
}
