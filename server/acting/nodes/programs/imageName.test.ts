import { expect, it } from "vitest";
import { baseName } from "./imageName.ts";

it.each([
  ["docker.io/library/nginx:1.27", "nginx"],
  ["registry:5000/team/web@sha256:abc", "web"],
  ["registry:5000/web:1@sha256:abc", "web"],
  ["/bin/sh", "sh"],
  ["busybox", "busybox"],
  ["", ""],
  [":::", ":::"],
])("the program of %j is %j", (image, name) => {
  expect(baseName(image)).toBe(name);
});

it("is found at once, however long the image's name is", () => {
  const long = "a".repeat(1_000_000);
  expect(baseName(`${long}/x`)).toBe("x");
  expect(baseName(`${long}:/${long}`)).toBe(long);
});
