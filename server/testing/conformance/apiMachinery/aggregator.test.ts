import { afterAll, beforeAll, expect, test } from "vitest";
import { createAuthority, issueCertificate } from "../../../ground/x509/certificates.ts";
import type { ApiPlace, Item } from "../apiPlace.ts";
import { condition } from "../bodies.ts";
import { type ClusterUnderTest, startClusterUnderTest } from "../clusterUnderTest.ts";
import { at } from "../shape.ts";

let cluster: ClusterUnderTest;
beforeAll(async () => {
  cluster = await startClusterUnderTest();
});
afterAll(() => cluster.stop());

const GROUP = "wardle.example.com";
const VERSION = `${GROUP}/v1alpha1`;
const FLUNDERS = `${VERSION}/flunders`;
const SERVICES = "apiregistration.k8s.io/v1/apiservices";
const NAME = `v1alpha1.${GROUP}`;
const CERTIFICATES = "/apiserver.local.config/certificates";
const ETCD = "http://127.0.0.1:2379";
const base64 = (text: string): string => Buffer.from(text).toString("base64");

/**
 * Runs the sample API server behind a service, with a new certificate.
 * @returns the authority that signed the certificate, as PEM
 */
async function deploySample(place: ApiPlace): Promise<string> {
  const [notBefore, notAfter] = [Date.now() - 60_000, Date.now() + 3_600_000];
  const authority = await createAuthority("sample-ca", notBefore, notAfter);
  const { certificate, key } = await issueCertificate(authority, {
    commonName: `sample-api.${place.namespace}.svc`,
    organizations: [],
    usage: "server",
    dnsNames: [`sample-api.${place.namespace}.svc`],
    ipAddresses: [],
    notBefore,
    notAfter,
  });
  await place.create("v1/secrets", {
    metadata: { name: "sample-secret" },
    data: { "tls.crt": base64(certificate), "tls.key": base64(key) },
  });
  const labels = { app: "sample-apiserver", apiserver: "true" };
  const sample = {
    name: "sample-apiserver",
    image: "registry.k8s.io/e2e-test-images/sample-apiserver:1.29.2",
    args: [
      `--etcd-servers=${ETCD}`,
      `--tls-cert-file=${CERTIFICATES}/tls.crt`,
      `--tls-private-key-file=${CERTIFICATES}/tls.key`,
      "--audit-log-path=-",
    ],
    volumeMounts: [{ name: "certs", readOnly: true, mountPath: CERTIFICATES }],
    readinessProbe: { httpGet: { scheme: "HTTPS", port: 443, path: "/readyz" }, periodSeconds: 1 },
  };
  const urls = ["--listen-client-urls", ETCD, "--advertise-client-urls", ETCD];
  const etcd = { name: "etcd", image: "registry.k8s.io/etcd:3.5.16-0", command: ["/usr/local/bin/etcd", ...urls] };
  await place.create("apps/v1/deployments", {
    metadata: { name: "sample" },
    spec: {
      replicas: 1,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { containers: [sample, etcd], volumes: [{ name: "certs", secret: { secretName: "sample-secret" } }] },
      },
    },
  });
  await place.create("v1/services", {
    metadata: { name: "sample-api" },
    spec: { selector: { apiserver: "true" }, ports: [{ port: 7443, targetPort: 443 }] },
  });
  await place.becomes("apps/v1/deployments/sample", { status: { availableReplicas: 1 } });
  return authority.certificate;
}

const flunder = (name: string, spec: object = {}) => ({
  apiVersion: VERSION,
  kind: "Flunder",
  metadata: { name, labels: { "sample-label": "true" } },
  spec,
});

test("[sig-api-machinery] Aggregator Should be able to support the 1.17 Sample API Server using the current Aggregator", async () => {
  const { whole } = cluster;
  const place = await cluster.namespace();
  const caBundle = base64(await deploySample(place));
  await whole.create(SERVICES, {
    metadata: { name: NAME },
    spec: {
      service: { namespace: place.namespace, name: "sample-api", port: 7443 },
      group: GROUP,
      version: "v1alpha1",
      caBundle,
      groupPriorityMinimum: 2000,
      versionPriority: 200,
    },
  });
  const available = condition("Available", "True", { reason: "Passed", message: "all checks passed" });
  await whole.becomes(`${SERVICES}/${NAME}`, { status: { conditions: [available] } });
  await expect.poll(async () => (await place.send("GET", FLUNDERS)).status, { timeout: 17_000 }).toBe(200);

  const made = await place.send("POST", FLUNDERS, { body: flunder("rest", { reference: "other" }) });
  expect([made.status, made.body]).toMatchObject([
    201,
    { apiVersion: VERSION, kind: "Flunder", metadata: { name: "rest", namespace: place.namespace } },
  ]);
  expect((await place.list(FLUNDERS)).map(({ metadata }) => metadata.name)).toEqual(["rest"]);
  expect(await place.list(`${FLUNDERS}?labelSelector=sample-label%3Dfalse`)).toEqual([]);
  expect(await place.patch(`${FLUNDERS}/rest`, { metadata: { labels: { a: "b" } } }, "merge")).toMatchObject({
    metadata: { labels: { a: "b", "sample-label": "true" } },
    spec: { reference: "other", referenceType: "Flunder" },
  });
  expect((await place.send("POST", FLUNDERS, { body: flunder("rest") })).body).toMatchObject({
    code: 409,
    message: `flunders.${GROUP} "rest" already exists`,
  });
  await place.remove(`${FLUNDERS}/rest`);
  expect(await place.list(FLUNDERS)).toEqual([]);
  expect((await place.send("GET", `${FLUNDERS}/rest`)).body).toMatchObject({ reason: "NotFound" });

  const groups = await cluster.server.request("GET", `/apis/${VERSION}`);
  expect(at<Item[]>(groups.body, "resources").map(({ name }) => (name as unknown) ?? "")).toContain("flunders");

  await whole.patch(`${SERVICES}/${NAME}`, {
    spec: { versionPriority: 400 },
    metadata: { labels: { e2e: "patched" } },
  });
  const set = { type: "StatusUpdated", status: "True", reason: "E2E", message: "Set from e2e test" };
  const seen = await whole.get(`${SERVICES}/${NAME}/status`);
  const conditions = [...at<object[]>(seen, "status.conditions"), set];
  await whole.patch(`${SERVICES}/${NAME}/status`, { status: { conditions } }, "merge");
  expect(at<object[]>(await whole.get(`${SERVICES}/${NAME}/status`), "status.conditions")).toContainEqual(
    expect.objectContaining(set),
  );

  await place.create(FLUNDERS, flunder("dynamic"));
  expect(await place.list(FLUNDERS)).toHaveLength(1);
  await whole.remove(`${SERVICES}?labelSelector=e2e%3Dpatched`);
  await whole.gone(`${SERVICES}/${NAME}`);
  expect((await place.send("GET", FLUNDERS)).status).toBe(404);
});
