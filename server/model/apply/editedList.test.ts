import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EditedList } from "./editedList.ts";

const change = fc.record({ how: fc.constantFrom("insert", "remove", "set"), at: fc.nat(9999), times: fc.nat(1500) });

describe("EditedList", () => {
  it("behaves like a plain list", () => {
    fc.assert(
      fc.property(fc.nat(5000), fc.array(change, { maxLength: 12 }), (length, changes) => {
        const plain: unknown[] = Array.from({ length }, (_, i) => i);
        const list = new EditedList(plain);
        for (const { how, at, times } of changes) {
          for (let i = 0; i < times; i++) {
            const position = at % (how === "insert" ? plain.length + 1 : plain.length);
            if (how !== "insert" && plain.length === 0) break;
            if (how === "insert") plain.splice(position, 0, `new ${i}`);
            else if (how === "remove") plain.splice(position, 1);
            else plain[position] = `set ${i}`;
            if (how === "insert") list.insert(position, `new ${i}`);
            else if (how === "remove") list.remove(position);
            else list.set(position, `set ${i}`);
          }
          expect(list.length).toBe(plain.length);
          if (plain.length > 0) expect(list.at(at % plain.length)).toBe(plain[at % plain.length]);
        }
        const written: unknown[] = ["what was there"];
        list.writeTo(written);
        expect(written).toEqual(plain);
      }),
      { numRuns: 30 },
    );
  });
});
