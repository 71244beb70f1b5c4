import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DEFAULT_STATE, fitState } from "./windowState.ts";

const screens = [
  { x: 0, y: 0, width: 1920, height: 1080 },
  { x: 1920, y: 0, width: 1280, height: 1024 },
];

describe("fitState", () => {
  test("keeps a state that fits", () => {
    const state = { width: 900, height: 700, x: 2000, y: 10, isMaximized: true };
    expect(fitState(state, screens)).toEqual(state);
  });

  test("drops a position on a disconnected screen and keeps the size", () => {
    const state = { width: 900, height: 700, x: 2000, y: 10, isMaximized: false };
    expect(fitState(state, screens.slice(0, 1))).toEqual({ width: 900, height: 700, isMaximized: false });
  });

  test("drops a position that puts the title bar out of reach", () => {
    expect(fitState({ width: 900, height: 700, x: 100, y: -300 }, screens)).not.toHaveProperty("y");
    expect(fitState({ width: 900, height: 700, x: 100, y: 1079 }, screens)).not.toHaveProperty("y");
    expect(fitState({ width: 900, height: 700, x: -890, y: 5 }, screens)).not.toHaveProperty("x");
  });

  test("does not shrink below a usable size", () => {
    expect(fitState({ width: 1, height: 1 }, screens)).toEqual({ width: 640, height: 480, isMaximized: false });
  });

  test("uses the defaults for anything else", () => {
    for (const odd of [
      undefined,
      null,
      7,
      "x",
      [],
      {},
      { width: "900", height: 700 },
      { width: Number.NaN, height: 1 },
    ]) {
      expect(fitState(odd, screens)).toEqual(DEFAULT_STATE);
    }
  });

  test("always gives a usable size, and both coordinates or none", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom("width", "height", "x", "y", "isMaximized"), fc.anything()),
        (remembered) => {
          const state = fitState(remembered, screens);
          expect(state.width).toBeGreaterThanOrEqual(640);
          expect(state.height).toBeGreaterThanOrEqual(480);
          expect(state.x === undefined).toBe(state.y === undefined);
        },
      ),
    );
  });
});
