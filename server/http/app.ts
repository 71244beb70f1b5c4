import type { Filter, Handler } from "./context.ts";

/** Wraps the innermost handler in filters; the first of the array is the outermost. */
export function compose(filters: readonly Filter[], innermost: Handler): Handler {
  return filters.reduceRight<Handler>((next, filter) => filter(next), innermost);
}
