import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { servedProvider } from "../../access/authentication/oidc/testing/servedProvider.ts";
import { signToken } from "../../access/authentication/oidc/testing/testProvider.ts";
import { until } from "../../acting/testing/until.ts";
import { expectNoStall } from "../longestStall.ts";
import { startTestServer, type TestServer, temporaryFolder } from "../testServer.ts";

const served = servedProvider();
let folder: string;
let server: TestServer;
beforeAll(async () => {
  folder = await temporaryFolder();
  const file = join(folder, "config.yaml");
  const { url, authority } = served.provider;
  const configuration = {
    apiVersion: "apiserver.config.k8s.io/v1beta1",
    kind: "AuthenticationConfiguration",
    jwt: [
      {
        issuer: { url, audiences: ["us"], certificateAuthority: authority },
        claimMappings: {
          username: { expression: "claims.sub" },
          groups: { expression: "claims.groups.filter(g, claims.groups.exists(h, g < h))" },
        },
      },
    ],
  };
  await writeFile(file, JSON.stringify(configuration));
  server = await startTestServer({ authenticationConfig: file });
  const token = await signToken(served.key, served.claims({ groups: [] }));
  await until(async () => (await ask(token)).status === 200, 500);
}, 60_000);
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const ask = (token: string) => server.request("GET", "/version", { headers: { authorization: `Bearer ${token}` } });
const review = (token: string) =>
  server.request("POST", "/apis/authentication.k8s.io/v1/tokenreviews", { body: { spec: { token } } });

/** Tokens of different users, as long as a request can carry them. */
const longTokens = (attempt: number): Promise<string[]> => {
  const groups = Array.from({ length: 3000 }, (_, i) => `group-${i}`);
  const users = Array.from({ length: 16 }, (_, i) => `user-${attempt}-${i}`);
  return Promise.all(users.map((sub) => signToken(served.key, served.claims({ sub, groups }))));
};

describe("other clients are not delayed by", () => {
  it("tokens whose claims need much evaluation, first or again", { timeout: 60_000 }, async () => {
    const answers = await expectNoStall(server, async (attempt) => {
      const tokens = await longTokens(attempt);
      return [...(await Promise.all(tokens.map(ask))), ...(await Promise.all(tokens.map(ask)))];
    });
    expect(answers.map(({ status }) => status)).toEqual(Array(32).fill(200));
  });

  it("reviews of such tokens, and of much longer ones", { timeout: 60_000 }, async () => {
    const tooLong = `e30.${Buffer.from(JSON.stringify(Array(300_000).fill("text"))).toString("base64url")}.x`;
    const answers = await expectNoStall(server, async (attempt) =>
      Promise.all([...(await longTokens(attempt)), tooLong, tooLong].map(review)),
    );
    const judged = answers.map(({ body }) => (body["status"] as { authenticated?: boolean }).authenticated);
    expect(judged).toEqual([...Array(16).fill(true), undefined, undefined]);
  });
});
