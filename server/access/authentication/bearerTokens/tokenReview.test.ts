import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { testContext } from "../../authorization/testing/actionContext.ts";
import { memoryReader } from "../../authorization/testing/memoryReader.ts";
import { userInfo } from "../userInfo.ts";
import { forOwnAudiences, type TokenAuthenticator } from "./tokenAuthenticator.ts";
import { parseTokenFile, tokenFileAuthenticator } from "./tokenFile.ts";
import { tokenReviewAction } from "./tokenReview.ts";

const audiences = ["api"];
const methods = [forOwnAudiences(tokenFileAuthenticator(parseTokenFile('good,alice,7,"dev"', "f")), audiences)];
const review = async (spec: Record<string, unknown>, anonymous = true): Promise<ApiObject> =>
  tokenReviewAction({ methods, audiences, anonymous })(testContext({ reader: memoryReader() }), {
    kind: "TokenReview",
    metadata: {},
    spec,
  });

describe("tokenReviewAction", () => {
  it("returns the user exactly as a request with the token would be authenticated", async () => {
    const answer = await review({ token: "good" });
    expect(answer["spec"]).toEqual({ token: "good" });
    expect(answer["status"]).toEqual({
      authenticated: true,
      user: { username: "alice", uid: "7", groups: ["dev", "system:authenticated"] },
      audiences: ["api"],
    });
  });

  it("returns the requested audiences that the token is valid for", async () => {
    expect((await review({ token: "good", audiences: ["x", "api"] }))["status"]).toMatchObject({ audiences: ["api"] });
  });

  it.each([{ token: "bad" }, { token: "good", audiences: ["x"] }])("does not authenticate %j", async (spec) => {
    const { status } = await review(spec);
    expect(status).toMatchObject({ user: {}, error: expect.stringMatching(/./) });
    expect(status).not.toHaveProperty("authenticated");
  });

  it("parses the token like an Authorization header", async () => {
    expect((await review({ token: "good and more" }))["status"]).toMatchObject({ user: { username: "alice" } });
    expect((await review({ token: " good" }))["status"]).toEqual({
      authenticated: true,
      user: { username: "system:anonymous", groups: ["system:unauthenticated"] },
      audiences: ["api"],
    });
    expect((await review({ token: " good" }, false))["status"]).toEqual({ user: {} });
  });

  it("refuses a token that is too long for a request, without trying any method", async () => {
    const never: TokenAuthenticator = { name: "never", authenticateToken: () => expect.fail("a method was tried") };
    const context = testContext({ reader: memoryReader() });
    const action = tokenReviewAction({ methods: [never], audiences, anonymous: true });
    const answer = await action(context, { kind: "TokenReview", metadata: {}, spec: { token: "x".repeat(65_537) } });
    const error = "[invalid bearer token, the token has more than 65536 characters]";
    expect(answer).toMatchObject({ status: { user: {}, error } });
  });

  it("drops warnings about the token", async () => {
    const remarked = { ...methods[0], name: "remarking" } as TokenAuthenticator;
    const warnings: string[] = [];
    const context = testContext({ warn: (text) => void warnings.push(text) });
    const method: TokenAuthenticator = {
      ...remarked,
      authenticateToken(token, asked, remarks) {
        remarks?.warn("a token of an old kind");
        return remarked.authenticateToken(token, asked, remarks);
      },
    };
    const action = tokenReviewAction({ methods: [method], audiences, anonymous: true });
    for (const token of ["good", " good"]) await action(context, { metadata: {}, spec: { token } });
    expect(warnings).toEqual([]);
  });

  it.each([{}, { token: "" }])("rejects a missing token: %j", async (spec) => {
    await expect(review(spec)).rejects.toMatchObject({
      code: 400,
      message: "token is required for TokenReview in authentication",
    });
  });
});

describe("userInfo", () => {
  it("omits empty fields", () => {
    expect(userInfo({ username: "a", uid: "", groups: [], extra: {} })).toEqual({ username: "a" });
    const full = { username: "a", uid: "1", groups: ["g"], extra: { k: ["v"] } };
    expect(userInfo(full)).toEqual(full);
  });
});
