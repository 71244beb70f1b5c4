import { validateHeaderName, validateHeaderValue } from "node:http";
import fc from "fast-check";
import { expect, test } from "vitest";
import { targetImpersonation } from "./targetImpersonation.ts";

test("encodes user, uid, groups and extra as headers", () => {
  const extra = { "example.org/scope": ["a", "b"] };
  expect(targetImpersonation({ user: "zoë", uid: "7", groups: ["dev"], extra })).toEqual({
    "impersonate-user": Buffer.from("zoë").toString("latin1"),
    "impersonate-uid": "7",
    "impersonate-group": ["dev"],
    "impersonate-extra-example.org%2Fscope": ["a", "b"],
  });
});

test("encodes every extra key as a valid header name that decodes to the same key", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: "grapheme" }), (key) => {
      const headers = targetImpersonation({ user: "u", groups: [], extra: { [key]: ["v"] } });
      const name = Object.keys(headers).find((one) => one.startsWith("impersonate-extra-")) ?? "";
      validateHeaderName(name);
      validateHeaderValue(name, "v");
      expect(decodeURIComponent(name.slice("impersonate-extra-".length))).toBe(key);
    }),
  );
});
