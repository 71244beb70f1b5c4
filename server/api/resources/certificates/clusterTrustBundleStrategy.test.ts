import { beforeAll, describe, expect, test } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { startTestServer } from "../../../testing/testServer.ts";
import { fakeContext } from "../testing/fakeContext.ts";
import { strategyErrors } from "../testing/strategyErrors.ts";
import { clusterTrustBundleStrategy as strategy } from "./clusterTrustBundleStrategy.ts";

let authority = "";
let leaf = "";
beforeAll(async () => {
  const server = await startTestServer();
  authority = server.running.admin.ca;
  leaf = server.running.admin.cert;
  await server.stop();
});

const texts = (errors: readonly { field: string; message: string }[] = []) =>
  errors.map(({ field, message }) => `${field}: ${message}`);
const bundle = (name: string, signerName: string, trustBundle: string): ApiObject => ({
  metadata: { name },
  spec: { signerName, trustBundle },
});
const OMITTED = 'spec.trustBundle: Invalid value: "<value omitted>"';

describe("Names", () => {
  const names = (name: string, signer: string) => strategy.nameRule?.(bundle(name, signer, authority))(name, false);

  test("of a signer's bundles start with the signer name", () => {
    expect(names("example.com:my-signer:a", "example.com/my-signer")).toEqual([]);
    expect(names("a", "example.com/my-signer")).toEqual([
      "ClusterTrustBundle for signerName example.com/my-signer must be named with prefix example.com:my-signer:",
    ]);
  });

  test("of other bundles contain no colon", () => {
    expect(names("a", "")).toEqual([]);
    expect(names("a:b", "")).toEqual(['ClusterTrustBundle without signer name must not have ":" in its name']);
  });
});

describe("Bundles", () => {
  const errorsOf = (text: string) => texts(strategyErrors(strategy, fakeContext(), bundle("a", "", text)));

  test("contain at least one CA certificate and no duplicates", () => {
    expect(errorsOf(authority)).toEqual([]);
    expect(errorsOf("")).toEqual([`${OMITTED}: at least one trust anchor must be provided`]);
    expect(errorsOf(leaf)).toEqual([`${OMITTED}: entry 0 does not have the CA bit set`]);
    expect(errorsOf(authority + authority)).toEqual([`${OMITTED}: duplicate trust anchor (indices [0 1])`]);
  });

  test("contain only valid certificates", () => {
    const block = (label: string, body: string) => `-----BEGIN ${label}-----\n${body}\n-----END ${label}-----\n`;
    expect(errorsOf(block("EC PRIVATE KEY", "AAAA") + block("CERTIFICATE", "AAAA"))).toEqual([
      `${OMITTED}: entry 0 has bad block type: EC PRIVATE KEY`,
      `${OMITTED}: entry 1 does not parse as X.509`,
    ]);
  });

  test("are revalidated only when changed, and keep their signer", () => {
    const old = bundle("a", "", "junk");
    expect(
      strategyErrors(strategy, fakeContext(), { ...old, metadata: { name: "a", labels: { x: "y" } } }, old),
    ).toEqual([]);
    const other = bundle("a", "", "other junk");
    expect(texts(strategyErrors(strategy, fakeContext(), other, old))).toHaveLength(1);
    const signed = bundle("e.com:s:a", "e.com/s", "junk");
    expect(texts(strategyErrors(strategy, fakeContext(), signed, old))).toEqual([
      'spec.signerName: Invalid value: "e.com/s": field is immutable',
    ]);
  });
});
