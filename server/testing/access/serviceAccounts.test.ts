import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLocalJWKSet, decodeJwt, type JSONWebKeySet, jwtVerify } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { core } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

const ISSUER = "https://issuer.example";
const LAST_USED = "kubernetes.io/legacy-token-last-used";
const signer = generateKeyPairSync("ec", { namedCurve: "P-256" });
const older = generateKeyPairSync("rsa", { modulusLength: 2048 });
let folder: string;
let server: TestServer;
const pem = (key: KeyObject): string =>
  key.export(key.type === "private" ? { type: "pkcs8", format: "pem" } : { type: "spki", format: "pem" }).toString();
const write = async (name: string, text: string): Promise<string> => {
  await writeFile(join(folder, name), text);
  return join(folder, name);
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "orrery-accounts-"));
  server = await startTestServer({
    controllers: ["serviceaccount-token-controller"],
    serviceAccountSigningKeyFile: await write("sign.key", pem(signer.privateKey)),
    serviceAccountKeyFile: [await write("keys.pem", `${pem(older.publicKey)}${pem(signer.publicKey)}`)],
    serviceAccountIssuer: [ISSUER, "old"],
    apiAudiences: ["api", "other"],
    serviceAccountMaxTokenExpiration: 7200_000,
  });
  await server.request("POST", core("default", "serviceaccounts"), { body: { metadata: { name: "robot" } } });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const requestToken = async (spec: object) => {
  const answer = await server.request("POST", core("default", "serviceaccounts", "robot/token"), { body: { spec } });
  return { answer, token: (answer.body["status"] as { token: string } | undefined)?.token ?? "" };
};
const ask = (token: string, path = "/api") =>
  server.request("GET", path, { as: "nobody", headers: { authorization: `Bearer ${token}` } });

describe("requested tokens", () => {
  it("are signed with the configured key, for the given audiences, up to the maximum lifetime", async () => {
    const { answer, token } = await requestToken({ expirationSeconds: 86400 });
    expect(answer.body["spec"]).toMatchObject({ audiences: ["api", "other"], expirationSeconds: 7200 });
    expect(answer.headers.warning).toBe('299 - "requested expiration of 86400 seconds shortened to 7200 seconds"');
    const { payload, protectedHeader } = await jwtVerify(token, signer.publicKey, { issuer: ISSUER, audience: "api" });
    expect(protectedHeader.alg).toBe("ES256");
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(7200);
    expect((await ask(token)).status).toBe(200);
    expect((await ask((await requestToken({ audiences: ["elsewhere"] })).token)).status).toBe(401);
  });

  it("become invalid when their bound object is deleted", async () => {
    await server.request("POST", core("default", "secrets"), { body: { metadata: { name: "bound" } } });
    const boundObjectRef = { apiVersion: "v1", kind: "Secret", name: "bound" };
    const { token } = await requestToken({ boundObjectRef });
    expect((await ask(token)).status).toBe(200);
    await server.request("DELETE", core("default", "secrets", "bound"));
    expect((await ask(token)).status).toBe(401);
  });

  it("require a name of the bound object", async () => {
    const { answer } = await requestToken({ boundObjectRef: { apiVersion: "v1", kind: "Secret" } });
    expect([answer.status, answer.body.message]).toEqual([400, "Name parameter required."]);
  });

  it("can be verified with the issuer's discovery documents", async () => {
    const { token } = await requestToken({});
    const configuration = await ask(token, "/.well-known/openid-configuration");
    expect(configuration.headers["content-type"]).toBe("application/json");
    expect(configuration.headers["cache-control"]).toBe("public, max-age=3600");
    expect(configuration.body).toMatchObject({
      issuer: ISSUER,
      jwks_uri: `${server.url}/openid/v1/jwks`,
      id_token_signing_alg_values_supported: ["ES256", "RS256"],
    });
    const keys = await ask(token, "/openid/v1/jwks");
    expect(keys.headers["content-type"]).toBe("application/jwk-set+json");
    const set = createLocalJWKSet(JSON.parse(keys.text) as JSONWebKeySet);
    expect((await jwtVerify(token, set)).payload.sub).toBe("system:serviceaccount:default:robot");
    for (const as of ["nobody", "bob"]) {
      expect((await server.request("GET", "/openid/v1/jwks", { as })).status).toBe(403);
    }
  });
});

describe("tokens in secrets", () => {
  const secret = core("default", "secrets", "forever");
  const read = async () => (await server.request("GET", secret)).body;

  it("are created, accepted, marked as used, and invalid after the secret is deleted", async () => {
    await server.request("POST", core("default", "secrets"), {
      body: {
        metadata: { name: "forever", annotations: { "kubernetes.io/service-account.name": "robot" } },
        type: "kubernetes.io/service-account-token",
      },
    });
    const data = async () => (await read())["data"] as Record<string, string> | undefined;
    await expect.poll(async () => (await data())?.["token"]).toBeTruthy();
    const token = Buffer.from((await data())?.["token"] ?? "", "base64").toString();
    expect(decodeJwt(token)).toMatchObject({
      iss: "kubernetes/serviceaccount",
      "kubernetes.io/serviceaccount/secret.name": "forever",
    });
    expect((await ask(token)).status).toBe(200);
    const today = new Date().toISOString().slice(0, 10);
    await expect.poll(async () => (await read()).metadata.labels?.[LAST_USED]).toBe(today);
    expect((await ask(token)).status).toBe(200);
    await server.request("PATCH", secret, {
      headers: { "content-type": "application/merge-patch+json" },
      body: { metadata: { labels: { "kubernetes.io/legacy-token-invalid-since": today } } },
    });
    expect((await ask(token)).status).toBe(401);
    await server.request("DELETE", secret);
    expect((await ask(token)).status).toBe(401);
  });
});

describe("server startup", () => {
  it.each([
    [
      { serviceAccountSigningKeyFile: "/absent" },
      "failed to parse service-account-issuer-key-file: cannot read /absent",
    ],
    [{ serviceAccountKeyFile: ["/absent"] }, "--service-account-key-file: cannot read /absent: ENOENT"],
    [
      { requestheaderUidHeaders: ["X-Remote-Uid"] },
      '--requestheader-uid-headers requires the "RemoteRequestHeaderUID" feature to be enabled',
    ],
    [{ requestheaderClientCaFile: "/absent" }, "--requestheader-client-ca-file: cannot read /absent: ENOENT"],
    [{ clientCaFile: "/absent" }, "--client-ca-file: cannot read /absent: ENOENT"],
    [
      { authenticationTokenWebhookConfigFile: "/absent" },
      "--authentication-token-webhook-config-file: /absent: cannot",
    ],
  ])("fails with %j and reports why", async (options, message) => {
    await expect(startTestServer(options)).rejects.toThrow(message);
  });

  it("fails when a key or certificate file contains other text", async () => {
    const file = await write("text.pem", "nothing");
    const refused = (options: object) => expect(startTestServer(options)).rejects;
    await refused({ serviceAccountKeyFile: [file] }).toThrow(
      `error reading public key file ${file}: data does not contain any valid RSA or ECDSA public keys`,
    );
    await refused({ serviceAccountSigningKeyFile: file }).toThrow("does not contain a valid RSA or ECDSA private key");
    await refused({ requestheaderClientCaFile: file }).toThrow("--requestheader-client-ca-file: the file holds no PEM");
    await refused({ clientCaFile: file }).toThrow("--client-ca-file: the file holds no PEM certificate");
  });
});

it("reports the missing or invalid service account of a pod", async () => {
  const create = async (serviceAccountName: string) => {
    const spec = { serviceAccountName, containers: [{ name: "c", image: "i" }] };
    return (await server.request("POST", core("default", "pods"), { body: { metadata: { name: "a" }, spec } })).body
      .message;
  };
  const refused = 'pods "a" is forbidden: error looking up service account default/';
  expect(await create("ghost")).toBe(`${refused}ghost: serviceaccount "ghost" not found`);
  expect(await create("50%")).toBe(`${refused}50%: invalid resource name "50%": [may not contain '%']`);
});
