import { finished } from "../../../../shared/steps.ts";
import type { ObjectReader } from "../reader.ts";

/** An empty reader that never changes. */
export const emptyReader: ObjectReader = {
  get: () => undefined,
  getInSteps: () => finished(undefined),
  fresh: () => undefined,
  hasAny: () => false,
  list: () => [],
  *eachInSteps() {},
  follow: () => () => undefined,
};
