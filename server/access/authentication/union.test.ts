import { describe, expect, it } from "vitest";
import { unauthorized } from "../../../shared/status.ts";
import { createVocabulary } from "../../../shared/vocabulary.ts";
import type { Identity } from "../../ground/rights/identity.ts";
import { memoryReader } from "../authorization/testing/memoryReader.ts";
import { anonymousAuthenticator } from "./anonymous.ts";
import type { Authenticator, Credentials } from "./authenticator.ts";
import { bootstrapTokenAuthenticator } from "./bearerTokens/bootstrapToken.ts";
import { bearerTokenAuthenticator, webSocketTokenAuthenticator } from "./bearerTokens/tokenAuthenticator.ts";
import { parseTokenFile, tokenFileAuthenticator } from "./bearerTokens/tokenFile.ts";
import { unionAuthenticator } from "./union.ts";

const file = 'admin-token,admin,1,system:masters\nalice-token,alice,2,"dev,qa"\n\n# a remark\nbob-token,bob,3\n';
const tokens = [tokenFileAuthenticator(parseTokenFile(file, "tokens.csv"))];
const bearer = bearerTokenAuthenticator(tokens);
const union = (
  methods: Authenticator[] = [bearer, webSocketTokenAuthenticator(tokens)],
  anonymous = anonymousAuthenticator(),
) => waiting(unionAuthenticator({ methods, anonymous }));
/** Makes every result a promise, because these tests do not depend on synchronous results. */
const waiting = (union: ReturnType<typeof unionAuthenticator>) => ({
  authenticate: async (credentials: Credentials) => union.authenticate(credentials),
});
const offer = (headers: Credentials["headers"], parts: Partial<Credentials> = {}): Credentials => ({
  headers,
  peerCertificates: [],
  path: "/api",
  ...parts,
});

describe("unionAuthenticator", () => {
  it("adds system:authenticated", async () => {
    const alice = await union().authenticate(offer({ authorization: "Bearer alice-token" }));
    expect(alice.groups).toEqual(["dev", "qa", "system:authenticated"]);
    const lower = await union().authenticate(offer({ authorization: "bearer bob-token" }));
    expect(lower).toEqual({ username: "bob", uid: "3", groups: ["system:authenticated"], extra: {} });
    const socket = await union().authenticate(offer({}, { webSocketToken: "bob-token" }));
    expect(socket.username).toBe("bob");
    const both = { authorization: "Bearer wrong" };
    expect(await union().authenticate(offer(both, { webSocketToken: "bob-token" }))).toMatchObject({ username: "bob" });
  });

  it.each([{}, { authorization: "Bearer " }, { authorization: "Basic YTph" }])(
    "treats %j as anonymous",
    async (headers) => {
      expect(await union().authenticate(offer(headers))).toMatchObject({
        username: "system:anonymous",
        groups: ["system:unauthenticated"],
      });
    },
  );

  it("warns about an extra space, which invalidates the token", async () => {
    const warnings: string[] = [];
    const identity = await union().authenticate(offer({ authorization: "Bearer  bob-token" }, { warnings }));
    expect(identity.username).toBe("system:anonymous");
    expect(warnings).toEqual([
      "the provided Authorization header contains extra space before the bearer token, and is ignored",
    ]);
  });

  it("returns 401 for invalid credentials instead of falling back to anonymous", async () => {
    await expect(union().authenticate(offer({ authorization: "Bearer nope" }))).rejects.toMatchObject({ code: 401 });
  });

  it("gives valid credentials precedence over invalid ones", async () => {
    const wrong: Authenticator = {
      name: "wrong",
      authenticate: () => {
        throw unauthorized();
      },
    };
    const identity: Identity = await union([wrong, bearer]).authenticate(offer({ authorization: "Bearer bob-token" }));
    expect(identity.username).toBe("bob");
    await expect(union([wrong, bearer]).authenticate(offer({}))).rejects.toMatchObject({ code: 401 });
  });

  it("may allow anonymous requests on some paths only, or not at all", async () => {
    const some = union([bearer], anonymousAuthenticator(["/healthz"]));
    await expect(some.authenticate(offer({}))).rejects.toMatchObject({ code: 401 });
    expect((await some.authenticate(offer({}, { path: "/healthz" }))).username).toBe("system:anonymous");
    const none = waiting(unionAuthenticator({ methods: [bearer] }));
    await expect(none.authenticate(offer({}))).rejects.toMatchObject({ code: 401 });
  });

  it("returns synchronously if no method is asynchronous", () => {
    const identity = unionAuthenticator({ methods: [bearer] }).authenticate(
      offer({ authorization: "Bearer bob-token" }),
    );
    expect(identity).toMatchObject({ username: "bob" });
  });

  it("rethrows internal errors", async () => {
    const broken: Authenticator = { name: "broken", authenticate: () => Promise.reject(new Error("disk")) };
    await expect(union([broken]).authenticate(offer({}))).rejects.toThrow("disk");
  });
});

describe("bootstrapTokenAuthenticator", () => {
  const reader = memoryReader();
  const method = bootstrapTokenAuthenticator({
    reader,
    vocabulary: createVocabulary(),
    now: () => Date.parse("2026-01-01T00:00:00Z"),
  });
  const put = (id: string, data: Record<string, string>, type = "bootstrap.kubernetes.io/token"): void => {
    const all = {
      "token-id": id,
      "token-secret": "0123456789abcdef",
      "usage-bootstrap-authentication": "true",
      ...data,
    };
    const encoded = Object.entries(all).map(([key, value]) => [key, Buffer.from(value).toString("base64")]);
    const metadata = { name: `bootstrap-token-${id}`, namespace: "kube-system" };
    reader.put({ group: "", resource: "secrets" }, { metadata, type, data: Object.fromEntries(encoded) });
  };
  const ask = async (id: string, secret = "0123456789abcdef") =>
    (await method.authenticateToken(`${id}.${secret}`, []))?.identity;

  it("authenticates a valid token with its groups", async () => {
    put("aaaaaa", { "auth-extra-groups": "system:bootstrappers:x,system:bootstrappers:a" });
    expect(await ask("aaaaaa")).toEqual({
      username: "system:bootstrap:aaaaaa",
      groups: ["system:bootstrappers", "system:bootstrappers:a", "system:bootstrappers:x"],
      extra: {},
    });
    expect(await ask("aaaaaa", "0123456789abcdee")).toBeUndefined();
    expect(await ask("AAAAAA")).toBeUndefined();
    expect(await ask("zzzzzz")).toBeUndefined();
  });

  it.each([
    [{ "usage-bootstrap-authentication": "false" }],
    [{ expiration: "2020-01-01T00:00:00Z" }],
    [{ expiration: "soon" }],
    [{ "auth-extra-groups": "system:masters" }],
    [{ "auth-extra-groups": "system:bootstrappers:x," }],
    [{ "token-id": "other1" }],
  ])("rejects %j", async (data) => {
    put("bbbbbb", data);
    expect(await ask("bbbbbb")).toBeUndefined();
  });

  it("rejects secrets of another type", async () => {
    put("cccccc", {}, "Opaque");
    expect(await ask("cccccc")).toBeUndefined();
    put("cccccc", { expiration: "2027-01-01T00:00:00Z" });
    expect(await ask("cccccc")).toBeDefined();
  });
});
