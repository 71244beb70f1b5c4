import fc from "fast-check";
import { expect, it } from "vitest";
import { BoundedFifo } from "./boundedFifo.ts";

const weigh = (items: readonly number[]): number => items.reduce((sum, item) => sum + item, 0);

it("keeps the latest items within the capacity, and always the last one", () => {
  const steps = fc.array(fc.option(fc.nat(12), { nil: undefined }), { maxLength: 60 });
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 12 }), (given, most) => {
      const queue = new BoundedFifo<number>(most, { of: (item) => item, most: 10 });
      let model: number[] = [];
      for (const item of given) {
        if (item === undefined) expect(queue.shift()).toBe(model.shift());
        else {
          queue.push(item);
          model.push(item);
          while (model.length > most || (weigh(model) > 10 && model.length > 1)) model = model.slice(1);
        }
        expect(queue.items()).toEqual(model);
        expect(queue.size).toBe(model.length);
      }
      queue.clear();
      queue.push(3);
      expect(queue.items()).toEqual([3]);
    }),
  );
});

it("counts items if no weight is given", () => {
  const queue = new BoundedFifo<string>(2);
  for (const item of ["a", "b", "c"]) queue.push(item);
  expect(queue.items()).toEqual(["b", "c"]);
});
