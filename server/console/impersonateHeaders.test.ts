import { describe, expect, it } from "vitest";
import { encodeViewAs, VIEW_AS_HEADER } from "../../shared/viewAs.ts";
import { impersonateHeaders, ViewAsError } from "./impersonateHeaders.ts";
import { requestHeaders } from "./proxyHeaders.ts";

const viewAs = (username: string, ...groups: string[]) => ({ [VIEW_AS_HEADER]: encodeViewAs({ username, groups }) });

describe("impersonateHeaders", () => {
  it("is none for who looks as oneself", () => {
    expect(impersonateHeaders({ accept: "a" })).toBeUndefined();
  });

  it("gives each group a header of its own, whatever is in its name", () => {
    expect(impersonateHeaders(viewAs("alice", "a, b", "c"))).toEqual({
      "impersonate-user": "alice",
      "impersonate-group": ["a, b", "c"],
    });
    expect(impersonateHeaders(viewAs("alice"))).toEqual({ "impersonate-user": "alice" });
  });

  it("writes names as UTF-8", () => {
    expect(impersonateHeaders(viewAs("zoë"))).toEqual({ "impersonate-user": "zo\u00c3\u00ab" });
  });

  it("refuses what it cannot read rather than acting as oneself", () => {
    expect(() => impersonateHeaders({ [VIEW_AS_HEADER]: "%" })).toThrow(ViewAsError);
    expect(() => impersonateHeaders({ [VIEW_AS_HEADER]: "" })).toThrow(ViewAsError);
  });
});

it("replaces what the page impersonates itself, and is not forwarded", () => {
  const headers = { ...viewAs("alice"), "impersonate-user": "bob", "impersonate-extra-x": "1", accept: "a" };
  expect(requestHeaders(headers, { url: "https://cluster.example" })).toEqual({
    accept: "a",
    "impersonate-user": "alice",
  });
});
