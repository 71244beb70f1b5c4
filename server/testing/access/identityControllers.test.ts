import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { timestamp } from "../../../shared/time.ts";
import { detachedSignature } from "../../acting/controllers/bootstrap/detachedSignature.ts";
import { until } from "../../acting/testing/until.ts";
import { makeRequest, type RequestContent } from "../../ground/x509/testing/makeRequest.ts";
import { core, namespace } from "../objects.ts";
import { startTestServer, type TestServer, temporaryFolder } from "../testServer.ts";

const NAMES = [
  // Controllers have short names as well.
  "tokencleaner",
  "bootstrapsigner",
  "serviceaccount-token-controller",
  "certificatesigningrequest-signing-controller",
  "certificatesigningrequest-approving-controller",
  "certificatesigningrequest-cleaner-controller",
];
const REQUESTS = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
const REVIEWS = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
const encode = (text: string): string => Buffer.from(text).toString("base64");
const decode = (text: string): string => Buffer.from(text, "base64").toString("utf8");

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ controllers: NAMES });
  await server.request("POST", "/api/v1/namespaces", { body: namespace("n") });
});
afterAll(() => server.stop());

/** Follows one object until it satisfies a condition; resolves with `gone` once it is deleted. */
async function becomes(path: string, name: string, holds: (object: ApiObject) => boolean): Promise<ApiObject | "gone"> {
  const stream = await server.watch(`${path}?watch=true&fieldSelector=metadata.name%3D${name}&timeoutSeconds=15`);
  for await (const { type, object } of stream) {
    if (type !== "DELETED" && !holds(object as ApiObject)) continue;
    stream.close();
    return type === "DELETED" ? "gone" : (object as ApiObject);
  }
  return expect.unreachable(`${name} never became what it should`);
}
const never = () => false;
const managers = (object: ApiObject | "gone"): string[] =>
  object === "gone" ? [] : (object.metadata.managedFields ?? []).map(({ manager }) => manager ?? "");

/** Creates a certificate request, and returns its private key. */
async function submit(
  name: string,
  content: RequestContent,
  signerName: string,
  options: object = {},
): Promise<string> {
  const made = await makeRequest(content);
  const usages = ["client auth", "digital signature"];
  const body = { metadata: { name }, spec: { request: made.base64, signerName, usages } };
  const answer = await server.request("POST", REQUESTS, { body, ...options });
  expect([answer.status, answer.body.message]).toEqual([201, undefined]);
  return made.privateKey;
}
const statusOf = (object: ApiObject | "gone") =>
  (object === "gone" ? {} : object["status"]) as {
    certificate?: string;
    conditions?: { type: string; reason: string }[];
  };
const whoIs = async (request: object) =>
  (await server.request("POST", REVIEWS, { body: {}, ...request })).body["status"];

describe("certificates", () => {
  it("are issued by the server's CA when approved, and authenticate clients", async () => {
    const key = await submit(
      "conf",
      { commonName: "conf", organizations: ["a", "b"] },
      "kubernetes.io/kube-apiserver-client",
    );
    const pending = (await server.request("GET", `${REQUESTS}/conf`)).body;
    const body = { ...pending, status: { conditions: [{ type: "Approved", status: "True", reason: "ByTest" }] } };
    expect((await server.request("PUT", `${REQUESTS}/conf/approval`, { body })).status).toBe(200);
    const issued = await becomes(REQUESTS, "conf", (object) => statusOf(object).certificate !== undefined);
    const cert = decode(statusOf(issued).certificate ?? "");
    expect(await whoIs({ certificate: { cert, key, ca: server.running.admin.ca } })).toMatchObject({
      userInfo: { username: "conf", groups: ["a", "b", "system:authenticated"] },
    });
  });

  it("fail permanently when they violate the signer's rules", async () => {
    await submit("broken", { commonName: "x" }, "kubernetes.io/kubelet-serving");
    const pending = (await server.request("GET", `${REQUESTS}/broken`)).body;
    const body = { ...pending, status: { conditions: [{ type: "Approved", status: "True", reason: "ByTest" }] } };
    await server.request("PUT", `${REQUESTS}/broken/approval`, { body });
    const failed = await becomes(REQUESTS, "broken", (object) => (statusOf(object).conditions ?? []).length === 2);
    expect(statusOf(failed)).toMatchObject({
      conditions: [
        { type: "Approved" },
        { type: "Failed", reason: "SignerValidationFailure", message: "subject organization is not system:nodes" },
      ],
    });
  });

  it("are approved automatically for nodes that join with a bootstrap token", async () => {
    const data = { "token-id": "joiner", "token-secret": "0123456789abcdef", "usage-bootstrap-authentication": "true" };
    await server.request("POST", core("kube-system", "secrets"), {
      body: {
        metadata: { name: "bootstrap-token-joiner" },
        type: "bootstrap.kubernetes.io/token",
        data: Object.fromEntries(Object.entries(data).map(([name, value]) => [name, encode(value)])),
      },
    });
    for (const [name, role] of [
      ["ask", "system:node-bootstrapper"],
      ["get", "system:certificates.k8s.io:certificatesigningrequests:nodeclient"],
    ]) {
      const made = await server.request("POST", "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings", {
        body: {
          metadata: { name },
          roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: role },
          subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "Group", name: "system:bootstrappers" }],
        },
      });
      expect(made.status).toBe(201);
    }
    const asNode = { as: "nobody", headers: { authorization: "Bearer joiner.0123456789abcdef" } };
    const node = { commonName: "system:node:one", organizations: ["system:nodes"] };
    const key = await submit("node", node, "kubernetes.io/kube-apiserver-client-kubelet", asNode);
    const issued = await becomes(REQUESTS, "node", (object) => statusOf(object).certificate !== undefined);
    expect(statusOf(issued).conditions).toMatchObject([{ type: "Approved", reason: "AutoApproved" }]);
    const cert = decode(statusOf(issued).certificate ?? "");
    expect(await whoIs({ certificate: { cert, key, ca: server.running.admin.ca } })).toMatchObject({
      userInfo: { username: "system:node:one", groups: ["system:nodes", "system:authenticated"] },
    });
  });

  it("cannot be requested with a signature of another key", async () => {
    const made = await makeRequest({ commonName: "ann" });
    const der = Buffer.from(made.der);
    const forged = der.fill("bob", der.indexOf("ann"), der.indexOf("ann") + 3).toString("base64");
    const request = encode(`-----BEGIN CERTIFICATE REQUEST-----\n${forged}\n-----END CERTIFICATE REQUEST-----\n`);
    const spec = { request, signerName: "example.com/s", usages: ["client auth"] };
    const answer = await server.request("POST", REQUESTS, { body: { metadata: { name: "forged" }, spec } });
    expect([answer.status, answer.body.message]).toEqual([
      422,
      expect.stringMatching(/: x509: ECDSA verification failure$/),
    ]);
  });
});

describe("service account token secrets", () => {
  it("get a working token, and are deleted with their service account", async () => {
    await server.request("POST", core("n", "serviceaccounts"), { body: { metadata: { name: "robot" } } });
    const annotations = { "kubernetes.io/service-account.name": "robot" };
    const body = { metadata: { name: "s", annotations }, type: "kubernetes.io/service-account-token" };
    await server.request("POST", core("n", "secrets"), { body });
    const filled = await becomes(core("n", "secrets"), "s", (object) => object["data"] !== undefined);
    const data = (filled === "gone" ? {} : filled["data"]) as Record<string, string>;
    expect(decode(data["ca.crt"] ?? "")).toBe(server.running.admin.ca);
    expect(managers(filled)).toContain("kube-controller-manager");
    const token = decode(data["token"] ?? "");
    expect(await whoIs({ as: "nobody", headers: { authorization: `Bearer ${token}` } })).toMatchObject({
      userInfo: { username: "system:serviceaccount:n:robot" },
    });
    const gone = becomes(core("n", "secrets"), "s", never);
    await server.request("DELETE", core("n", "serviceaccounts", "robot"));
    expect(await gone).toBe("gone");
  });
});

describe("bootstrap tokens", () => {
  const create = (id: string, entries: Record<string, string>) =>
    server.request("POST", core("kube-system", "secrets"), {
      body: {
        metadata: { name: `bootstrap-token-${id}` },
        type: "bootstrap.kubernetes.io/token",
        stringData: { "token-id": id, "token-secret": "0123456789abcdef", ...entries },
      },
    });

  it("sign the cluster-info config map, which every user may read", async () => {
    await create("signer", { "usage-bootstrap-signing": "true" });
    const key = "jws-kubeconfig-signer";
    const dataOf = (object: ApiObject) => (object["data"] ?? {}) as Record<string, string>;
    const signed = await becomes(core("kube-public", "configmaps"), "cluster-info", (map) => key in dataOf(map));
    expect(managers(signed)).toContain("kube-controller-manager");
    const read = await server.request("GET", core("kube-public", "configmaps", "cluster-info"), { as: "nobody" });
    expect(read.status).toBe(200);
    const { kubeconfig = "", [key]: signature } = dataOf(read.body);
    expect(signature).toBe(detachedSignature(kubeconfig, "signer", "0123456789abcdef"));
    expect(kubeconfig).toContain(`server: ${server.url}\n`);
    expect(kubeconfig).toContain(`certificate-authority-data: ${encode(server.running.admin.ca)}\n`);
    const others = await server.request("GET", core("kube-public", "configmaps"), { as: "nobody" });
    expect(others.status).toBe(403);
  });

  it("are deleted when they expire", async () => {
    const name = "bootstrap-token-ending";
    const path = core("kube-system", "secrets");
    const stream = await server.watch(`${path}?watch=true&fieldSelector=metadata.name%3D${name}`);
    await create("ending", { expiration: timestamp(Date.now() - 1000) });
    expect(await stream.names(2)).toEqual([`ADDED ${name}`, `DELETED ${name}`]);
    stream.close();
  });
});

describe("unused legacy tokens", () => {
  const DAY = 24 * 3600_000;
  const name = "legacy-serviceaccount-token-cleaner-controller";

  it("are labelled as invalid after a year", async () => {
    const dataDir = await temporaryFolder();
    const first = await startTestServer({ dataDir });
    const annotations = { "kubernetes.io/service-account.name": "robot" };
    await first.request("POST", core("default", "serviceaccounts"), {
      body: { metadata: { name: "robot" }, secrets: [{ name: "forgotten" }] },
    });
    for (const secret of ["forgotten", "made"]) {
      const body = { metadata: { name: secret, annotations }, type: "kubernetes.io/service-account-token" };
      expect((await first.request("POST", core("default", "secrets"), { body })).status).toBe(201);
    }
    await first.stop();

    // Certificates of a server whose clock is ahead are not valid yet, so its in-process client is used.
    const later = Date.now() + 400 * DAY;
    const second = await startTestServer({ dataDir, controllers: [name], now: () => later });
    const labelsOf = async (secret: string) => {
      const ref = { group: "", version: "v1", resource: "secrets", namespace: "default", name: secret };
      return (await second.running.client.get(ref)).metadata.labels;
    };
    await until(async () => (await labelsOf("forgotten")) !== undefined);
    expect(await labelsOf("forgotten")).toEqual({
      "kubernetes.io/legacy-token-invalid-since": timestamp(later).slice(0, 10),
    });
    expect(await labelsOf("made")).toBeUndefined();
    await second.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
});

describe("a server without the bootstrap controllers", () => {
  it("publishes no cluster-info", async () => {
    const plain = await startTestServer();
    const answer = await plain.request("GET", core("kube-public", "configmaps", "cluster-info"));
    expect(answer.status).toBe(404);
    await plain.stop();
  });
});
