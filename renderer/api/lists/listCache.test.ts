import { expect, it } from "vitest";
import type { ResourceRow } from "../tables/tableRow.ts";
import { ListCache } from "./listCache.ts";
import { RowStore } from "./rowStore.ts";

function storeOf(count: number): RowStore {
  const store = new RowStore(() => () => undefined, 0);
  store.page(Array.from({ length: count }, (_, i) => ({ uid: `${i}` }) as ResourceRow));
  return store;
}

it("keeps a list until a view uses it again", () => {
  const kept = new ListCache();
  const store = storeOf(1);
  kept.keep("a", store);
  expect(kept.get("a")).toBe(store);
  kept.release("a");
  expect(kept.get("a")).toBeUndefined();
});

it("drops the oldest when there are many lists", () => {
  const kept = new ListCache();
  for (let i = 0; i < 13; i++) kept.keep(`${i}`, storeOf(1));
  expect(kept.get("0")).toBeUndefined();
  expect(kept.get("1")).toBeDefined();
});

it("drops the oldest when there are many rows, and a single list that is too long", () => {
  const kept = new ListCache();
  kept.keep("old", storeOf(40_000));
  kept.keep("new", storeOf(30_000));
  expect(kept.get("old")).toBeUndefined();
  expect(kept.get("new")).toBeDefined();
  kept.keep("long", storeOf(60_001));
  expect(kept.get("new")).toBeUndefined();
  expect(kept.get("long")).toBeUndefined();
});
