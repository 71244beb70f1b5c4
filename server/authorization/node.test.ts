import { describe, expect, it } from "vitest";
import { createVocabulary } from "../../shared/vocabulary.ts";
import type { Identity } from "../authentication/identity.ts";
import type { Attributes } from "./authorizer.ts";
import { nodeAuthorizer, nodeNameOf } from "./node.ts";
import { memoryReader } from "./testing/memoryReader.ts";

const identity = (username: string, ...groups: string[]): Identity => ({ username, groups, extra: {} });

describe("nodeNameOf", () => {
  it.each([
    ["system:node:n1", ["system:nodes"], "n1"],
    ["system:node:n1", ["other", "system:nodes"], "n1"],
    ["system:node:a.b:c", ["system:nodes"], "a.b:c"],
    ["system:node:", ["system:nodes"], undefined],
    ["system:node:n1", [], undefined],
    ["n1", ["system:nodes"], undefined],
  ])("of %s in %j", (username, groups, name) => {
    expect(nodeNameOf(identity(username, ...groups))).toBe(name);
  });
});

describe("nodeAuthorizer", () => {
  const reader = memoryReader();
  const n1 = identity("system:node:n1", "system:nodes");
  const pod = (name: string, nodeName: string | undefined, secretName: string): void =>
    reader.put(
      { group: "", resource: "pods" },
      { metadata: { name, namespace: "n" }, spec: { nodeName, volumes: [{ name: "v", secret: { secretName } }] } },
    );
  pod("here", "n1", "mine");
  pod("there", "n2", "theirs");
  pod("waiting", undefined, "early");
  const authorizer = nodeAuthorizer(reader, createVocabulary());
  const ask = (parts: object) =>
    authorizer.authorize(n1, {
      resourceRequest: true,
      verb: "get",
      group: "",
      version: "v1",
      resource: "secrets",
      subresource: "",
      namespace: "n",
      name: "",
      ...parts,
    } as Attributes);

  it.each([
    [{ name: "mine" }, "allow", ""],
    [{ name: "mine", verb: "watch" }, "allow", ""],
    [{ name: "mine", namespace: "m" }, "noOpinion", "no relationship found between node 'n1' and this object"],
    [{ name: "theirs" }, "noOpinion", "no relationship found between node 'n1' and this object"],
    [{ name: "early" }, "noOpinion", "no relationship found between node 'n1' and this object"],
    [{ verb: "list" }, "noOpinion", "No Object name found"],
    [{ name: "mine", verb: "delete" }, "noOpinion", "cannot delete secrets"],
    [
      { resource: "serviceaccounts", name: "default" },
      "noOpinion",
      "can only create tokens for individual service accounts",
    ],
    [
      { group: "coordination.k8s.io", resource: "leases", namespace: "n", name: "n1" },
      "noOpinion",
      "can only access node lease with the same name as the requesting node",
    ],
    [{ resource: "deployments", group: "apps", name: "d" }, "noOpinion", ""],
  ])("answers %j with %s", (parts, decision, reason) => {
    expect(ask(parts)).toEqual({ decision, reason });
  });

  it("forgets with the pod", () => {
    pod("brief", "n1", "brief");
    expect(ask({ name: "brief" })).toMatchObject({ decision: "allow" });
    reader.remove({ group: "", resource: "pods" }, "n", "brief");
    expect(ask({ name: "brief" })).toMatchObject({ decision: "noOpinion" });
  });

  it("cannot list the rules of a node, and says so only of nodes", async () => {
    expect(await authorizer.rulesFor?.(n1, "n")).toMatchObject({
      incomplete: true,
      evaluationError: "node authorizer does not support user rule resolution",
    });
    expect(await authorizer.rulesFor?.(identity("bob"), "n")).toMatchObject({ incomplete: false });
  });
});
