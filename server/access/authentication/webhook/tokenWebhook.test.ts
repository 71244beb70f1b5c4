import { beforeEach, describe, expect, it } from "vitest";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { WebhookError } from "../../webhook/webhookError.ts";
import { type TokenWebhookParts, tokenWebhookAuthenticator } from "./tokenWebhook.ts";

let sent: unknown[];
let codes: string[];
let failures: string[];
let reply: () => unknown;

const method = (parts: Partial<TokenWebhookParts> = {}) =>
  tokenWebhookAuthenticator({
    client: {
      post: async (body) => {
        sent.push(body);
        return reply();
      },
    },
    version: "v1",
    vocabulary: createVocabulary(),
    audiences: ["api"],
    sleep: async () => undefined,
    onAttempt: (code) => codes.push(code),
    onFailure: (text) => failures.push(text),
    ...parts,
  });
const review = (status: unknown, version = "v1") => ({
  apiVersion: `authentication.k8s.io/${version}`,
  kind: "TokenReview",
  status,
});
const carol = { authenticated: true, user: { username: "carol" } };

beforeEach(() => {
  sent = [];
  codes = [];
  failures = [];
  reply = () => review(carol);
});

describe("tokenWebhookAuthenticator", () => {
  it.each(["v1", "v1beta1"] as const)("sends a TokenReview of %s", async (version) => {
    reply = () => review(carol, version);
    await method({ version }).authenticateToken("secret", ["api"]);
    expect(sent).toEqual([
      {
        kind: "TokenReview",
        apiVersion: `authentication.k8s.io/${version}`,
        metadata: { creationTimestamp: null },
        spec: { token: "secret", audiences: ["api"] },
        status: { user: {} },
      },
    ]);
    expect(codes).toEqual(["200"]);
  });

  it("returns the well-formed user fields of the response", async () => {
    const extra = { scopes: ["a", "b"], odd: "x" };
    reply = () => review({ ...carol, user: { username: "carol", uid: "7", groups: ["g", 1], extra } });
    expect(await method().authenticateToken("t", [])).toEqual({
      identity: { username: "carol", uid: "7", groups: ["g"], extra: { scopes: ["a", "b"], odd: [] } },
      audiences: [],
    });
  });

  it.each<[string[], string[] | undefined, string[] | undefined]>([
    [["api"], undefined, ["api"]],
    [["api", "x"], ["x", "y"], ["x"]],
    [["x"], undefined, undefined],
    [["x"], [], undefined],
    [["api"], ["x"], undefined],
  ])("asked for %j and answered %j is valid for %j", async (asked, told, audiences) => {
    reply = () => review({ ...carol, audiences: told });
    expect((await method().authenticateToken("t", asked))?.audiences).toEqual(audiences);
  });

  it("authenticates no user without a confirming response", async () => {
    reply = () => review({});
    expect(await method().authenticateToken("t", [])).toBeUndefined();
    reply = () => review({ authenticated: "true", user: { username: "eve" } });
    expect(await method().authenticateToken("t", [])).toBeUndefined();
    reply = () => review({ error: "the token secret is too old" });
    await expect(method().authenticateToken("secret", [])).rejects.toThrow(/^the token \[token\] is too old$/);
    expect(failures).toEqual([]);
  });

  it.each([null, {}, review(carol, "v1beta1"), { ...review(carol), kind: "Status" }])("rejects %j", async (answer) => {
    reply = () => answer;
    await expect(method().authenticateToken("t", [])).rejects.toThrow("no TokenReview of authentication.k8s.io/v1");
    expect(codes).toEqual(["200"]);
  });

  it("retries temporary errors and never logs the token", async () => {
    let left = 2;
    reply = () => {
      if (left-- > 0) throw new WebhookError("status", "busy", 500);
      return review(carol);
    };
    expect(await method().authenticateToken("t", [])).toMatchObject({ identity: { username: "carol" } });
    expect(codes).toEqual(["500", "500", "200"]);
    reply = () => {
      throw new WebhookError("status", "what is secret?", 403);
    };
    await expect(method().authenticateToken("secret", [])).rejects.toThrow("what is [token]?");
    reply = () => {
      throw new WebhookError("connection", "refused");
    };
    await expect(method().authenticateToken("secret", [])).rejects.toThrow("refused");
    expect(failures).toEqual(["status 403", "connection"]);
    expect(codes.at(-1)).toBe("<error>");
  });

  it("stops retrying when the server stops", async () => {
    const stopping = new AbortController();
    reply = () => {
      stopping.abort();
      throw new WebhookError("status", "busy", 500);
    };
    await expect(method({ signal: stopping.signal }).authenticateToken("t", [])).rejects.toThrow("busy");
    expect(sent).toHaveLength(1);
  });
});
