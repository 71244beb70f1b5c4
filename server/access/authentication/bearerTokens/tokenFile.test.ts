import { describe, expect, it } from "vitest";
import { forOwnAudiences } from "./tokenAuthenticator.ts";
import { parseTokenFile, tokenFileAuthenticator } from "./tokenFile.ts";

describe("parseTokenFile", () => {
  it("parses users, uids and groups", () => {
    const file = 'admin-token,admin,1,system:masters\nalice-token,alice,2,"dev,qa"\n\n# a remark\nbob-token,bob,3\n';
    expect([...parseTokenFile(file, "f").values()].map((user) => [user.username, user.uid, user.groups])).toEqual([
      ["admin", "1", ["system:masters"]],
      ["alice", "2", ["dev", "qa"]],
      ["bob", "3", []],
    ]);
  });

  it("trims fields, ignores empty groups, and accepts users without uid or groups", () => {
    const identities = parseTokenFile('t1 , alice ,7," dev , ,ops "\r\nt2,bob,\r\n', "f");
    expect([...identities]).toEqual([
      ["t1", { username: "alice", uid: "7", groups: ["dev", "ops"], extra: {} }],
      ["t2", { username: "bob", groups: [], extra: {} }],
    ]);
  });
});

describe("Invalid token file", () => {
  it.each([
    ["# comment\nt1,alice,1\nt2,bob", "f:3: at least 3 columns are needed (token, user name, user uid), found 2"],
    ["t1,alice,1\n\nt1,bob,2", "f:3: the token is listed twice"],
    [",alice,1", "f:1: the token is empty"],
    ['t1,"alice,1', "f:1: unbalanced quote in column 4"],
  ])("is rejected with the line number: %j", (text, message) => {
    expect(() => parseTokenFile(text, "f")).toThrow(new Error(message));
  });
});

describe("tokenFileAuthenticator", () => {
  const identities = parseTokenFile("secret,alice,1", "f");
  const ask = (token: string, asked: string[], own: string[] = []) =>
    forOwnAudiences(tokenFileAuthenticator(identities), own).authenticateToken(token, asked);

  it.each<[string[], string[] | undefined, readonly string[] | undefined]>([
    [[], undefined, []],
    [[], ["api"], ["api"]],
    [["api"], ["api", "x"], ["api"]],
    [["other", "x"], ["api", "x"], ["x"]],
    [["other"], ["api"], undefined],
  ])("asked for audiences %j with own audiences %j returns %j", async (asked, own, audiences) => {
    const answer = await ask("secret", asked, own);
    expect(answer?.audiences).toEqual(audiences);
    expect(answer?.identity.username).toBe(audiences === undefined ? undefined : "alice");
  });

  it("rejects tokens that are only similar to a known one", async () => {
    for (const token of ["", "secre", "secret ", "Secret"]) expect(await ask(token, [])).toBeUndefined();
  });
});
