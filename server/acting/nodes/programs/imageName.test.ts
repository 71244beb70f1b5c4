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
])("%j runs program %j", (image, name) => {
  expect(baseName(image)).toBe(name);
});

it("parses long image names in linear time", () => {
  const long = "a".repeat(1_000_000);
  expect(baseName(`${long}/x`)).toBe("x");
  expect(baseName(`${long}:/${long}`)).toBe(long);
});
