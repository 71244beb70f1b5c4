import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAuthority, issueCertificate } from "../../ground/x509/certificates.ts";
import type { ApiPlace } from "../conformance/apiPlace.ts";
import { type ClusterUnderTest, startClusterUnderTest } from "../conformance/clusterUnderTest.ts";

const AGNHOST = "registry.k8s.io/e2e-test-images/agnhost:2.53";
const ADMISSION = "admissionregistration.k8s.io/v1";
const DAY = 24 * 3600 * 1000;
const base64 = (text: string): string => Buffer.from(text).toString("base64");

let cluster: ClusterUnderTest;
let place: ApiPlace;
let caBundle: string;
let marker: { readonly matchLabels: Record<string, string> };

/** A webhook server in a pod of a simulated node, behind a service, as deployed by the reference's tests. */
beforeAll(async () => {
  cluster = await startClusterUnderTest();
  place = await cluster.namespace();
  marker = { matchLabels: { "kubernetes.io/metadata.name": place.namespace } };
  const name = "e2e-test-webhook";
  const now = Date.now();
  const authority = await createAuthority("webhook-ca", now - DAY, now + DAY);
  const leaf = await issueCertificate(authority, {
    ...{ commonName: "webhook", organizations: [], usage: "server", ipAddresses: [] },
    ...{ dnsNames: [`${name}.${place.namespace}.svc`], notBefore: now - DAY, notAfter: now + DAY },
  });
  caBundle = base64(authority.certificate);
  await place.create("v1/secrets", {
    metadata: { name },
    data: { "tls.crt": base64(leaf.certificate), "tls.key": base64(leaf.key) },
  });
  const folder = "/webhook.local.config/certificates";
  const container = (command: string, port: number) => ({
    name: command,
    image: AGNHOST,
    args: [
      command,
      `--tls-cert-file=${folder}/tls.crt`,
      `--tls-private-key-file=${folder}/tls.key`,
      "--alsologtostderr",
      "-v=4",
      `--port=${port}`,
    ],
    readinessProbe: { httpGet: { scheme: "HTTPS", port, path: "/readyz" }, periodSeconds: 1 },
    ports: [{ containerPort: port }],
    volumeMounts: [{ name: "certs", readOnly: true, mountPath: folder }],
  });
  const labels = { "sample-webhook": "true" };
  await place.create("apps/v1/deployments", {
    metadata: { name },
    spec: {
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          terminationGracePeriodSeconds: 0,
          containers: [container("webhook", 8444), container("crd-conversion-webhook", 9444)],
          volumes: [{ name: "certs", secret: { secretName: name } }],
        },
      },
    },
  });
  await place.create("v1/services", {
    metadata: { name },
    spec: {
      selector: labels,
      ports: [
        { name: "admission", protocol: "TCP", port: 8443, targetPort: 8444 },
        { name: "conversion", protocol: "TCP", port: 9443, targetPort: 9444 },
      ],
    },
  });
  await place.becomes("apps/v1/deployments/e2e-test-webhook", { status: { availableReplicas: 1 } });
  await place.become("discovery.k8s.io/v1/endpointslices", (slices) =>
    slices.some((slice) => ((slice["endpoints"] ?? []) as unknown[]).length > 0),
  );
});
afterAll(() => cluster.stop());

const clientConfig = (path: string, port = 8443) => ({
  service: { namespace: place.namespace, name: "e2e-test-webhook", path, port },
  caBundle,
});

async function register(kind: "Mutating" | "Validating", path: string, rule: object, more: object = {}): Promise<void> {
  const name = path.slice(1).replaceAll("/", "-");
  await cluster.whole.create(`${ADMISSION}/${kind.toLowerCase()}webhookconfigurations`, {
    metadata: { name },
    webhooks: [
      {
        name: `${name}.example.com`,
        rules: [{ apiVersions: ["v1"], apiGroups: [""], operations: ["CREATE"], ...rule }],
        clientConfig: clientConfig(path),
        ...{ sideEffects: "None", admissionReviewVersions: ["v1", "v1beta1"], namespaceSelector: marker },
        ...more,
      },
    ],
  });
}
const refusal = async (path: string, body: object): Promise<string> => {
  const { status, body: answer } = await place.send("POST", path, { body });
  return `${status} ${(answer as { message?: string }).message}`;
};
const pod = (name: string, labels: object = {}, container = "c") => ({
  metadata: { name, labels },
  spec: { containers: [{ name: container, image: "registry.k8s.io/pause:3.10" }] },
});

describe("webhooks in simulated pods", () => {
  test("deny unwanted objects, and time out when they do not respond", async () => {
    await register("Validating", "/pods", { resources: ["pods"] }, { timeoutSeconds: 1 });
    await register("Validating", "/configmaps", { resources: ["configmaps"], operations: ["CREATE", "DELETE"] });
    const unwanted = pod("bad", { "webhook-e2e-test": "webhook-disallow" }, "webhook-disallow");
    await expect
      .poll(() => refusal("v1/pods", unwanted))
      .toBe(
        '400 admission webhook "pods.example.com" denied the request: the pod contains unwanted label; ' +
          "the pod contains unwanted container name;",
      );
    expect(await refusal("v1/pods", pod("slow", { "webhook-e2e-test": "wait-forever" }))).toMatch(
      /^500 .*failed calling webhook "pods\.example\.com": .*svc:8443\/pods\?timeout=1s.*context deadline exceeded/,
    );
    await place.create("v1/pods", pod("good"));
    const data = { "webhook-e2e-test": "webhook-disallow" };
    expect(await refusal("v1/configmaps", { metadata: { name: "bad" }, data })).toContain(
      "the configmap contains unwanted key and value",
    );
  });

  test("mutate objects", async () => {
    await register("Mutating", "/mutating-configmaps", { resources: ["configmaps"] });
    await register("Mutating", "/mutating-pods", { resources: ["pods"] });
    await expect
      .poll(async () => {
        const body = { metadata: { generateName: "c-" }, data: { "mutation-start": "yes" } };
        return (await place.create("v1/configmaps", body))["data"];
      })
      .toEqual({ "mutation-start": "yes", "mutation-stage-1": "yes" });
    await expect
      .poll(async () => {
        await place.send("DELETE", "v1/pods/webhook-to-be-mutated", { body: { gracePeriodSeconds: 0 } });
        return (await place.create("v1/pods", pod("webhook-to-be-mutated")))["spec"];
      })
      .toMatchObject({
        initContainers: [{ name: "webhook-added-init-container", terminationMessagePolicy: "File" }],
      });
  });

  test("convert custom resources", async () => {
    const schema = { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } };
    await cluster.whole.create("apiextensions.k8s.io/v1/customresourcedefinitions", {
      metadata: { name: "e2es.stable.example.com" },
      spec: {
        group: "stable.example.com",
        scope: "Namespaced",
        names: { plural: "e2es", kind: "E2e" },
        versions: [
          { name: "v1", served: true, storage: true, schema },
          { name: "v2", served: true, storage: false, schema },
        ],
        conversion: {
          strategy: "Webhook",
          webhook: { clientConfig: clientConfig("/crdconvert", 9443), conversionReviewVersions: ["v1", "v1beta1"] },
        },
      },
    });
    const first = { apiVersion: "stable.example.com/v1", kind: "E2e", metadata: { name: "one" }, hostPort: "local:80" };
    await expect
      .poll(async () => (await place.send("POST", "stable.example.com/v1/e2es", { body: first })).status)
      .toBe(201);
    expect(await place.get("stable.example.com/v2/e2es/one")).toMatchObject({ host: "local", port: "80" });
    const second = { ...first, apiVersion: "stable.example.com/v2", metadata: { name: "two" }, hostPort: undefined };
    await place.create("stable.example.com/v2/e2es", { ...second, host: "far", port: "81" });
    expect(await place.get("stable.example.com/v1/e2es/two")).toMatchObject({ hostPort: "far:81" });
  });
});
