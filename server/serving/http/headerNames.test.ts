import { expect, it } from "vitest";
import { withWrittenNames, writtenName } from "./headerNames.ts";

it.each([
  ["audit-id", "Audit-Id"],
  ["etag", "Etag"],
  ["X-Kubernetes-PF-FlowSchema-UID", "X-Kubernetes-Pf-Flowschema-Uid"],
  ["www-authenticate", "Www-Authenticate"],
  ["x--a", "X--A"],
  ["x-2a", "X-2a"],
])("%s is written %s", (name, written) => {
  expect(writtenName(name)).toBe(written);
  expect(writtenName(name)).toBe(written);
});

it("keeps the values of headers, and their order", () => {
  const written = withWrittenNames({ warning: ["a", "b"], "content-length": 3 });
  expect(Object.entries(written)).toEqual([
    ["Warning", ["a", "b"]],
    ["Content-Length", 3],
  ]);
});
