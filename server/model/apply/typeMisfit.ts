import type { TypeNode } from "../../../shared/schema/typeNode.ts";
import type { Steps } from "../../../shared/steps.ts";
import { unidentifiedItem } from "./unidentifiedItem.ts";
import { describeMismatches } from "./validateApplied.ts";

/**
 * Why the owners of an object's fields cannot be computed: it does not fit its type. Custom resources may not fit a
 * schema that was changed after they were stored. Objects of built-in kinds are structs, which always fit, except for
 * list items without a key. Duplicate items are no reason.
 *
 * @returns the reference's message; undefined for an object that fits, and for none
 */
export function* typeMisfit(node: TypeNode, isCustom: boolean, object: unknown): Steps<string | undefined> {
  if (object === undefined) return undefined;
  return isCustom ? yield* describeMismatches(object, node, true) : yield* unidentifiedItem(node, object);
}
