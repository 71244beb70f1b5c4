import { describe, expect, it } from "vitest";
import { encodeViewAs, VIEW_AS_HEADER } from "../../../../shared/viewAs.ts";
import { impersonateHeaders, ViewAsError } from "./impersonateHeaders.ts";
import { requestHeaders } from "./proxyHeaders.ts";

const viewAs = (username: string, ...groups: string[]) => ({ [VIEW_AS_HEADER]: encodeViewAs({ username, groups }) });

describe("impersonateHeaders", () => {
  it("returns undefined for a page that does not view as another user", () => {
    expect(impersonateHeaders({ accept: "a" })).toBeUndefined();
  });

  it("sends each group in a separate header, whatever its name contains", () => {
    expect(impersonateHeaders(viewAs("alice", "a, b", "c"))).toEqual({
      "impersonate-user": "alice",
      "impersonate-group": ["a, b", "c"],
    });
    expect(impersonateHeaders(viewAs("alice"))).toEqual({ "impersonate-user": "alice" });
  });

  it("encodes names as UTF-8", () => {
    expect(impersonateHeaders(viewAs("zoë"))).toEqual({ "impersonate-user": "zo\u00c3\u00ab" });
  });

  it("refuses a malformed view-as header instead of acting as the user", () => {
    expect(() => impersonateHeaders({ [VIEW_AS_HEADER]: "%" })).toThrow(ViewAsError);
    expect(() => impersonateHeaders({ [VIEW_AS_HEADER]: "" })).toThrow(ViewAsError);
  });
});

describe("requestHeaders", () => {
  const target = { url: "https://cluster.example", impersonate: { user: "configured", groups: ["g"], extra: {} } };

  it("impersonates the view-as user instead of the kubeconfig's, and drops the page's header", () => {
    expect(requestHeaders({ ...viewAs("alice"), accept: "a" }, target)).toEqual({
      accept: "a",
      "impersonate-user": "alice",
    });
    expect(requestHeaders({}, target)).toEqual({ "impersonate-user": "configured", "impersonate-group": ["g"] });
  });

  it.each([
    "impersonate-user",
    "impersonate-uid",
    "impersonate-group",
    "impersonate-extra-scopes",
    "x-remote-user",
    "x-remote-extra-scopes",
  ])("refuses %s from the page, also together with a view-as header", (name) => {
    expect(() => requestHeaders({ [name]: "root" }, { url: "https://cluster.example" })).toThrow(new RegExp(name));
    expect(() => requestHeaders({ ...viewAs("alice"), [name]: "root" }, target)).toThrow(ViewAsError);
  });
});
