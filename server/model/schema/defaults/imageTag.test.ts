import { expect, it } from "vitest";
import { imageTag } from "./imageTag.ts";

const DIGEST = `sha256:${"a".repeat(64)}`;

it.each([
  ["nginx", "latest"],
  ["nginx:latest", "latest"],
  ["nginx:1.27", "1.27"],
  ["a/b/c__d.e--f", "latest"],
  ["localhost:5000/nginx", "latest"],
  ["localhost:5000/nginx:2", "2"],
  ["Registry.example/app", "latest"],
  ["[fd00::1]:5000/app", "latest"],
  [`nginx@${DIGEST}`, ""],
  [`nginx:3@${DIGEST}`, "3"],
  [`nginx:latest@${DIGEST}`, "latest"],
])("%j has the tag %j", (image, tag) => {
  expect(imageTag(image)).toBe(tag);
});

it.each([
  undefined,
  "",
  "Nginx",
  "registry.example/App",
  "a b",
  "-a",
  "a-",
  "a..b",
  "a///b",
  "/a",
  "a/",
  "a:",
  "a:b c",
  "a:b:c",
  `a:${"t".repeat(129)}`,
  "a@sha256:abc",
  `a@${DIGEST}:1`,
  `a@md5:${"a".repeat(64)}`,
  `${"a".repeat(256)}`,
  "f".repeat(64),
  "ex_ample.org/a",
])("an invalid reference has no tag: %j", (image) => {
  expect(imageTag(image)).toBe("");
});

it("long names are parsed in linear time", () => {
  const started = performance.now();
  for (const image of [`${"a-".repeat(500_000)}.b/c`, `${"a.".repeat(500_000)}/c`, "a/".repeat(500_000)])
    imageTag(image);
  expect(performance.now() - started).toBeLessThan(1000);
});
