import { expect, test } from "vitest";
import type { Tone } from "../Badge.tsx";
import { withToast } from "./toastList.ts";

const shown = (...toasts: [string, Tone][]): string =>
  toasts
    .map(([text, tone]) => ({ text, tone }))
    .reduce<readonly { text: string; tone: Tone }[]>(withToast, [])
    .map(({ text }) => text)
    .join(" ");

test("shows the latest four", () => {
  expect(shown(["a", "good"], ["b", "neutral"])).toBe("a b");
  expect(shown(["a", "good"], ["b", "good"], ["c", "warn"], ["d", "good"], ["e", "good"])).toBe("b c d e");
});

test("a failure is not displaced by what passes", () => {
  expect(shown(["a", "bad"], ["b", "good"], ["c", "good"], ["d", "good"], ["e", "good"], ["f", "good"])).toBe(
    "a d e f",
  );
  expect(shown(["a", "bad"], ["b", "bad"], ["c", "bad"], ["d", "bad"], ["e", "good"])).toBe("b c d e");
});

test("the same message is shown once, as the latest", () => {
  expect(shown(["a", "good"], ["b", "good"], ["a", "good"], ["a", "good"])).toBe("b a");
  expect(shown(["a", "good"], ["a", "bad"])).toBe("a a");
});
