import { mkdtemp, rm, writeFile } from "node:fs/promises";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Provider from "oidc-provider";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OidcOptions } from "../../access/authentication/oidc/flags.ts";
import {
  signToken,
  startTestProvider,
  type TestProvider,
  testTls,
} from "../../access/authentication/oidc/testing/testProvider.ts";
import { until } from "../../acting/testing/until.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "orrery-oidc-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const REVIEWS = "/apis/authentication.k8s.io/v1/selfsubjectreviews";

/** The user as whom the server identifies the bearer of a token; the status when the token is refused. */
async function whoIs(server: TestServer, token: string): Promise<unknown> {
  const { status, body } = await server.request("POST", REVIEWS, {
    as: "nobody",
    headers: { authorization: `Bearer ${token}` },
    body: { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" },
  });
  return status === 201 ? (body["status"] as { userInfo: unknown }).userInfo : status;
}

/** Waits until the provider has been asked. */
const serving = async (server: TestServer, token: string): Promise<void> =>
  until(async () => (await whoIs(server, token)) !== 401, 500);

describe("an OIDC provider configured by flags", () => {
  let provider: TestProvider;
  let oidcCaFile: string;
  beforeAll(async () => {
    provider = await startTestProvider();
    oidcCaFile = join(folder, "provider.pem");
    await writeFile(oidcCaFile, provider.authority);
  });
  afterAll(() => provider.stop());

  it("authenticates users with prefixes and required claims", async () => {
    const key = provider.addKey("a", "RS256");
    const server = await startTestServer({
      oidcIssuerUrl: provider.url,
      oidcClientId: "console",
      oidcGroupsClaim: "groups",
      oidcGroupsPrefix: "idp:",
      oidcRequiredClaim: { hd: "acme" },
      oidcCaFile,
    });
    try {
      const claims = { iss: provider.url, aud: "console", sub: "ann", groups: ["dev"], hd: "acme" };
      const token = await signToken(key, claims);
      await serving(server, token);
      const user = { username: `${provider.url}#ann`, groups: ["idp:dev", "system:authenticated"] };
      expect(await whoIs(server, token)).toEqual(user);
      const single = await signToken(key, { ...claims, groups: "ops" });
      expect(await whoIs(server, single)).toMatchObject({ groups: ["idp:ops", "system:authenticated"] });

      // Invalid tokens are never treated as anonymous.
      for (const wrong of [{ hd: "x" }, { aud: "other" }, { exp: 1 }, { iss: "https://other" }, { groups: 7 }]) {
        const refused = await signToken(key, { ...claims, ...wrong });
        expect(await whoIs(server, refused)).toBe(401);
        const version = await server.request("GET", "/version", {
          as: "nobody",
          headers: { authorization: `Bearer ${refused}` },
        });
        expect(version.status).toBe(401);
      }
      const weak = provider.addKey("es", "ES256");
      expect(await whoIs(server, await signToken(weak, claims))).toBe(401);

      const review = await server.request("POST", "/apis/authentication.k8s.io/v1/tokenreviews", {
        body: {
          apiVersion: "authentication.k8s.io/v1",
          kind: "TokenReview",
          spec: { token: await signToken(key, { ...claims, aud: "other" }) },
        },
      });
      expect(review.body["status"]).toEqual({
        user: {},
        error: '[invalid bearer token, oidc: verify token: oidc: expected audience "console" got ["other"]]',
      });
      const metrics = await server.request("GET", "/metrics");
      expect(metrics.text).toMatch(
        /apiserver_authentication_jwt_authenticator_latency_seconds_count\{result="success",jwt_issuer_hash="sha256:/,
      );
      // Other authentication methods still work.
      expect((await server.request("GET", "/api")).status).toBe(200);
      expect((await server.request("GET", "/version", { as: "nobody" })).status).toBe(200);
    } finally {
      await server.stop();
    }
  });

  it.each<[Partial<OidcOptions>, string]>([
    [
      { oidcIssuerUrl: "https://x" },
      "oidc-issuer-url and oidc-client-id must be specified together when any oidc-* flags are set",
    ],
    [
      { oidcGroupsClaim: "g" },
      "oidc-issuer-url and oidc-client-id must be specified together when any oidc-* flags are set",
    ],
    [
      { oidcIssuerUrl: "http://x", oidcClientId: "a" },
      'invalid authentication configuration: jwt[0].issuer.url: Invalid value: "http://x": URL scheme must be https',
    ],
    [
      { oidcIssuerUrl: "https://kubernetes.default.svc", oidcClientId: "a" },
      'invalid authentication configuration: jwt[0].issuer.url: Invalid value: "https://kubernetes.default.svc": URL must not overlap with disallowed issuers: [https://kubernetes.default.svc]',
    ],
    [
      { oidcIssuerUrl: "https://x", oidcClientId: "a", oidcSigningAlgs: ["HS256"] },
      'oidc: unsupported signing alg: "HS256"',
    ],
    [
      { oidcIssuerUrl: "https://x", oidcClientId: "a", oidcCaFile: "/none" },
      "--oidc-ca-file: cannot read /none: ENOENT",
    ],
    [
      { authenticationConfig: "/x", oidcClientId: "a" },
      "authentication-config file and oidc-* flags are mutually exclusive",
    ],
  ])("is refused at startup for %j", async (options, message) => {
    await expect(startTestServer(options)).rejects.toThrow(message);
  });
});

describe("the authentication configuration file", () => {
  let one: TestProvider;
  let two: TestProvider;
  beforeAll(async () => {
    [one, two] = await Promise.all([startTestProvider(), startTestProvider()]);
  });
  afterAll(() => Promise.all([one.stop(), two.stop()]));

  const configured = (providers: readonly TestProvider[], more = "") =>
    [
      "apiVersion: apiserver.config.k8s.io/v1beta1",
      "kind: AuthenticationConfiguration",
      "jwt:",
      ...providers.flatMap((provider) => [
        "- issuer:",
        `    url: ${provider.url}`,
        "    audiences: [us, ours]",
        "    audienceMatchPolicy: MatchAny",
        `    certificateAuthority: ${JSON.stringify(provider.authority)}`,
        "  claimValidationRules:",
        "  - expression: 'claims.tenant == \"acme\"'",
        "    message: not our tenant",
        "  claimMappings:",
        "    username: {expression: '\"acme:\" + claims.sub'}",
        "    groups: {expression: 'claims.?roles.orValue([])'}",
        "    uid: {claim: sub}",
        "    extra: [{key: acme.test/tenant, valueExpression: claims.tenant}]",
        "  userValidationRules:",
        "  - {expression: '!user.groups.exists(g, g.startsWith(\"system:\"))', message: reserved group}",
      ]),
      more,
    ].join("\n");

  const written = async (name: string, text: string): Promise<string> => {
    const file = join(folder, name);
    await writeFile(file, text);
    return file;
  };
  const token = (provider: TestProvider, key: Parameters<typeof signToken>[0], more = {}) =>
    signToken(key, { iss: provider.url, aud: "ours", sub: "ann", tenant: "acme", roles: ["dev"], ...more });

  it("configures issuers and claim mappings, and is reloaded", async () => {
    const [oneKey, twoKey] = [one.addKey("1"), two.addKey("2", "ES384")];
    const file = await written("auth.yaml", configured([one]));
    const server = await startTestServer({ authenticationConfig: file });
    try {
      const [ofOne, ofTwo] = [await token(one, oneKey), await token(two, twoKey)];
      await serving(server, ofOne);
      expect(await whoIs(server, ofOne)).toEqual({
        username: "acme:ann",
        uid: "ann",
        groups: ["dev", "system:authenticated"],
        extra: { "acme.test/tenant": ["acme"] },
      });
      expect(await whoIs(server, ofTwo)).toBe(401);
      expect(await whoIs(server, await token(one, oneKey, { tenant: "other" }))).toBe(401);
      expect(await whoIs(server, await token(one, oneKey, { roles: ["system:masters"] }))).toBe(401);

      const reloads = async (status: string): Promise<number> => {
        const { text } = await server.request("GET", "/metrics");
        const name = "apiserver_authentication_config_controller_automatic_reloads_total";
        return Number(new RegExp(`^${name}\\{status="${status}",[^}]*\\} (\\d+)$`, "m").exec(text)?.[1] ?? 0);
      };
      await writeFile(file, configured([one, two]));
      await until(async () => (await reloads("success")) === 1, 2000);
      expect(await whoIs(server, ofTwo)).toMatchObject({ username: "acme:ann" });
      expect(await whoIs(server, ofOne)).toMatchObject({ username: "acme:ann" });

      await writeFile(file, configured([two]).replace("claims.sub", "claims.("));
      await until(async () => (await reloads("failure")) === 1, 2000);
      expect(await whoIs(server, ofOne)).toMatchObject({ username: "acme:ann" });
      await writeFile(file, configured([two], "anonymous: {enabled: true}"));
      await until(async () => (await reloads("failure")) === 2, 2000);
      expect(await whoIs(server, ofOne)).toMatchObject({ username: "acme:ann" });

      await writeFile(file, configured([two]));
      await until(async () => (await reloads("success")) === 2, 2000);
      expect(await whoIs(server, ofOne)).toBe(401);
      expect(await whoIs(server, ofTwo)).toMatchObject({ username: "acme:ann" });
    } finally {
      await server.stop();
    }
  });

  it("restricts anonymous requests to paths", async () => {
    const anonymous = "anonymous:\n  enabled: true\n  conditions: [{path: /livez}, {path: /readyz}]";
    const text = `apiVersion: apiserver.config.k8s.io/v1alpha1\nkind: AuthenticationConfiguration\n${anonymous}`;
    const server = await startTestServer({ authenticationConfig: await written("anonymous.yaml", text) });
    try {
      const status = async (path: string) => (await server.request("GET", path, { as: "nobody" })).status;
      expect(await Promise.all(["/livez", "/readyz", "/version", "/livez/ping", "/api"].map(status))).toEqual([
        200, 200, 401, 401, 401,
      ]);
    } finally {
      await server.stop();
    }
  });

  const head = "apiVersion: apiserver.config.k8s.io/v1beta1\nkind: AuthenticationConfiguration\n";
  it.each([
    ["", "empty config data"],
    ["a: [", "yaml: the text cannot be parsed"],
    [`${head}jwts: []`, 'strict decoding error: unknown field "jwts"'],
    [`${head}jwt: [{issuer: {urls: x}}]`, 'strict decoding error: unknown field "jwt[0].issuer.urls"'],
    [
      head.replace("v1beta1", "v1"),
      'no kind "AuthenticationConfiguration" is registered for version "apiserver.config.k8s.io/v1"',
    ],
    [head.replace("Authentication", "Authorization"), 'no kind "AuthorizationConfiguration" is registered'],
    ["apiVersion: v1", "Object 'Kind' is missing"],
  ])("is refused at startup when it is %j", async (text, message) => {
    const file = await written("bad.yaml", text);
    await expect(startTestServer({ authenticationConfig: file })).rejects.toThrow(
      `failed to load authentication configuration from file ${JSON.stringify(file)}: ${message}`,
    );
  });

  it("conflicts with --anonymous-auth, requires its feature gate, and must exist", async () => {
    const file = await written("anonymous.yaml", `${head}anonymous: {enabled: false}`);
    await expect(startTestServer({ authenticationConfig: file, anonymousAuth: true })).rejects.toThrow(
      "anonymous: Forbidden: --anonymous-auth flag cannot be set when anonymous field is configured in authentication configuration file",
    );
    const featureGates = { StructuredAuthenticationConfiguration: "false" };
    await expect(startTestServer({ authenticationConfig: file, featureGates })).rejects.toThrow(
      "set --feature-gates=StructuredAuthenticationConfiguration=true to use authentication-config file",
    );
    await expect(startTestServer({ authenticationConfig: join(folder, "none") })).rejects.toThrow(
      /^failed to load authentication configuration from file ".*none": /,
    );
  });
});

describe("an independent OIDC provider", () => {
  it("issues tokens that are accepted", async () => {
    const tls = await testTls();
    const listening = https.createServer(tls.options);
    await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
    const issuer = `https://127.0.0.1:${(listening.address() as AddressInfo).port}`;
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: "robot",
          client_secret: "s",
          grant_types: ["client_credentials"],
          redirect_uris: [],
          response_types: [],
        },
      ],
      features: {
        devInteractions: { enabled: false },
        clientCredentials: { enabled: true },
        resourceIndicators: {
          enabled: true,
          defaultResource: () => "urn:cluster",
          getResourceServerInfo: () => ({ scope: "", audience: "cluster", accessTokenFormat: "jwt" }),
        },
      },
      extraTokenClaims: () => ({ groups: ["robots"] }),
    });
    listening.on("request", provider.callback());
    const file = join(folder, "real.pem");
    await writeFile(file, tls.authority);
    const server = await startTestServer({
      oidcIssuerUrl: issuer,
      oidcClientId: "cluster",
      oidcUsernamePrefix: "-",
      oidcGroupsClaim: "groups",
      oidcCaFile: file,
    });
    try {
      const token = await clientCredentials(issuer, tls.authority);
      await serving(server, token);
      expect(await whoIs(server, token)).toEqual({ username: "robot", groups: ["robots", "system:authenticated"] });
      expect(await whoIs(server, `${token.slice(0, -8)}AAAAAAAA`)).toBe(401);
    } finally {
      await server.stop();
      listening.closeAllConnections();
      listening.close();
    }
  });
});

async function clientCredentials(issuer: string, ca: string): Promise<string> {
  const text = await new Promise<string>((resolve, reject) => {
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      authorization: `Basic ${Buffer.from("robot:s").toString("base64")}`,
    };
    const request = https.request(`${issuer}/token`, { method: "POST", ca, headers, agent: false }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (chunk: string) => {
        body += chunk;
      });
      response.on("end", () => resolve(body));
    });
    request.on("error", reject);
    request.end("grant_type=client_credentials");
  });
  const { access_token: token } = JSON.parse(text) as { access_token?: string };
  if (token === undefined) throw new Error(text);
  return token;
}
