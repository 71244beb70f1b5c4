import fc from "fast-check";
import { expect, it } from "vitest";
import { Fifo } from "./fifo.ts";

it("returns items in insertion order under any interleaving", () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.integer(), { nil: undefined })), (steps) => {
      const queue = new Fifo<number>();
      const model: number[] = [];
      for (const step of steps) {
        if (step === undefined) expect(queue.shift()).toBe(model.shift());
        else {
          queue.push(step);
          model.push(step);
        }
        expect(queue.size).toBe(model.length);
        expect(queue.items()).toEqual(model);
      }
      queue.clear();
      expect([queue.size, queue.shift()]).toEqual([0, undefined]);
    }),
  );
});
