import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { core } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";
import { filled, type HostileBody, numbered, SWEPT, sendHostile } from "./hostileBody.ts";

const PODS = core("default", "pods");
const DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";
const REQUESTS = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
const REVIEWS = "/apis/authorization.k8s.io/v1";
const { length, limits } = SWEPT;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ featureGates: { InPlacePodVerticalScaling: "true" } });
  const create = async (path: string, body: object): Promise<void> => {
    const { status, body: answer } = await server.request("POST", path, { body });
    if (status !== 201) throw new Error(`${path}: ${status} ${String(answer["message"])}`);
  };
  const metadata = { name: "x" };
  const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } };
  await create(core("default", "serviceaccounts"), { metadata: { name: "default" } });
  await create(PODS, { metadata, spec: template.spec });
  await create(DEPLOYMENTS, { metadata, spec: { selector: { matchLabels: { a: "b" } }, template } });
  await create("/api/v1/namespaces", { metadata });
}, 120_000);
afterAll(() => server.stop());

const list = (of: string): string => `[${filled(`${of},`, length)}${of}]`;
const map = (value: string): string => `{${numbered(Math.floor(length / 12), (i) => `"k${i}":${value}`)}}`;

const BODIES: readonly HostileBody[] = [
  {
    name: "labels of a scale",
    method: "PUT",
    path: `${DEPLOYMENTS}/x/scale?dryRun=All`,
    body: () => `{"metadata":{"name":"x","labels":${map('""')}},"spec":{"replicas":1}}`,
    status: 200,
  },
  {
    name: "the selector of a scale",
    method: "PATCH",
    type: "application/merge-patch+json",
    path: `${DEPLOYMENTS}/x/scale?dryRun=All`,
    body: () => `{"status":{"selector":"${filled("a=b,", length)}"}}`,
    status: 200,
  },
  {
    name: "an unknown field in the options of an eviction",
    path: `${PODS}/x/eviction?dryRun=All`,
    body: () => `{"metadata":{"name":"x"},"deleteOptions":{"dryRun":["All"],"x":${list("{}")}}}`,
    status: 201,
  },
  {
    name: "dryRun values of an eviction",
    path: `${PODS}/x/eviction?dryRun=All`,
    body: () => `{"metadata":{"name":"x"},"deleteOptions":{"dryRun":${list('""')}}}`,
    status: 500,
  },
  {
    name: "annotations of a binding",
    path: `${PODS}/x/binding?dryRun=All`,
    body: () => `{"metadata":{"name":"x","annotations":${map('""')}},"target":{"name":"n"}}`,
    status: 201,
  },
  {
    name: "audiences of a token request",
    path: `${core("default", "serviceaccounts")}/default/token`,
    body: () => `{"spec":{"audiences":${list('"a"')}}}`,
    status: 201,
  },
  {
    name: "ephemeral containers of a pod",
    method: "PATCH",
    type: "application/strategic-merge-patch+json",
    path: `${PODS}/x/ephemeralcontainers?dryRun=All`,
    body: () => `{"spec":{"ephemeralContainers":${list('{"name":"c"}')}}}`,
    status: 422,
  },
  {
    name: "limits of a resized container",
    method: "PATCH",
    type: "application/strategic-merge-patch+json",
    path: `${PODS}/x/resize?dryRun=All`,
    body: () => `{"spec":{"containers":[{"name":"c","resources":{"limits":${map('"1"')}}}]}}`,
    status: 422,
  },
  {
    name: "finalizers of a namespace",
    method: "PUT",
    path: "/api/v1/namespaces/x/finalize?dryRun=All",
    body: () => `{"metadata":{"name":"x"},"spec":{"finalizers":${list('"a"')}}}`,
    status: 422,
  },
  {
    name: "groups in a subject access review",
    path: `${REVIEWS}/subjectaccessreviews`,
    body: () => `{"spec":{"user":"u","groups":${list('"g"')},"resourceAttributes":{"verb":"get","resource":"pods"}}}`,
    status: 201,
  },
  {
    name: "extra attributes in a subject access review",
    path: `${REVIEWS}/subjectaccessreviews`,
    body: () => `{"spec":{"user":"u","extra":${map('[""]')},"resourceAttributes":{"verb":"get","resource":"pods"}}}`,
    status: 201,
  },
  {
    name: "slashes in the path of an access review",
    path: `${REVIEWS}/selfsubjectaccessreviews`,
    body: () => `{"spec":{"nonResourceAttributes":{"verb":"get","path":"${filled("/", length)}"}}}`,
    status: 201,
  },
  {
    name: "the token of a token review",
    path: "/apis/authentication.k8s.io/v1/tokenreviews",
    body: () => `{"spec":{"token":"${filled("e30.", length)}","audiences":${list('"a"')}}}`,
    status: 201,
  },
  {
    name: "the content of a certificate signing request",
    path: `${REQUESTS}?dryRun=All`,
    body: () =>
      `{"metadata":{"name":"x"},"spec":{"signerName":"a.b/c","usages":["client auth"],"request":"${filled("LS0tLS1C", length)}"}}`,
    status: 422,
  },
  { name: "slashes in an API version", body: () => `{"apiVersion":"${filled("/", length)}"}`, status: 400 },
];

describe("a subresource or review with a full body does not delay other clients", () => {
  it.each(BODIES)("$name", { timeout: 120_000 }, async (row) => {
    const sent = await sendHostile(server, { ...row, limits });
    expect({ status: sent.status, text: sent.status === row.status ? "" : sent.text.slice(0, 300) }).toEqual({
      status: row.status,
      text: "",
    });
  });
});

const QUERIES: readonly [name: string, query: string, status: number][] = [
  ["a label selector of many requirements", `labelSelector=${filled("a,", 12_000)}a`, 200],
  ["a label selector of many values", `labelSelector=a in (${filled("b,", 12_000)}b)`, 200],
  ["a field selector of many terms", `fieldSelector=${filled("metadata.name=b,", 12_000)}metadata.name=b`, 200],
  ["a long continue token", `limit=1&continue=${filled("eyJ2Ij", 12_000)}`, 400],
  ["a parameter repeated many times", filled("dryRun=All&", 12_000), 200],
  ["many parameters", numbered(1200, (i) => `p${i}=${i}`, "&"), 200],
];

describe("a query of maximum length does not delay other clients", () => {
  it.each(QUERIES)("%s", { timeout: 60_000 }, async (_, query, status) => {
    const sent = await sendHostile(server, {
      name: "",
      method: "GET",
      path: `${PODS}?${encodeURI(query)}`,
      status,
      limits,
    });
    expect(sent).toMatchObject({ status });
  });
});
