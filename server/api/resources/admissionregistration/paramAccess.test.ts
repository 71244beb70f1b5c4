import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { memoryReader } from "../../../access/authorization/testing/memoryReader.ts";
import type { Attributes } from "../../../ground/rights/authorizer.ts";
import type { WriteContext } from "../../registry/strategy.ts";
import { testContext } from "../testing/objects.ts";
import { authorizeParamKind, authorizeParamRef } from "./paramAccess.ts";

const alice = { username: "alice", uid: "2", groups: ["dev", "qa"], extra: { b: ["1", "2"], a: ["x"] } };
const policy = (kind?: string): ApiObject => ({
  kind: "ValidatingAdmissionPolicy",
  metadata: { name: "p" },
  spec: kind === undefined ? {} : { paramKind: { apiVersion: "example.com/v1", kind } },
});
const binding = (paramRef?: object, policyName = "p"): ApiObject => ({
  kind: "ValidatingAdmissionPolicyBinding",
  metadata: { name: "b" },
  spec: { policyName, ...(paramRef === undefined ? {} : { paramRef }) },
});

const reader = memoryReader();
reader.put({ group: "admissionregistration.k8s.io", resource: "validatingadmissionpolicies" }, policy("Limit"));

/** A context that denies every permission, and the list of permissions that were checked. */
function refusing(overrides: Partial<WriteContext> = {}): { context: WriteContext; asked: Attributes[] } {
  const asked: Attributes[] = [];
  const authorize = (_user: unknown, attributes: Attributes) => {
    asked.push(attributes);
    return { decision: "noOpinion" as const, reason: "" };
  };
  const context: WriteContext = {
    ...testContext(),
    user: alice,
    reader,
    authorizer: { name: "none", authorize },
    resourceOf: ({ kind }) => (kind === "Limit" ? "limits" : undefined),
    ...overrides,
  };
  return { context, asked };
}

const valid = async () => true;

describe("Policy with parameters", () => {
  it("requires permission to read all objects of the paramKind", async () => {
    const { context, asked } = refusing();
    await expect(authorizeParamKind(context, policy("Limit"), undefined, valid)).rejects.toMatchObject({
      code: 422,
      message: `ValidatingAdmissionPolicy.admissionregistration.k8s.io "p" is invalid: spec.paramKind: Forbidden: user &{alice 2 [dev qa] map[a:[x] b:[1 2]]} must have "get" permission on all objects of the referenced paramKind (kind=Limit, apiVersion=example.com/v1)`,
    });
    const question = { verb: "get", group: "example.com", version: "v1", namespace: "*", name: "*" };
    expect(asked[0]).toMatchObject({ ...question, resource: "limits" });
    await expect(authorizeParamKind(context, policy("Other"), undefined, valid)).rejects.toThrow("Forbidden");
    expect(asked[1]).toMatchObject({ ...question, resource: "*" });
  });

  it("is not authorized again if the paramKind is unchanged", async () => {
    const { context, asked } = refusing();
    await authorizeParamKind(context, policy("Limit"), policy("Limit"), valid);
    await authorizeParamKind(context, policy(), policy("Limit"), valid);
    expect(asked).toEqual([]);
    await expect(authorizeParamKind(context, policy("Limit"), policy(), valid)).rejects.toThrow("Forbidden");
  });

  it("skips authorization for system:masters and for an invalid paramKind", async () => {
    const { context, asked } = refusing({ user: { ...alice, groups: ["system:masters"] } });
    await authorizeParamKind(context, policy("Limit"), undefined, valid);
    expect(asked).toEqual([]);
    await authorizeParamKind(refusing().context, policy("Limit"), undefined, () => false);
  });
});

describe("Binding with parameters", () => {
  it("requires permission to read the referenced parameters on each write", async () => {
    const { context, asked } = refusing();
    await expect(authorizeParamRef(context, binding({ name: "x", namespace: "n" }), valid)).rejects.toThrow(
      'spec.paramRef: Forbidden: user get does not have "&{alice 2 [dev qa] map[a:[x] b:[1 2]]}" permission on the object referenced by paramRef',
    );
    expect(asked[0]).toMatchObject({
      verb: "get",
      group: "example.com",
      resource: "limits",
      namespace: "n",
      name: "x",
    });
    await expect(authorizeParamRef(context, binding({ selector: {} }, "none"), valid)).rejects.toThrow(
      "user list does",
    );
    const unknown = { group: "*", version: "*", resource: "*" };
    expect(asked[1]).toMatchObject({ verb: "list", ...unknown, namespace: "", name: "" });
  });

  it("skips authorization without or with an invalid paramRef", async () => {
    const { context, asked } = refusing();
    await authorizeParamRef(context, binding(), valid);
    expect(asked).toEqual([]);
    await authorizeParamRef(context, binding({ name: "x" }), async () => false);
  });
});
