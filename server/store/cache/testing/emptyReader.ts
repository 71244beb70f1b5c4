import { finished } from "../../../../shared/steps.ts";
import type { ObjectReader } from "../reader.ts";

/** Caches in which there is nothing, and nothing comes. */
export const emptyReader: ObjectReader = {
  get: () => undefined,
  getInSteps: () => finished(undefined),
  fresh: () => undefined,
  hasAny: () => false,
  list: () => [],
  *eachInSteps() {},
  follow: () => () => undefined,
};
