import { describe, expect, it } from "vitest";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import type { AlternativeNames } from "../../../../shared/x509/alternativeNames.ts";
import type { CertificateRequest } from "../../../../shared/x509/certificateRequest.ts";
import { checkClient, checkNodeClient, checkNodeServing, clusterSigners } from "./signers.ts";

const NONE: AlternativeNames = { dns: [], email: [], ip: [], uri: [] };
const request = (
  change: { cn?: string; o?: string[]; names?: Partial<AlternativeNames> } = {},
): CertificateRequest => ({
  subject: [],
  commonName: change.cn ?? "system:node:a",
  organizations: change.o ?? ["system:nodes"],
  names: { ...NONE, ...change.names },
  publicKey: new Uint8Array(),
  information: new Uint8Array(),
  algorithm: { tag: 0, content: new Uint8Array(), whole: new Uint8Array() },
  signature: new Uint8Array(),
});
const CLIENT = ["client auth", "digital signature"];
const SERVER = ["server auth", "key encipherment", "digital signature"];
const NAMED = { names: { dns: ["a"] } };

describe("checkClient", () => {
  it.each<[string[], string | undefined]>([
    [["client auth"], undefined],
    [["key encipherment", "client auth", "digital signature"], undefined],
    [["digital signature"], "missing required usage for client certificate: client auth"],
    [["client auth", "server auth"], "invalid usage for client certificate: server auth"],
    [["any"], "invalid usage for client certificate: any"],
  ])("accepts or rejects usages %j", (usages, expected) => {
    expect(checkClient(request(), usages)).toBe(expected);
  });
});

describe("checkNodeClient", () => {
  it.each<[Parameters<typeof request>[0], string[], string | undefined]>([
    [{}, CLIENT, undefined],
    [{}, [...CLIENT, "key encipherment"], undefined],
    [{ o: [] }, CLIENT, "subject organization is not system:nodes"],
    [{ o: ["system:nodes", "system:masters"] }, CLIENT, "subject organization is not system:nodes"],
    [NAMED, CLIENT, "DNS subjectAltNames are not allowed"],
    [{ names: { email: ["a@b"] } }, CLIENT, "Email subjectAltNames are not allowed"],
    [{ names: { ip: ["1.2.3.4"] } }, CLIENT, "IP subjectAltNames are not allowed"],
    [{ names: { uri: ["a:b"] } }, CLIENT, "URI subjectAltNames are not allowed"],
    [{ cn: "ann" }, [], "subject common name does not begin with system:node:"],
    [{}, ["client auth"], "usages did not match [client auth digital signature key encipherment]"],
    [{}, [...CLIENT, "server auth"], "usages did not match [client auth digital signature key encipherment]"],
  ])("checks request %j with usages %j", (change, usages, expected) => {
    expect(checkNodeClient(request(change), usages)).toBe(expected);
  });
});

describe("checkNodeServing", () => {
  it.each<[Parameters<typeof request>[0], string[], string | undefined]>([
    [NAMED, SERVER, undefined],
    [{ names: { ip: ["::1"] } }, ["server auth", "digital signature"], undefined],
    [{ ...NAMED, o: ["x"] }, SERVER, "subject organization is not system:nodes"],
    [{}, SERVER, "DNS or IP subjectAltName is required"],
    [{ names: { ip: ["::1"], email: ["a@b"] } }, SERVER, "Email subjectAltNames are not allowed"],
    [{ names: { ip: ["::1"], uri: ["a:b"] } }, SERVER, "URI subjectAltNames are not allowed"],
    [{ ...NAMED, cn: "ann" }, CLIENT, "usages did not match [digital signature key encipherment server auth]"],
    [{ ...NAMED, cn: "ann" }, SERVER, "subject common name does not begin with system:node:"],
  ])("checks request %j with usages %j", (change, usages, expected) => {
    expect(checkNodeServing(request(change), usages)).toBe(expected);
  });
});

describe("clusterSigners", () => {
  it("names the signers in the configured vocabulary", () => {
    expect([...clusterSigners(createVocabulary("orch")).keys()]).toEqual([
      "orch.io/orch-apiserver-client",
      "orch.io/orch-apiserver-client-kubelet",
      "orch.io/kubelet-serving",
      "orch.io/legacy-unknown",
    ]);
  });
});
