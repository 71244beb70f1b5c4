import { expect, it } from "vitest";
import { readFavourites, toggleFavourite } from "./favourites.ts";

it("keeps the order, and takes away what is there", () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  expect(readFavourites(storage)).toEqual([]);
  toggleFavourite(storage, "core/v1/pods");
  toggleFavourite(storage, "apps/v1/deployments");
  expect(readFavourites(storage)).toEqual(["core/v1/pods", "apps/v1/deployments"]);
  expect(readFavourites(storage)).toBe(readFavourites(storage));
  toggleFavourite(storage, "core/v1/pods");
  expect(readFavourites(storage)).toEqual(["apps/v1/deployments"]);
});
