import { describe, expect, it } from "vitest";
import type { ApiConnection } from "./apiConnection.ts";
import { completeIdentity, fetchVerdict, whoAmI } from "./serverVerdict.ts";

const groups = { named: (prefix: string) => `${prefix}test.io`, roots: [] };
const answering = (status: number, body: unknown): ApiConnection => ({
  url: "https://server",
  get: async () => ({ status, body }),
  post: async () => ({ status, body }),
});
const path = { resourceRequest: false, verb: "get", path: "/x" } as const;

describe("completeIdentity", () => {
  it.each([
    ["alice", [], ["system:authenticated"]],
    ["alice", ["dev", "system:authenticated"], ["dev", "system:authenticated"]],
    ["system:anonymous", [], ["system:unauthenticated"]],
    [
      "system:serviceaccount:n:robot",
      [],
      ["system:serviceaccounts", "system:serviceaccounts:n", "system:authenticated"],
    ],
    ["system:serviceaccount:n:robot", ["dev"], ["dev", "system:authenticated"]],
  ])("%s in %j", (username, given, expected) => {
    expect(completeIdentity(username, given)).toEqual({ username, groups: expected });
  });
});

describe("a server that does not return the caller or a verdict", () => {
  it("is reported with the reason", async () => {
    const refusing = answering(403, { message: "no" });
    await expect(whoAmI(refusing, groups)).rejects.toThrow("the server does not say who you are: no");
    await expect(fetchVerdict(refusing, groups, undefined, path)).rejects.toThrow("the server gives no verdict: no");
    await expect(fetchVerdict(answering(500, undefined), groups, undefined, path)).rejects.toThrow("HTTP status 500");
    await expect(fetchVerdict(answering(201, { status: {} }), groups, undefined, path)).rejects.toThrow("no verdict");
  });
});
