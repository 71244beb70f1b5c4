import { expect, test } from "vitest";
import { linkTarget } from "./linkTarget.ts";

const target = (link: string) => linkTarget(link, (cluster) => cluster === "sandbox");

test("maps a link to its view", () => {
  expect(target("orrery://open/c/sandbox/core/v1/pods?ns=dev")).toBe("/c/sandbox/core/v1/pods?ns=dev");
  expect(target("orrery://open")).toBe("/");
});

test("maps a link into an unknown cluster to the start page with the cluster's name", () => {
  expect(target("orrery://open/c/prod/core/v1/pods")).toBe("/?unknown=prod");
  expect(target("orrery://open/c/a%26b")).toBe("/?unknown=a%26b");
});

test("rejects any other address", () => {
  expect(target("orrery://open//evil.example")).toBeUndefined();
  expect(target("https://evil.example")).toBeUndefined();
});
