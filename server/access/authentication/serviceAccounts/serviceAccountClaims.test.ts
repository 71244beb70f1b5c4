import { beforeEach, describe, expect, it } from "vitest";
import type { ObjectMeta } from "../../../../shared/object.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { type MemoryReader, memoryReader } from "../../authorization/testing/memoryReader.ts";
import {
  checkBoundObjects,
  checkTimes,
  identityOfClaims,
  type PrivateClaims,
  privateClaims,
  type TokenClaims,
} from "./serviceAccountClaims.ts";

const NOW = Date.parse("2026-01-02T03:04:05Z");
const MINUTE = 60_000;
const own: PrivateClaims = { namespace: "n", serviceaccount: { name: "robot", uid: "sa" } };
let reader: MemoryReader;
const put = (resource: string, metadata: ObjectMeta): void => reader.put({ group: "", resource }, { metadata });
const check = (more: Partial<PrivateClaims> = {}, now = NOW) => checkBoundObjects({ ...own, ...more }, reader, now);

beforeEach(() => {
  reader = memoryReader();
  put("serviceaccounts", { name: "robot", namespace: "n", uid: "sa" });
  put("pods", { name: "p", namespace: "n", uid: "pod" });
  put("secrets", { name: "s", namespace: "n", uid: "secret" });
  put("nodes", { name: "node1", uid: "node" });
});

describe("privateClaims", () => {
  const claims = { "kubernetes.io": own };
  it("reads the claim of the vocabulary", () => {
    expect(privateClaims(claims, createVocabulary())).toEqual(own);
    expect(() => privateClaims(claims, createVocabulary("orch"))).toThrow("claims are missing");
  });
  it.each([
    {},
    { namespace: "n" },
    { namespace: 1, serviceaccount: { name: "x" } },
    { namespace: "n", serviceaccount: {} },
  ])("rejects %j", (value) => {
    expect(() => privateClaims({ "kubernetes.io": value }, createVocabulary())).toThrow("claims are missing");
  });
});

describe("checkBoundObjects", () => {
  it.each<Partial<PrivateClaims>>([
    {},
    { pod: { name: "p", uid: "pod" } },
    { secret: { name: "s", uid: "secret" } },
    { node: { name: "node1", uid: "node" } },
    { pod: { name: "p", uid: "pod" }, node: { name: "gone", uid: "x" } },
  ])("accepts %j", (more) => {
    expect(() => check(more)).not.toThrow();
  });

  it.each<[Partial<PrivateClaims>, string]>([
    [{ serviceaccount: { name: "ghost", uid: "sa" } }, 'serviceaccounts "ghost" not found'],
    [{ serviceaccount: { name: "robot", uid: "old" } }, "service account UID (sa) does not match claim (old)"],
    [{ namespace: "m" }, 'serviceaccounts "robot" not found'],
    [{ pod: { name: "ghost", uid: "pod" } }, "service account token has been invalidated"],
    [{ pod: { name: "p", uid: "old" } }, "pod UID (pod) does not match service account pod ref claim (old)"],
    [
      { secret: { name: "s", uid: "old" } },
      "secret UID (secret) does not match service account secret ref claim (old)",
    ],
    [{ node: { name: "node1", uid: "old" } }, "node UID (node) does not match service account node ref claim (old)"],
  ])("rejects %j", (more, message) => {
    expect(() => check(more)).toThrow(message);
  });

  it("accepts objects being deleted until their grace period plus one minute", () => {
    put("pods", { name: "p", namespace: "n", uid: "pod", deletionTimestamp: "2026-01-02T03:04:05Z" });
    const pod = { name: "p", uid: "pod" };
    expect(() => check({ pod }, NOW + MINUTE)).not.toThrow();
    expect(() => check({ pod }, NOW + MINUTE + 1)).toThrow("invalidated");
    put("serviceaccounts", { name: "robot", namespace: "n", uid: "sa", deletionTimestamp: "2026-01-02T03:04:05Z" });
    expect(() => check({}, NOW + MINUTE + 1)).toThrow("service account n/robot has been deleted");
  });
});

describe("checkTimes", () => {
  const second = NOW / 1000;
  it.each<[TokenClaims, string | undefined]>([
    [{}, undefined],
    [{ nbf: second + 60, iat: second + 60, exp: second - 60 }, undefined],
    [{ nbf: second + 61 }, "service account token is not valid yet"],
    [{ exp: second - 61 }, "service account token has expired"],
    [{ iat: second + 61 }, "service account token is issued in the future"],
  ])("allows one minute of clock skew for %j", (claims, message) => {
    const judge = () => checkTimes(claims, NOW);
    if (message === undefined) expect(judge).not.toThrow();
    else expect(judge).toThrow(message);
  });
});

describe("identityOfClaims", () => {
  it("includes the bound objects under the vocabulary's domain", () => {
    const more = { ...own, pod: { name: "p", uid: "pod" }, node: { name: "node1", uid: "node" } };
    expect(identityOfClaims({ jti: "1-2" }, more, createVocabulary("orch"))).toEqual({
      username: "system:serviceaccount:n:robot",
      uid: "sa",
      groups: ["system:serviceaccounts", "system:serviceaccounts:n"],
      extra: {
        "authentication.orch.io/credential-id": ["JTI=1-2"],
        "authentication.orch.io/node-name": ["node1"],
        "authentication.orch.io/node-uid": ["node"],
        "authentication.orch.io/pod-name": ["p"],
        "authentication.orch.io/pod-uid": ["pod"],
      },
    });
    expect(identityOfClaims({}, own, createVocabulary()).extra).toEqual({});
  });
});
