import fc from "fast-check";
import { expect, it } from "vitest";
import { repeated } from "./repeated.ts";

it("finds the items that occurred earlier in the list", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(5)), (list) => {
      const expected = list.flatMap((item, i) => (list.indexOf(item) < i ? [i] : []));
      expect([...repeated(list)]).toEqual(expected);
      expect([
        ...repeated(
          list.map((value) => ({ value })),
          ({ value }) => value,
        ),
      ]).toEqual(expected);
    }),
  );
});
