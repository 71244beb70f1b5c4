import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { kubeconfigText } from "../../access/authentication/kubeconfig.ts";
import { type HookServer, startHookServer } from "../../access/webhook/testing/hookServer.ts";
import { until } from "../../acting/testing/until.ts";
import { createAuthority, issueCertificate, type KeyedCertificate } from "../../ground/x509/certificates.ts";
import { core } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

const HOUR = 3_600_000;
const life = { notBefore: Date.now() - HOUR, notAfter: Date.now() + HOUR };
let folder: string;
let server: TestServer;
let hook: HookServer;
let proxies: KeyedCertificate;
let people: KeyedCertificate;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "orrery-ways-"));
  const write = async (name: string, text: string): Promise<string> => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  [proxies, people, hook] = await Promise.all([
    createAuthority("proxies", life.notBefore, life.notAfter),
    createAuthority("people", life.notBefore, life.notAfter),
    startHookServer(),
  ]);
  const config = kubeconfigText({ server: `${hook.url}/authenticate`, authority: hook.ca, token: "hook-secret" });
  server = await startTestServer({
    clientCaFile: await write("people.crt", people.certificate),
    requestheaderClientCaFile: await write("proxies.crt", proxies.certificate),
    requestheaderAllowedNames: ["front"],
    requestheaderUidHeaders: ["X-Remote-Uid"],
    featureGates: { RemoteRequestHeaderUID: "true" },
    authenticationTokenWebhookConfigFile: await write("hook.yaml", config),
    authenticationTokenWebhookVersion: "v1",
  });
});
afterAll(async () => {
  await server.stop();
  await hook.stop();
  await rm(folder, { recursive: true });
});

const certificate = async (by: KeyedCertificate, commonName: string, organizations: string[] = []) => {
  const issued = await issueCertificate(by, { commonName, organizations, usage: "client", ...life });
  return { cert: issued.certificate, key: issued.key, ca: server.running.admin.ca };
};

/** The user as whom the server identifies the caller, or the status of its refusal. */
const whoAmI = async (parts: {
  headers?: Record<string, string | string[]>;
  certificate?: Awaited<ReturnType<typeof certificate>>;
}): Promise<unknown> => {
  const answer = await server.request("POST", "/apis/authentication.k8s.io/v1/selfsubjectreviews", {
    as: "nobody",
    body: {},
    ...parts,
  });
  if (answer.status !== 201) return answer.status;
  return (answer.body["status"] as { userInfo: unknown }).userInfo;
};

describe("an authenticating proxy", () => {
  const headers = {
    "x-remote-user": "carol",
    "x-remote-uid": "7",
    "x-remote-group": ["dev", "system:masters"],
    "x-remote-extra-acme.com%2fteam": ["a", "b"],
  };
  const carol = {
    username: "carol",
    uid: "7",
    groups: ["dev", "system:masters", "system:authenticated"],
    extra: { "acme.com/team": ["a", "b"] },
  };

  it("is trusted to name its users", async () => {
    expect(await whoAmI({ headers, certificate: await certificate(proxies, "front") })).toEqual(carol);
  });

  it("takes precedence over a token", async () => {
    const both = { ...headers, authorization: "Bearer alice-token" };
    expect(await whoAmI({ headers: both, certificate: await certificate(proxies, "front") })).toEqual(carol);
  });

  it("is refused without its headers, and when it is not allowed or has an unknown CA", async () => {
    expect(await whoAmI({ certificate: await certificate(proxies, "front") })).toBe(401);
    expect(await whoAmI({ headers, certificate: await certificate(proxies, "back") })).toBe(401);
    const stranger = await createAuthority("strangers", life.notBefore, life.notAfter);
    expect(await whoAmI({ headers, certificate: await certificate(stranger, "front") })).toBe(401);
  });

  it("cannot be impersonated by another client", async () => {
    expect(await whoAmI({ headers: { ...headers, authorization: "Bearer bob-token" } })).toMatchObject({
      username: "bob",
      groups: ["system:authenticated"],
    });
    expect(await whoAmI({ headers, certificate: await certificate(people, "dave") })).toMatchObject({
      username: "dave",
      groups: ["system:authenticated"],
    });
    // The anonymous user may not send this request.
    expect(await whoAmI({ headers })).toBe(403);
  });

  it("is published for aggregated servers", async () => {
    const { body } = await server.request(
      "GET",
      core("kube-system", "configmaps", "extension-apiserver-authentication"),
    );
    expect(body["data"]).toMatchObject({
      "client-ca-file": expect.stringContaining(people.certificate.trim()),
      "requestheader-client-ca-file": proxies.certificate,
      "requestheader-allowed-names": '["front"]',
      "requestheader-uid-headers": '["X-Remote-Uid"]',
    });
  });
});

describe("a client certificate", () => {
  it("of an additional CA authenticates its user and groups", async () => {
    expect(await whoAmI({ certificate: await certificate(people, "dave", ["ops", "dev"]) })).toEqual({
      username: "dave",
      groups: ["ops", "dev", "system:authenticated"],
      extra: { "authentication.kubernetes.io/credential-id": [expect.stringMatching(/^X509SHA256=[0-9a-f]{64}$/)] },
    });
  });
  it("of an unknown CA is refused, also without other credentials", async () => {
    const stranger = await createAuthority("strangers", life.notBefore, life.notAfter);
    const certificates = [
      await certificate(stranger, "dave"),
      await certificate(people, ""),
      await issueCertificate(people, {
        commonName: "old",
        organizations: [],
        usage: "client",
        notBefore: life.notBefore,
        notAfter: Date.now() - 1000,
      }).then(({ certificate: cert, key }) => ({ cert, key, ca: server.running.admin.ca })),
    ];
    for (const each of certificates) expect(await whoAmI({ certificate: each })).toBe(401);
    const both = { certificate: certificates[0], headers: { authorization: "Bearer bob-token" } };
    expect(await whoAmI(both as Parameters<typeof whoAmI>[0])).toMatchObject({ username: "bob" });
  });
});

it("a client certificate without a common name is anonymous when no proxy CA is configured", async () => {
  const alone = await startTestServer({ clientCaFile: join(folder, "people.crt") });
  try {
    const nameless = { ...(await certificate(people, "", ["system:masters"])), ca: alone.running.admin.ca };
    const answer = await alone.request("GET", "/api/v1/pods", { as: "nobody", certificate: nameless });
    expect([answer.status, answer.body.message]).toEqual([
      403,
      'pods is forbidden: User "system:anonymous" cannot list resource "pods" in API group "" at the cluster scope',
    ]);
  } finally {
    await alone.stop();
  }
});

describe("a token for the authentication webhook", () => {
  const review = (status: object) => ({ apiVersion: "authentication.k8s.io/v1", kind: "TokenReview", status });
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

  it("is reviewed once and cached, with the server's audiences", async () => {
    hook.answer(() => review({ authenticated: true, user: { username: "erin", groups: ["x"] } }));
    const before = hook.received.length;
    for (let i = 0; i < 3; i++) {
      expect(await whoAmI(bearer("erin-secret"))).toEqual({ username: "erin", groups: ["x", "system:authenticated"] });
    }
    const asked = hook.received.slice(before);
    expect(
      asked.map(({ method, path, headers, body }) => [method, path, headers["authorization"], body["spec"]]),
    ).toEqual([
      [
        "POST",
        "/authenticate",
        "Bearer hook-secret",
        { token: "erin-secret", audiences: ["https://kubernetes.default.svc"] },
      ],
    ]);
    const metrics = await server.request("GET", "/metrics");
    expect(metrics.text).toContain('authentication_token_cache_request_total{status="hit"} 2');
    expect(metrics.text).toContain('apiserver_delegated_authn_request_total{code="200"} 1');
  });

  it("is refused when the webhook rejects it or is unavailable", async () => {
    hook.answer(() => review({ error: "too old" }));
    expect(await whoAmI(bearer("old-secret"))).toBe(401);
    const reviewed = await server.request("POST", "/apis/authentication.k8s.io/v1/tokenreviews", {
      body: { spec: { token: "old-secret" } },
    });
    expect(reviewed.body["status"]).toEqual({ user: {}, error: "[invalid bearer token, too old]" });
    hook.answer(() => ({ status: 403, text: "not you" }));
    expect(await whoAmI(bearer("other-secret"))).toBe(401);
  });

  it("is not reviewed when the server recognizes it", async () => {
    const before = hook.received.length;
    expect(await whoAmI(bearer("alice-token"))).toMatchObject({ username: "alice" });
    expect(hook.received).toHaveLength(before);
  });
});

describe("a server that stops during a token review", () => {
  it("does not wait for the response", async () => {
    const [slow, config] = [await startHookServer(), join(folder, "slow.yaml")];
    await writeFile(config, kubeconfigText({ server: slow.url, authority: slow.ca }));
    const stopped = await startTestServer({ authenticationTokenWebhookConfigFile: config });
    slow.answer(() => "hang");
    const asking = stopped
      .request("GET", "/api", { as: "nobody", headers: { authorization: "Bearer some-token" } })
      .catch(() => undefined);
    await expect.poll(() => slow.received.length).toBe(1);
    const begin = performance.now();
    await stopped.stop();
    expect(performance.now() - begin).toBeLessThan(5000);
    await asking;
    await slow.stop();
  });
});

describe("CA files", () => {
  it("are reloaded and published while the server runs; an invalid file is ignored", async () => {
    const next = await createAuthority("next", life.notBefore, life.notAfter);
    const [old, dave] = [await certificate(people, "dave"), await certificate(next, "dave")];
    expect(await whoAmI({ certificate: dave })).toBe(401);
    const file = join(folder, "people.crt");
    const both = people.certificate + next.certificate;
    const published = async (): Promise<string> => {
      const { body } = await server.request(
        "GET",
        core("kube-system", "configmaps", "extension-apiserver-authentication"),
      );
      return (body["data"] as Record<string, string>)["client-ca-file"] ?? "";
    };
    await writeFile(file, "no certificates");
    await writeFile(file, both);
    await until(async () => (await whoAmI({ certificate: dave })) !== 401, 500);
    expect(await whoAmI({ certificate: old })).toMatchObject({ username: "dave" });
    await until(async () => (await published()).endsWith(both), 500);
    await writeFile(file, next.certificate);
    await until(async () => (await whoAmI({ certificate: old })) === 401, 500);
    expect(await whoAmI({ certificate: dave })).toMatchObject({ username: "dave" });
  });
});
