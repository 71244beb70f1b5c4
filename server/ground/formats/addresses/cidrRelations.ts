/** Relations between ranges of addresses. */
import type { Cidr } from "./addresses.ts";

/** Whether two ranges have an address in common. */
export const overlap = (one: Cidr, other: Cidr): boolean =>
  one.family === other.family && one.base < other.base + other.size && other.base < one.base + one.size;

/** Whether all addresses of a range lie in another one; true for equal ranges. */
export const covers = (outer: Cidr, inner: Cidr): boolean => overlap(outer, inner) && outer.prefix <= inner.prefix;
