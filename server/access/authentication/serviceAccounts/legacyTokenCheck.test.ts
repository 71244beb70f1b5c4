import { generateKeyPairSync } from "node:crypto";
import { decodeJwt } from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { type MemoryReader, memoryReader } from "../../authorization/testing/memoryReader.ts";
import { readLegacyClaims } from "./legacyTokenCheck.ts";
import { type ServiceAccountTokenOptions, serviceAccountTokens } from "./serviceAccountToken.ts";

const vocabulary = createVocabulary();
const signingKey = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
const SECRETS = { group: "", resource: "secrets" };
const ACCOUNTS = { group: "", resource: "serviceaccounts" };
const content = { namespace: "n", secret: "s", account: { name: "robot", uid: "sa-uid" } };
let reader: MemoryReader;
let used: string[];
let token: string;

const tokens = (parts: Partial<ServiceAccountTokenOptions> = {}) =>
  serviceAccountTokens({
    signingKey,
    issuers: ["https://issuer"],
    vocabulary,
    reader,
    onUse: (use, secret) => {
      if (secret !== undefined) used.push(`${use} ${secret.metadata.name}`);
    },
    now: () => Date.parse("2026-01-02T03:04:05Z"),
    ...parts,
  });
const putSecret = (value = token, metadata: ApiObject["metadata"] = {}): void =>
  reader.put(SECRETS, {
    metadata: { name: "s", namespace: "n", ...metadata },
    data: { token: Buffer.from(value).toString("base64") },
  });
const putAccount = (metadata: ApiObject["metadata"] = {}, more = {}): void =>
  reader.put(ACCOUNTS, { metadata: { name: "robot", namespace: "n", uid: "sa-uid", ...metadata }, ...more });

beforeEach(async () => {
  reader = memoryReader();
  used = [];
  token = await tokens().issueLegacy(content);
  putAccount();
  putSecret();
});

describe("Secret-based service account tokens", () => {
  it("name their secret and never expire", () => {
    expect(decodeJwt(token)).toEqual({
      iss: "kubernetes/serviceaccount",
      "kubernetes.io/serviceaccount/namespace": "n",
      "kubernetes.io/serviceaccount/secret.name": "s",
      "kubernetes.io/serviceaccount/service-account.name": "robot",
      "kubernetes.io/serviceaccount/service-account.uid": "sa-uid",
      sub: "system:serviceaccount:n:robot",
    });
  });

  it("authenticate the account for the server's own audience", async () => {
    expect(await tokens().authenticateToken(token, [])).toEqual({
      identity: {
        username: "system:serviceaccount:n:robot",
        uid: "sa-uid",
        groups: ["system:serviceaccounts", "system:serviceaccounts:n"],
        extra: {},
      },
      audiences: ["https://issuer"],
    });
    expect(used).toEqual(["manual s"]);
    await expect(tokens().authenticateToken(token, ["x"])).rejects.toThrow(
      'token audiences ["https://issuer"] is invalid for the target audiences ["x"]',
    );
  });

  it.each<[string, () => void]>([
    ["Token has been invalidated", () => reader.remove(SECRETS, "n", "s")],
    ["Token has been invalidated", () => putSecret(token, { deletionTimestamp: "2026-01-02T03:04:05Z" })],
    ["Token does not match server's copy", () => putSecret("other")],
    ["Token does not match server's copy", () => reader.put(SECRETS, { metadata: { name: "s", namespace: "n" } })],
    ['serviceaccounts "robot" not found', () => reader.remove(ACCOUNTS, "n", "robot")],
    ["ServiceAccount n/robot has been deleted", () => putAccount({ deletionTimestamp: "2026-01-02T03:04:05Z" })],
    ["ServiceAccount UID (new) does not match claim (sa-uid)", () => putAccount({ uid: "new" })],
  ])("are rejected: %s", async (message, change) => {
    change();
    await expect(tokens().authenticateToken(token, [])).rejects.toThrow(message);
    expect(used).toEqual([]);
    expect(await tokens({ lookup: false }).authenticateToken(token, [])).toBeDefined();
  });

  it("are rejected if marked invalid, and the attempt counts as a use", async () => {
    putSecret(token, { labels: { "kubernetes.io/legacy-token-invalid-since": "2026-01-01" } });
    await expect(tokens().authenticateToken(token, [])).rejects.toThrow(
      "the token in secret n/s for service account n/robot has been marked invalid. Use tokens from the TokenRequest API",
    );
    expect(used).toEqual(["invalidated s"]);
  });

  it("return a warning if generated automatically", async () => {
    const told: string[] = [];
    const notes = new Map<string, string>();
    const remarks = {
      warn: (text: string) => told.push(text),
      annotate: (key: string, value: string) => notes.set(key, value),
    };
    const ask = () => tokens().authenticateToken(token, [], remarks);
    await ask();
    expect(told).toEqual([]);
    expect([...notes]).toEqual([
      ["authentication.k8s.io/legacy-token", "system:serviceaccount:n:robot"],
      ["authentication.k8s.io/legacy-token-manual-secret", "s"],
    ]);
    putAccount({}, { secrets: [{ name: "s" }] });
    await ask();
    expect(notes.get("authentication.k8s.io/legacy-token-autogenerated-secret")).toBe("s");
    expect(used).toEqual(["manual s", "auto s"]);
    expect(told).toEqual([expect.stringMatching(/^Use tokens from the TokenRequest API/)]);
  });
});

describe("readLegacyClaims", () => {
  const claim = (name: string): string => `kubernetes.io/serviceaccount/${name}`;
  const whole = () => decodeJwt(token);
  it.each([
    ["sub", "sub claim is missing"],
    [claim("namespace"), "namespace claim is missing"],
    [claim("secret.name"), "secretName claim is missing"],
    [claim("service-account.name"), "serviceAccountName claim is missing"],
    [claim("service-account.uid"), "serviceAccountUID claim is missing"],
  ])("requires %s", (name, message) => {
    expect(readLegacyClaims(whole(), vocabulary)).toEqual(content);
    expect(() => readLegacyClaims({ ...whole(), [name]: undefined }, vocabulary)).toThrow(message);
  });
  it.each(["alice", "system:serviceaccount:n:other", "system:serviceaccount:m:robot"])("rejects subject %s", (sub) => {
    expect(() => readLegacyClaims({ ...whole(), sub }, vocabulary)).toThrow("sub claim is invalid");
  });
});
