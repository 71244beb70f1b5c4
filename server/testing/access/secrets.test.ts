import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { kubeconfigText } from "../../access/authentication/kubeconfig.ts";
import {
  type ProviderKey,
  signToken,
  startTestProvider,
  type TestProvider,
} from "../../access/authentication/oidc/testing/testProvider.ts";
import { type HookServer, startHookServer } from "../../access/webhook/testing/hookServer.ts";
import { createLog } from "../../ground/observability/log/log.ts";
import { createAuthority, issueCertificate, type KeyedCertificate } from "../../ground/x509/certificates.ts";
import type { RequestOptions, TestAnswer } from "../httpClient.ts";
import { core } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

/** Everything that the server logs. */
let logged = "";
const log = createLog(9, {
  write(line: string) {
    logged += line;
  },
});

const HOUR = 3_600_000;
const life = { notBefore: Date.now() - HOUR, notAfter: Date.now() + HOUR };
const REVIEWS = "/apis/authentication.k8s.io/v1/tokenreviews";
const SELF_REVIEWS = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
const BOOTSTRAP = "abcdef.plantedbootstrap";
let folder: string;
let server: TestServer;
let hook: HookServer;
let proxies: KeyedCertificate;
let provider: TestProvider;
let issuing: ProviderKey;
/** Secret texts, by description, that may occur only in their proper places. */
const planted = new Map<string, string>();
/** Answers to clients that must not see secrets, each with a description. */
const answers: [string, string][] = [];

const plant = (what: string, secret: string): string => {
  planted.set(what, secret);
  return secret;
};
/** The lines of a PEM key that contain the secret. */
const keyLines = (what: string, pem: string): string => {
  for (const [i, line] of pem.split("\n").entries())
    if (line.length >= 40 && !line.startsWith("-")) plant(`${what} ${i}`, line);
  return pem;
};
const bearer = (token: string): RequestOptions => ({ as: "nobody", headers: { authorization: `Bearer ${token}` } });

const encryptionConfig = (secret: string): string =>
  JSON.stringify({
    kind: "EncryptionConfiguration",
    apiVersion: "apiserver.config.k8s.io/v1",
    resources: [{ resources: ["secrets"], providers: [{ aescbc: { keys: [{ name: "key1", secret }] } }] }],
  });

/** Sends a request whose answer must not contain secrets. */
async function ask(method: string, path: string, options: RequestOptions = {}): Promise<TestAnswer> {
  const answer = await server.request(method, path, options);
  answers.push([`${method} ${path}`, `${JSON.stringify(answer.headers)}\n${answer.text}`]);
  return answer;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "orrery-secrets-"));
  const write = async (name: string, text: string): Promise<string> => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  hook = await startHookServer();
  proxies = await createAuthority("proxies", life.notBefore, life.notAfter);
  const signing = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({
    type: "pkcs8",
    format: "pem",
  });
  provider = await startTestProvider();
  issuing = provider.addKey("a", "RS256");
  const hookClient = await issueCertificate(proxies, {
    commonName: "hook",
    organizations: [],
    usage: "client",
    ...life,
  });
  keyLines("hook key", hookClient.key);
  const config = kubeconfigText({
    server: hook.url,
    authority: hook.ca,
    client: hookClient,
    token: plant("hook", "planted-hook-token"),
  });
  const password = plant("hook password", "planted-hook-password");
  const withPassword = config.replace("    user:\n", `    user:\n      username: hook\n      password: ${password}\n`);
  expect(withPassword).toContain(password);
  const encryptionKey = plant("encryption key", Buffer.alloc(32, "planted-encryption-key").toString("base64"));
  server = await startTestServer({
    log,
    controllers: ["serviceaccount-token-controller"],
    requestheaderClientCaFile: await write("proxies.crt", proxies.certificate),
    serviceAccountSigningKeyFile: await write("sign.key", keyLines("signing key", signing.toString())),
    authenticationTokenWebhookConfigFile: await write("hook.yaml", withPassword),
    authenticationTokenWebhookVersion: "v1",
    authorizationMode: ["RBAC", "Webhook"],
    authorizationWebhookConfigFile: join(folder, "hook.yaml"),
    oidcIssuerUrl: provider.url,
    oidcClientId: "console",
    oidcCaFile: await write("provider.crt", provider.authority),
    encryptionProviderConfig: await write("encryption.json", encryptionConfig(encryptionKey)),
  });
  for (const name of ["ca", "admin", "serving", "sa"]) {
    keyLines(`${name} key`, await readFile(join(server.dataDir, "pki", `${name}.key`), "utf8"));
  }
  for (const user of ["admin", "alice", "bob"]) plant(user, `${user}-token`);
});
afterAll(async () => {
  await server.stop();
  await hook.stop();
  await provider.stop();
  await rm(folder, { recursive: true });
});

describe("valid and invalid credentials in requests", () => {
  it("with static tokens", async () => {
    expect((await ask("GET", "/api", { as: "alice" })).status).toBe(200);
    expect((await ask("GET", "/api/v1/secrets", { as: "alice" })).status).toBe(403);
    for (const text of [
      "Bearer planted-wrong-token",
      "bearer  planted-spaced-token",
      "Basic cGxhbnRlZDpwYXNzd29yZA==",
    ]) {
      const [, token = ""] = /(\S+)$/.exec(text) ?? [];
      await ask("GET", "/api", { as: "nobody", headers: { authorization: text } });
      plant(token, token);
    }
  });

  it("with a token in the WebSocket protocol header", async () => {
    const token = Buffer.from(plant("socket", "planted-socket-token")).toString("base64url");
    plant("socket, encoded", token);
    const headers = { "sec-websocket-protocol": `base64url.bearer.authorization.k8s.io.${token}` };
    await ask("GET", "/api", { as: "nobody", headers });
    await expect(server.webSocket("/api/v1/configmaps?watch=1", { as: "nobody", headers })).rejects.toThrow();
  });

  it("with service account tokens, requested and in secrets", async () => {
    await server.request("POST", core("default", "serviceaccounts"), { body: { metadata: { name: "robot" } } });
    const made = await server.request("POST", core("default", "serviceaccounts", "robot/token"), { body: {} });
    const { token } = made.body["status"] as { token: string };
    await server.request("POST", core("default", "secrets"), {
      body: {
        metadata: { name: "forever", annotations: { "kubernetes.io/service-account.name": "robot" } },
        type: "kubernetes.io/service-account-token",
      },
    });
    const read = async (): Promise<string> => {
      const data = (await server.request("GET", core("default", "secrets", "forever"))).body["data"];
      return Buffer.from((data as Record<string, string> | undefined)?.["token"] ?? "", "base64").toString();
    };
    await expect.poll(read).toBeTruthy();
    for (const [what, good] of [
      ["requested", token],
      ["legacy", await read()],
    ] as const) {
      expect((await ask("GET", "/api", bearer(plant(what, good)))).status).toBe(200);
      plant(`${what}, signature`, good.split(".")[2] ?? "");
      const forged = `${good.slice(0, -6)}AAAAAA`;
      expect((await ask("GET", "/api", bearer(plant(`forged ${what}`, forged)))).status).toBe(401);
    }
    await server.request("DELETE", core("default", "serviceaccounts", "robot"));
    expect((await ask("GET", "/api", bearer(token))).status).toBe(401);
  });

  it("with OIDC tokens, valid and forged", async () => {
    const claims = { iss: provider.url, aud: "console", sub: "ann" };
    const good = plant("issued", await signToken(issuing, claims));
    plant("issued, signature", good.split(".")[2] ?? "");
    const accepted = async () => (await ask("POST", SELF_REVIEWS, { ...bearer(good), body: {} })).status;
    await expect.poll(accepted, { timeout: 20_000 }).toBe(201);
    for (const wrong of [{ exp: 1 }, { aud: "other" }, { sub: 7 as never }]) {
      const token = await signToken(issuing, { ...claims, ...wrong });
      expect((await ask("GET", "/api", bearer(plant(`issued with ${JSON.stringify(wrong)}`, token)))).status).toBe(401);
      const { body } = await server.request("POST", REVIEWS, { body: { spec: { token } } });
      answers.push([`review of ${JSON.stringify(wrong)}`, JSON.stringify(body["status"])]);
    }
  });

  it("with bootstrap tokens", async () => {
    const [id = "", secret = ""] = BOOTSTRAP.split(".");
    const stringData = { "token-id": id, "token-secret": secret, "usage-bootstrap-authentication": "true" };
    const body = { metadata: { name: `bootstrap-token-${id}` }, type: "bootstrap.kubernetes.io/token", stringData };
    expect((await server.request("POST", core("kube-system", "secrets"), { body })).status).toBe(201);
    expect((await ask("GET", "/api", bearer(plant("bootstrap", `${id}.${plant("its secret", secret)}`)))).status).toBe(
      200,
    );
    expect((await ask("GET", "/api", bearer(plant("wrong bootstrap", `${id}.plantedbootstrax`)))).status).toBe(401);
  });

  it("with tokens for the authentication webhook, which may echo them", async () => {
    const echo = async (token: string, answer: object): Promise<void> => {
      hook.answer(() => answer);
      await ask("GET", "/api", bearer(plant(token, token)));
      const { body } = await server.request("POST", REVIEWS, { body: { spec: { token } } });
      answers.push([`review of ${token}`, JSON.stringify(body["status"])]);
    };
    const review = { apiVersion: "authentication.k8s.io/v1", kind: "TokenReview" };
    await echo("planted-good-token", { ...review, status: { authenticated: true, user: { username: "erin" } } });
    await echo("planted-bad-token", { ...review, status: { error: "planted-bad-token is unknown" } });
    await echo("planted-refused-token", { status: 403, type: "text/plain", text: "who is planted-refused-token?" });
    await echo("planted-odd-token", { status: 200, text: "planted-odd-token" });
  });

  it("with client certificates of users and proxies", async () => {
    const leaf = { commonName: "front", organizations: [], usage: "client", ...life } as const;
    const other = await createAuthority("strangers", life.notBefore, life.notAfter);
    for (const authority of [proxies, other]) {
      const issued = await issueCertificate(authority, leaf);
      keyLines(`key of ${authority === other ? "stranger" : "proxy"}`, issued.key);
      const certificate = { cert: issued.certificate, key: issued.key, ca: server.running.admin.ca };
      await ask("GET", "/api", { certificate, headers: { "x-remote-user": "carol" } });
      await ask("GET", "/api", { certificate });
    }
  });

  it("with secret values in refused requests", async () => {
    const value = plant("value", "planted-secret-value");
    const stringData = { key: value, "bad key": value };
    const create = (body: unknown, query = "", headers = {}) =>
      ask("POST", `${core("default", "secrets")}${query}`, { body, headers });
    expect((await create({ metadata: { name: "a" }, stringData })).status).toBe(422);
    expect(
      (await create({ metadata: { name: "a" }, stringData, [value]: 1 }, "", { "content-type": "text/x" })).status,
    ).toBe(415);
    await server.request("POST", core("default", "secrets"), {
      body: { metadata: { name: "fixed" }, immutable: true, stringData: { key: value } },
    });
    const patch = {
      headers: { "content-type": "application/merge-patch+json" },
      body: { stringData: { key: `${value}2` } },
    };
    expect((await ask("PATCH", core("default", "secrets", "fixed"), patch)).status).toBe(422);
  });
});

describe("output that others can see", () => {
  it("contains none of these secrets: logs at the highest level, metrics and responses", async () => {
    const metrics = (await server.request("GET", "/metrics")).text;
    expect(planted.size).toBeGreaterThan(30);
    expect(logged).toContain("serving");
    const places: [string, string][] = [["log", logged], ["metrics", metrics], ...answers];
    const found = places.flatMap(([place, text]) =>
      [...planted].filter(([, secret]) => text.includes(secret)).map(([what]) => `${place}: ${what}`),
    );
    expect(found).toEqual([]);
  });
});
