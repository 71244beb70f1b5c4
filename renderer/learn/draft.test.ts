import { describe, expect, it } from "vitest";
import { draftOf, EMPTY_DRAFT, requestOf } from "./draft.ts";

describe("Request drafts", () => {
  it("are converted to requests", () => {
    const request = { method: "PATCH", path: "/a", as: "ada", contentType: "x/y", body: { a: 1 } } as const;
    expect(requestOf(draftOf(request))).toEqual({ ...request, body: '{\n  "a": 1\n}' });
  });

  it("omit empty fields, and the body for methods without one", () => {
    expect(requestOf({ ...EMPTY_DRAFT, path: " /a ", body: "{" })).toEqual({ method: "GET", path: "/a" });
    expect(requestOf({ ...EMPTY_DRAFT, method: "POST", path: "/a", body: "{" }).body).toBe("{");
  });
});
