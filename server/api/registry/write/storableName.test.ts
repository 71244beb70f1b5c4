import { expect, it } from "vitest";
import { checkStorableName } from "./storableName.ts";

it.each(["a", "A_B", "a b", "...", "system:masters"])("accepts %s", (name) => {
  expect(() => checkStorableName(name)).not.toThrow();
});

it.each([
  [".", "may not be '.'"],
  ["..", "may not be '..'"],
  ["50%", "may not contain '%'"],
  ["a/b%", "may not contain '/';may not contain '%'"],
])("rejects %s", (name, message) => {
  expect(() => checkStorableName(name)).toThrow(`Name parameter invalid: "${name}": ${message}`);
});
