import type { ObjectReader } from "../reader.ts";

/** An empty reader that never changes. */
export const emptyReader: ObjectReader = {
  get: () => undefined,
  fresh: () => undefined,
  hasAny: () => false,
  list: () => [],
  *eachInSteps() {},
  follow: () => () => undefined,
};
