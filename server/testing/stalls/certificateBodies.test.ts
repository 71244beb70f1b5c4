import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../testServer.ts";
import { sendHostile } from "./hostileBody.ts";

/** Bytes of DER that fill a body, which carries them in base64 of base64. */
const LENGTH = 1_500_000;
/** The error message of a request contains each of its bytes as text. */
const HEAP = 512 * 2 ** 20;

/** A DER element. */
function element(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : [0x83, length >> 16, (length >> 8) & 0xff, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
const objectId = (hex: string): Buffer => element(0x06, Buffer.from(hex, "hex"));
const repeated = (part: Buffer): Buffer => Buffer.concat(Array(Math.floor(LENGTH / part.length)).fill(part));
const nameSet = (value: string): Buffer =>
  element(0x31, element(0x30, objectId("550403"), element(0x0c, Buffer.from(value))));
const extension = (id: string, content: Buffer): Buffer => element(0x30, objectId(id), element(0x04, content));
const SUBJECT = nameSet("x");

/** The body of a certificate signing request with this subject and these extensions. Its signature is wrong. */
function requestOf(subject: Buffer, extensions: Buffer): string {
  const { publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const attribute = element(0x30, objectId("2a864886f70d01090e"), element(0x31, element(0x30, extensions)));
  const information = element(
    0x30,
    element(0x02, Buffer.from([0])),
    element(0x30, subject),
    publicKey.export({ type: "spki", format: "der" }),
    element(0xa0, attribute),
  );
  const algorithm = element(0x30, objectId("2a8648ce3d040302"));
  const der = element(0x30, information, algorithm, element(0x03, Buffer.from([0, 1, 2, 3])));
  const pem = `-----BEGIN CERTIFICATE REQUEST-----\n${der.toString("base64")}\n-----END CERTIFICATE REQUEST-----\n`;
  const request = Buffer.from(pem).toString("base64");
  const signerName = "kubernetes.io/kube-apiserver-client";
  return JSON.stringify({ metadata: { name: "wide" }, spec: { request, signerName, usages: ["client auth"] } });
}

const NONE = Buffer.alloc(0);
const ROWS: readonly (readonly [name: string, subject: () => Buffer, extensions: () => Buffer])[] = [
  [
    "alternative names",
    () => SUBJECT,
    () => extension("551d11", element(0x30, repeated(element(0x82, Buffer.from("a"))))),
  ],
  ["sets of attributes", () => repeated(nameSet("y")), () => NONE],
  [
    "attributes in one set",
    () => element(0x31, repeated(element(0x30, objectId("55040a"), element(0x13, Buffer.from("o"))))),
    () => NONE,
  ],
  ["a common name", () => nameSet("y".repeat(LENGTH)), () => NONE],
  ["extensions", () => SUBJECT, () => repeated(extension("551d12", Buffer.from([0x30, 0])))],
];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    featureGates: { ClusterTrustBundle: "true", APIServerIdentity: "false" },
    runtimeConfig: { "certificates.k8s.io/v1alpha1": "true" },
  });
});
afterAll(() => server.stop());

/** Sends a body, and expects a refusal that delays no other client. */
async function expectRefusal(path: string, body: () => string, says: string): Promise<void> {
  const limits = { heap: HEAP };
  const { status, text } = await sendHostile(server, { name: says, path, status: 422, limits, body });
  expect({ status, says: text.includes(says) }, text.slice(-300)).toEqual({ status: 422, says: true });
}

describe("a certificate signing request does not delay other clients when its body is filled with", () => {
  it.each(ROWS)("%s", { timeout: 60_000 }, async (_name, subject, extensions) => {
    const path = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
    await expectRefusal(path, () => requestOf(subject(), extensions()), "Invalid value: []byte{0x2d, 0x2d");
  });
});

it("a trust bundle of very many certificates does not delay other clients", { timeout: 60_000 }, async () => {
  const certificate = server.running.admin.ca;
  const trustBundle = certificate.repeat(Math.floor((1024 * 1024) / certificate.length));
  const path = "/apis/certificates.k8s.io/v1alpha1/clustertrustbundles";
  const body = () => JSON.stringify({ metadata: { name: "wide" }, spec: { trustBundle } });
  await expectRefusal(path, body, "duplicate trust anchor");
});
