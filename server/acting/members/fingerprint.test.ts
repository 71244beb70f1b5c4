import { expect, it } from "vitest";
import {
  disagreements,
  encryptionFingerprint,
  type Fingerprint,
  fingerprintText,
  parseFingerprint,
} from "./fingerprint.ts";

const base: Fingerprint = {
  vocabulary: "kubernetes",
  serviceClusterIpRange: "10.96.0.0/12",
  serviceNodePortRange: "30000-32767",
  issuers: ["https://a"],
  tokenKeys: { makes: "t1", accepts: ["t1"] },
  authorities: { makes: "c1", accepts: ["c1"] },
  proxies: [],
  encryption: { writes: [], reads: [] },
};
const words = (more: Partial<Fingerprint>, other: Partial<Fingerprint> = {}): string =>
  disagreements({ ...base, ...more }, { ...base, ...other }).join("; ");

it("servers with the same configuration agree", () => {
  expect(words({})).toBe("");
});

it("are stored as text, and a text of another format is not comparable", () => {
  expect(parseFingerprint(fingerprintText(base))).toEqual(base);
  for (const text of ["", "null", "{}", '{"form":2}']) expect(parseFingerprint(text), text).toBeUndefined();
});

it("names each difference", () => {
  expect(words({ vocabulary: "orchard" })).toContain("--vocabulary");
  expect(words({ serviceClusterIpRange: "10.0.0.0/16" })).toContain("--service-cluster-ip-range");
  expect(words({ serviceNodePortRange: "1-2" })).toContain("--service-node-port-range");
  expect(words({ issuers: ["https://b"] })).toContain("--service-account-issuer");
  expect(words({ tokenKeys: { makes: "t2", accepts: ["t2"] } })).toContain("pki/sa.key");
  expect(words({ authorities: { makes: "c2", accepts: ["c2"] } })).toContain("pki/ca.key");
  expect(words({ proxies: ["p1"] }, { proxies: ["p2"] })).toContain("--requestheader-client-ca-file");
  expect(words({ proxies: ["p1"] })).toContain("--requestheader-client-ca-file");
  expect(words({ encryption: { writes: ["k1"], reads: ["k1"] } })).toContain("--encryption-provider-config");
});

it("keys can be rotated one server at a time: first all accept the new key, then each signs with it", () => {
  const both = ["t1", "t2"];
  const old = { tokenKeys: { makes: "t1", accepts: ["t1"] } };
  const prepared = { tokenKeys: { makes: "t1", accepts: both } };
  const changed = { tokenKeys: { makes: "t2", accepts: both } };
  expect([words(prepared, old), words(changed, prepared)]).toEqual(["", ""]);
  expect(words(changed, old)).toContain("service account");
  expect(words({ issuers: ["https://b", "https://a"] }, { issuers: ["https://a", "https://b"] })).toBe("");
  expect(words({ proxies: ["p1", "p2"] }, { proxies: ["p2"] })).toBe("");
  const reads = ["k1", "k2"];
  expect(words({ encryption: { writes: ["k2"], reads } }, { encryption: { writes: ["k1"], reads } })).toBe("");
});

it("encryption keys are represented without their secrets", () => {
  const key = (name: string, fill: number) => ({ name, secret: Buffer.alloc(32, fill) });
  const rules = (fill: number) => [
    {
      resources: [{ group: "", resource: "secrets" }],
      providers: [{ name: "aescbc" as const, keys: [key("a", fill), key("b", 2)] }, { name: "identity" as const }],
    },
  ];
  const { writes, reads } = encryptionFingerprint(rules(1));
  expect([writes.length, reads.length, reads.at(-1)]).toEqual([1, 3, "secrets.: identity"]);
  expect(writes[0]).toMatch(/^secrets\.: aescbc a [\w-]{43}$/);
  expect(writes).not.toEqual(encryptionFingerprint(rules(3)).writes);
  expect(JSON.stringify({ writes, reads })).not.toContain(Buffer.alloc(32, 1).toString("base64").slice(0, 20));
});
