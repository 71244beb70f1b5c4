import { describe, expect, it } from "vitest";
import { createVocabulary } from "../../../shared/vocabulary.ts";
import { questionFrom, splitSubresource } from "./questionFrom.ts";
import { describe as describeQuestion, type Question, reviewOf, splitResource } from "./review.ts";

const question: Question = {
  mode: "resource",
  verb: "get",
  resource: "deployments.apps",
  subresource: "scale",
  name: "",
  namespace: "dev",
  path: "/healthz",
};

describe("reviewOf", () => {
  it("uses the server's vocabulary and omits empty attributes", () => {
    expect(reviewOf(question, createVocabulary("orch"))).toEqual({
      apiVersion: "authorization.orch.io/v1",
      kind: "SelfSubjectAccessReview",
      spec: {
        resourceAttributes: {
          verb: "get",
          group: "apps",
          resource: "deployments",
          subresource: "scale",
          namespace: "dev",
        },
      },
    });
  });

  it("supports non-resource URLs", () => {
    expect(reviewOf({ ...question, mode: "path" }, createVocabulary())).toMatchObject({
      spec: { nonResourceAttributes: { path: "/healthz", verb: "get" } },
    });
  });
});

it("splits groups with several dots", () => {
  expect(splitResource("roles.rbac.authorization.x.io")).toEqual({
    resource: "roles",
    group: "rbac.authorization.x.io",
  });
  expect(splitResource("pods")).toEqual({ resource: "pods", group: "" });
});

it("describes the question in one line", () => {
  expect(describeQuestion(question)).toBe("get deployments.apps/scale -n dev");
  expect(describeQuestion({ ...question, mode: "path" })).toBe("get /healthz");
});

describe("questionFrom", () => {
  it("reads the address and defaults to the current namespace", () => {
    expect(questionFrom(new URLSearchParams("verb=list&resource=secrets"), "dev")).toMatchObject({
      verb: "list",
      resource: "secrets",
      namespace: "dev",
    });
    expect(questionFrom(new URLSearchParams("namespace="), "dev").namespace).toBe("");
  });
});

describe("splitSubresource", () => {
  it("takes a sub-resource out of the resource", () => {
    const typed = { ...question, resource: "deployments.apps/scale", subresource: "" };
    expect(splitSubresource(typed)).toEqual({ ...question, resource: "deployments.apps", subresource: "scale" });
    expect(splitSubresource({ ...typed, subresource: "status" }).resource).toBe("deployments.apps/scale");
    expect(splitSubresource({ ...typed, mode: "path" }).subresource).toBe("");
    expect(splitSubresource(question)).toBe(question);
  });
});
