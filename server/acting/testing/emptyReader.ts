import type { ObjectReader } from "../../store/cache/reader.ts";

/** Caches in which there is nothing, and nothing comes. */
export const emptyReader: ObjectReader = {
  get: () => undefined,
  fresh: () => undefined,
  list: () => [],
  *eachInSteps() {},
  follow: () => () => undefined,
};
