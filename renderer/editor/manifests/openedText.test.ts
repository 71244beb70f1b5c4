import { expect, it } from "vitest";
import { keepOpened, openedIn } from "./openedText.ts";

it("finds the text that a navigation names", () => {
  const [first, second] = [keepOpened("kind: A"), keepOpened("kind: B")];
  expect(openedIn(first)).toEqual({ id: first.opened, text: "kind: A" });
  expect(openedIn(second)?.text).toBe("kind: B");
});

it("recognizes a navigation to a file whose text is lost", () => {
  const first = keepOpened("kind: A");
  for (let i = 0; i < 8; i++) keepOpened("kind: B");
  expect(openedIn(first)).toEqual({ id: first.opened, text: undefined });
});

it.each([null, undefined, 7, "x", {}, { opened: "1" }])("ignores %j from other navigations", (state) => {
  expect(openedIn(state)).toBeUndefined();
});
