import { productType } from "../library/typeNames.ts";
import { type SizeRange, TRAVERSAL } from "../overload.ts";
import type { CelType } from "../types/celType.ts";

const FORMAT = productType("NamedFormat");
const URL = productType("URL");
/** The longest name of a format. */
const FORMAT_SIZE = 64;

/** What is known about an operand. */
interface Operand {
  readonly type: CelType | undefined;
  readonly size: SizeRange | undefined;
}

/**
 * The estimated cost of `a == b` when both are of the same type of a library, such as quantities: one unit, but formats
 * are compared by name and URLs as texts. As in the reference, `a != b` has no such rule.
 * @returns undefined for values of other types
 */
export function equalityCost([left, right]: readonly Operand[]): number | undefined {
  const [a, b] = [left?.type, right?.type];
  if (a?.kind !== "opaque" || b?.kind !== "opaque" || a.name !== b.name || a.parameters.length > 0) return undefined;
  if (a.name === FORMAT) return Math.ceil(FORMAT_SIZE * TRAVERSAL);
  if (a.name !== URL || left?.size === undefined || right?.size === undefined) return 1;
  return Math.ceil(Math.max(left.size.max, right.size.max) * TRAVERSAL);
}
