import https from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAuthority, issueCertificate } from "../../ground/x509/certificates.ts";
import { core } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";
import { filled, numbered, SWEPT, sendHostile } from "./hostileBody.ts";

const DAY = 24 * 3600 * 1000;
const ADMISSION = "/apis/admissionregistration.k8s.io/v1";
const { length, limits } = SWEPT;
/** The webhook's patch, or what it sends in place of one; `null` for none. */
let patch: (() => string) | null = null;
/** Additional members of the webhook's answer. */
let rest = "";

/** Answers reviews without reading them, so that reading is not attributed to the server. */
async function startHook() {
  const now = Date.now();
  const authority = await createAuthority("hook-ca", now - DAY, now + DAY);
  const leaf = await issueCertificate(authority, {
    ...{ commonName: "hook", organizations: [], usage: "server", dnsNames: [], ipAddresses: ["127.0.0.1"] },
    ...{ notBefore: now - DAY, notAfter: now + DAY },
  });
  const hook = https.createServer({ cert: leaf.certificate, key: leaf.key }, (request, response) => {
    let uid: string | undefined;
    request.on("data", (chunk: Buffer) => {
      uid ??= /"uid":"([-\w]+)"/.exec(chunk.toString("latin1"))?.[1];
    });
    request.on("end", () => {
      const told =
        patch === null ? "" : `,"patchType":"JSONPatch","patch":"${Buffer.from(patch()).toString("base64")}"`;
      response.setHeader("content-type", "application/json");
      response.end(
        `{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","response":{"uid":"${uid}","allowed":true${told}${rest}}}`,
      );
    });
  });
  await new Promise<void>((resolve) => hook.listen(0, "127.0.0.1", resolve));
  return { hook, url: `https://127.0.0.1:${(hook.address() as AddressInfo).port}`, ca: authority.certificate };
}

let server: TestServer;
let hook: https.Server;
beforeAll(async () => {
  const started = await startHook();
  hook = started.hook;
  server = await startTestServer();
  const caBundle = Buffer.from(started.ca).toString("base64");
  for (const [plural, kind] of [
    ["mutatingwebhookconfigurations", "MutatingWebhookConfiguration"],
    ["validatingwebhookconfigurations", "ValidatingWebhookConfiguration"],
  ] as const) {
    const { status } = await server.request("POST", `${ADMISSION}/${plural}`, {
      body: {
        ...{ kind, metadata: { name: "w" } },
        webhooks: [
          {
            ...{ name: "w.example.com", clientConfig: { url: started.url, caBundle } },
            rules: [
              { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps", "pods"] },
            ],
            ...{ sideEffects: "None", admissionReviewVersions: ["v1"], timeoutSeconds: 30 },
            ...(plural.startsWith("mutating") ? {} : { matchConditions: [{ name: "n", expression: "false" }] }),
          },
        ],
      },
    });
    expect(status).toBe(201);
  }
}, 60_000);
afterAll(async () => {
  await server.stop();
  hook.closeAllConnections();
  hook.close();
});

const map = (bytes: number): string => `{${numbered(Math.floor(bytes / 12), (i) => `"k${i}":""`)}}`;
const config = (data: string): string => `{"metadata":{"name":"x"},"data":${data}}`;
const containers = (): string =>
  `{"metadata":{"name":"x"},"spec":{"containers":[${numbered(Math.floor(length / 36), (i) => `{"name":"c${i}","image":"i"}`)}]}}`;
const LABEL = '[{"op":"add","path":"/metadata/labels","value":{"a":"b"}}]';

const BODIES: readonly (readonly [
  name: string,
  resource: string,
  body: () => string,
  made: (() => string) | null,
  status: number,
])[] = [
  ["a map that the webhook leaves unchanged", "configmaps", () => config(map(length)), null, 201],
  ["a map of an object to which the webhook adds a label", "configmaps", () => config(map(length)), () => LABEL, 201],
  ["containers of a pod to which the webhook adds a label", "pods", containers, () => LABEL, 201],
  [
    "a map that the webhook adds",
    "configmaps",
    () => config("{}"),
    () => `[{"op":"add","path":"/data","value":${map(length)}}]`,
    201,
  ],
  [
    "a map to which the webhook adds entries one by one",
    "configmaps",
    () => config(map(length / 2)),
    () => `[${numbered(9_000, (i) => `{"op":"add","path":"/data/a${i}","value":""}`)}]`,
    201,
  ],
  [
    "a patch whose last operation fails",
    "configmaps",
    () => config(map(length / 2)),
    () => `[${numbered(9_000, (i) => `{"op":"add","path":"/data/a${i}","value":""}`)},{"op":"remove","path":"/x"}]`,
    500,
  ],
  ["an invalid patch", "configmaps", () => config("{}"), () => `[${filled("[],", length)}[]]`, 500],
];

describe("a large object in a webhook request does not delay other clients", () => {
  beforeAll(async () => {
    await server.request("POST", core("default", "serviceaccounts"), { body: { metadata: { name: "default" } } });
  });

  it.each(BODIES)("%s", { timeout: 120_000 }, async (_, resource, body, made, status) => {
    patch = made;
    const path = `${core("default", resource)}?dryRun=All`;
    const sent = await sendHostile(server, { name: "", path, body, status, limits });
    expect({ status: sent.status, text: sent.status === status ? "" : sent.text.slice(0, 300) }).toEqual({
      status,
      text: "",
    });
  });

  it("audit annotations in the webhook response", { timeout: 120_000 }, async () => {
    patch = null;
    rest = `,"auditAnnotations":{${numbered(150_000, (i) => `"k${i}":"v"`)}}`;
    const path = `${core("default", "configmaps")}?dryRun=All`;
    const { status } = await sendHostile(server, { name: "", path, body: () => config("{}"), status: 201, limits });
    rest = "";
    expect(status).toBe(201);
  });
});
