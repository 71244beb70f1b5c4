import fc from "fast-check";
import { expect, test } from "vitest";
import { type Box, covers, toastPlace } from "./toastPlace.ts";

const window = { width: 1280, height: 800 };
const toast = { width: 380, height: 44 };
const box = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

test("toasts are at the bottom in the middle, where nothing is below them", () => {
  expect(toastPlace(toast, window, [])).toEqual(box(450, 740, 380, 44));
  expect(toastPlace(toast, window, [box(20, 760, 100, 20), box(1100, 760, 100, 20)])).toEqual(box(450, 740, 380, 44));
});

test("they give way to the actions of a dialog: to the side, or above them", () => {
  const actions = [box(900, 740, 90, 32), box(760, 740, 90, 32)];
  expect(toastPlace(toast, window, actions)).toEqual(box(16, 740, 380, 44));
  const wide = [...actions, box(300, 740, 90, 32), box(1100, 700, 90, 32)];
  expect(toastPlace(toast, window, wide)).toEqual(box(450, 690, 380, 44));
});

test("without any free place they stay in the window", () => {
  expect(toastPlace(toast, window, [box(0, 0, 1280, 800)])).toEqual(box(450, 740, 380, 44));
  expect(toastPlace(toast, { width: 320, height: 200 }, [])).toEqual(box(0, 140, 380, 44));
});

test("where there is a free place, no action is covered", () => {
  const action = fc
    .tuple(fc.nat(1200), fc.nat(780), fc.integer({ min: 20, max: 300 }))
    .map(([left, top, width]) => box(left, top, width, 28));
  fc.assert(
    fc.property(fc.array(action, { maxLength: 25 }), (actions) => {
      const place = toastPlace(toast, window, actions);
      const [left, right] = [16, 884].map((at) => box(at, place.top, 380, 44)) as [Box, Box];
      // The fallback is taken only if the same place at the sides is not free either.
      if (covers(place, actions)) expect([covers(left, actions), covers(right, actions)]).toEqual([true, true]);
      expect(place.bottom).toBeLessThanOrEqual(784);
      expect(place.top).toBeGreaterThanOrEqual(0);
    }),
  );
});
