import { expect, test } from "vitest";
import { linkTarget } from "./linkTarget.ts";

const target = (link: string) => linkTarget(link, (cluster) => cluster === "sandbox");

test("a link leads to its view", () => {
  expect(target("orrery://open/c/sandbox/core/v1/pods?ns=dev")).toBe("/c/sandbox/core/v1/pods?ns=dev");
  expect(target("orrery://open")).toBe("/");
});

test("one into an unknown cluster leads to the start page, which is told the name", () => {
  expect(target("orrery://open/c/prod/core/v1/pods")).toBe("/?unknown=prod");
  expect(target("orrery://open/c/a%26b")).toBe("/?unknown=a%26b");
});

test("anything else is refused", () => {
  expect(target("orrery://open//evil.example")).toBeUndefined();
  expect(target("https://evil.example")).toBeUndefined();
});
