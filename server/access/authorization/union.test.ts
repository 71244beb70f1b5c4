import { describe, expect, it } from "vitest";
import { createVocabulary } from "../../../shared/vocabulary.ts";
import type { Attributes, Authorizer, Decision } from "../../ground/rights/authorizer.ts";
import type { Identity } from "../../ground/rights/identity.ts";
import { alwaysAllow } from "./alwaysAllow.ts";
import { alwaysDeny } from "./alwaysDeny.ts";
import { forbiddenError } from "./forbiddenText.ts";
import { mastersAuthorizer } from "./masters.ts";
import { nodeAuthorizer } from "./node/nodeAuthorizer.ts";
import { podAttributes, testUser } from "./testing/attributes.ts";
import { memoryReader } from "./testing/memoryReader.ts";
import { unionAuthorizer } from "./union.ts";

const bob = testUser("bob", "system:authenticated");
const request = podAttributes();
const says = (decision: Decision, reason = "", later = false): Authorizer => ({
  name: decision,
  authorize: () => (later ? Promise.resolve({ decision, reason }) : { decision, reason }),
});

describe("unionAuthorizer", () => {
  it.each([
    [[says("noOpinion"), says("allow", "a"), says("deny")], "allow", "a"],
    [[says("deny", "d"), says("allow")], "deny", "d"],
    [[says("noOpinion", "x"), says("noOpinion"), says("noOpinion", "y")], "noOpinion", "x\ny"],
    [[says("noOpinion", "x", true), says("noOpinion", "y"), says("allow", "z", true)], "allow", "z"],
    [[says("noOpinion", "x", true), says("noOpinion", "y", true)], "noOpinion", "x\ny"],
    [[], "noOpinion", ""],
  ])("returns the first opinion (%#)", async (authorizers, decision, reason) => {
    expect(await unionAuthorizer(authorizers).authorize(bob, request)).toEqual({ decision, reason });
  });

  it("returns synchronously if its members do", () => {
    expect(unionAuthorizer([says("noOpinion"), says("allow")]).authorize(bob, request)).not.toBeInstanceOf(Promise);
  });

  it("returns all errors if none decides, and passes on the abort signal", async () => {
    const asking = new AbortController();
    const failing = (evaluationError: string): Authorizer => ({
      name: "failing",
      authorize: (_user, _attributes, given) => ({
        decision: "noOpinion",
        reason: "",
        evaluationError: given === asking ? evaluationError : "not handed on",
      }),
    });
    const ask = (...members: Authorizer[]) => unionAuthorizer(members).authorize(bob, request, asking);
    expect(await ask(failing("a"))).toMatchObject({ evaluationError: "a" });
    expect(await ask(failing("a"), says("noOpinion", "", true), failing("b"), failing("a"))).toEqual({
      decision: "noOpinion",
      reason: "",
      evaluationError: "[a, b]",
    });
    expect(await ask(failing("a"), says("allow"))).toEqual({ decision: "allow", reason: "" });
  });

  it("combines the rules of its members", async () => {
    const rules = await unionAuthorizer([mastersAuthorizer, alwaysAllow, alwaysDeny]).rulesFor?.(bob, "n");
    expect(rules).toEqual({
      resourceRules: [{ verbs: ["*"], apiGroups: ["*"], resources: ["*"] }],
      nonResourceRules: [{ verbs: ["*"], nonResourceURLs: ["*"] }],
      incomplete: false,
    });
  });
});

describe("forbiddenError", () => {
  const where = (parts: object): string => forbiddenError(bob, { ...request, ...parts } as Attributes).message;
  it("describes objects, collections, subresources, cluster scope and paths", () => {
    expect(where({})).toBe(
      'pods "p" is forbidden: User "bob" cannot get resource "pods" in API group "" in the namespace "n"',
    );
    expect(where({ name: "", group: "apps", resource: "deployments", subresource: "scale", namespace: "" })).toBe(
      'deployments.apps is forbidden: User "bob" cannot get resource "deployments/scale" in API group "apps" at the cluster scope',
    );
    const path = forbiddenError(bob, { resourceRequest: false, verb: "post", path: "/x" });
    expect(path.status).toMatchObject({ message: 'forbidden: User "bob" cannot post path "/x"', details: {} });
  });
  it("appends the authorizers' reasons", () => {
    expect(forbiddenError(bob, request, "RBAC: gone").message).toMatch(/in the namespace "n": RBAC: gone$/);
  });
});

describe("nodeAuthorizer", () => {
  const reader = memoryReader();
  const spec = {
    nodeName: "n1",
    serviceAccountName: "sa",
    volumes: [{ name: "v", secret: { secretName: "used" } }],
    containers: [{ name: "c", envFrom: [{ configMapRef: { name: "env" } }] }],
  };
  reader.put({ group: "", resource: "pods" }, { metadata: { name: "p", namespace: "n" }, spec });
  const authorizer = nodeAuthorizer(reader, createVocabulary());
  const node = (name: string): Identity => ({ username: `system:node:${name}`, groups: ["system:nodes"], extra: {} });
  const ask = (user: Identity, parts: object) => authorizer.authorize(user, { ...request, ...parts } as Attributes);

  it("allows a node to read only what its pods reference", async () => {
    const secret = { resource: "secrets", name: "used" };
    expect(await ask(node("n1"), secret)).toMatchObject({ decision: "allow" });
    expect(await ask(node("n2"), secret)).toMatchObject({
      decision: "noOpinion",
      reason: "no relationship found between node 'n2' and this object",
    });
    expect(await ask(node("n1"), { resource: "secrets", name: "other" })).toMatchObject({ decision: "noOpinion" });
    expect(await ask(node("n1"), { ...secret, verb: "update" })).toMatchObject({ decision: "noOpinion" });
    expect(await ask(node("n1"), { ...secret, name: "", verb: "list" })).toMatchObject({ decision: "noOpinion" });
    expect(await ask(node("n1"), { resource: "configmaps", name: "env" })).toMatchObject({ decision: "allow" });
  });

  it("allows a node to create tokens for its pods' accounts and update its own lease", async () => {
    const token = { resource: "serviceaccounts", subresource: "token", verb: "create" };
    expect(await ask(node("n1"), { ...token, name: "sa" })).toMatchObject({ decision: "allow" });
    expect(await ask(node("n1"), { ...token, name: "default" })).toMatchObject({ decision: "noOpinion" });
    const lease = { group: "coordination.k8s.io", resource: "leases", namespace: "kube-node-lease", verb: "update" };
    expect(await ask(node("n1"), { ...lease, name: "n1" })).toMatchObject({ decision: "allow" });
    expect(await ask(node("n1"), { ...lease, name: "n2" })).toMatchObject({ decision: "noOpinion" });
  });

  it("applies the node role otherwise and ignores other users", async () => {
    expect(await ask(node("n1"), { resource: "nodes", namespace: "", verb: "create" })).toMatchObject({
      decision: "allow",
    });
    expect(await ask(bob, { resource: "nodes", namespace: "", verb: "create" })).toEqual({
      decision: "noOpinion",
      reason: "",
    });
  });
});
