import { describe, expect, it } from "vitest";
import { forbiddenError, forbiddenText } from "./forbiddenText.ts";
import { podAttributes, testUser } from "./testing/attributes.ts";

describe("forbiddenError", () => {
  it("escapes HTML except in the authorizers' reason", () => {
    const error = forbiddenError(testUser("<b>&"), { resourceRequest: false, verb: "get", path: "/<x>" }, "no <rule>");
    expect(error).toMatchObject({
      code: 403,
      message: 'forbidden: User "&lt;b&gt;&amp;" cannot get path "/&lt;x&gt;": no <rule>',
    });
  });

  it("does not escape object names", () => {
    const error = forbiddenError(testUser("alice"), podAttributes({ name: "a<b" }));
    const reason = 'User "alice" cannot get resource "pods" in API group "" in the namespace "n"';
    expect(error).toMatchObject({ message: `pods "a<b" is forbidden: ${reason}` });
  });
});

describe("forbiddenText", () => {
  it("escapes non-printable characters", () => {
    const attributes = { resourceRequest: false, verb: "get", path: "/" } as const;
    expect(forbiddenText(testUser("a\u200b"), attributes)).toBe('User "a\\u200b" cannot get path "/"');
  });
});
