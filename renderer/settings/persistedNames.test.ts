import { expect, it } from "vitest";
import { memoryStorage } from "../testing/memoryStorage.ts";
import { createPersistedNames } from "./persistedNames.ts";

it("keeps the order and toggles names", () => {
  const storage = memoryStorage();
  const names = createPersistedNames("test", storage);
  expect(names.read()).toEqual([]);
  names.toggle("core/v1/pods");
  names.toggle("apps/v1/deployments");
  expect(createPersistedNames("test", storage).read()).toEqual(["core/v1/pods", "apps/v1/deployments"]);
  expect(names.read()).toBe(names.read());
  names.toggle("core/v1/pods");
  expect(names.read()).toEqual(["apps/v1/deployments"]);
});
