import { expect, it } from "vitest";
import { limitGrowth } from "./heapGrowth.ts";

it("limits the growth of a large heap, not of a small one", () => {
  const set: number[] = [];
  let used = 0;
  let isLarge = false;
  const look = (megabytes: number): void => {
    used = megabytes * 2 ** 20;
    isLarge = limitGrowth(isLarge, { used: () => used, setGrowth: (percent) => set.push(percent) });
  };
  for (const megabytes of [50, 120]) look(megabytes);
  expect(set).toEqual([]);
  // A heap size that fluctuates around the limit does not switch the setting each time.
  for (const megabytes of [140, 110, 130, 500]) look(megabytes);
  expect(set).toEqual([40]);
  look(90);
  expect(set).toEqual([40, 0]);
});
