import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Attributes, Authorizer } from "../../../ground/rights/authorizer.ts";
import { createFeatureGates, type FeatureGates } from "../../../ground/settings/featureGates.ts";
import { testContext } from "../testing/actionContext.ts";
import {
  localSubjectAccessReviewAction,
  selfSubjectAccessReviewAction,
  selfSubjectRulesReviewAction,
  subjectAccessReviewAction,
} from "./accessReviews.ts";

/** Allows reading config maps, denies secrets, has no opinion on the rest. */
const authorizer: Authorizer = {
  name: "test",
  authorize(user, attributes) {
    if (!attributes.resourceRequest) return { decision: "noOpinion", reason: "" };
    if (attributes.resource === "secrets") return { decision: "deny", reason: "never" };
    if (attributes.resource !== "configmaps") return { decision: "noOpinion", reason: "" };
    return { decision: "allow", reason: `${user.username} ${attributes.version}` };
  },
  rulesFor: (_user, namespace) => ({
    resourceRules: [{ verbs: ["get"], apiGroups: [""], resources: [namespace] }],
    nonResourceRules: [],
    incomplete: false,
  }),
};
const context = testContext({
  authorizer,
  namespace: "n",
  kind: { group: "authorization.k8s.io", version: "v1", kind: "X" },
});
const review = (spec: Record<string, unknown>, metadata: ApiObject["metadata"] = {}): ApiObject => ({ metadata, spec });
const configmaps = { resource: "configmaps", verb: "get" };

describe("Access reviews", () => {
  it("check the named user or the caller", async () => {
    const other = await subjectAccessReviewAction(context, review({ user: "zoe", resourceAttributes: configmaps }));
    expect(other["status"]).toEqual({ allowed: true, reason: "zoe *" });
    expect(other["spec"]).toEqual({ user: "zoe", resourceAttributes: configmaps });
    const self = await selfSubjectAccessReviewAction(
      context,
      review({ resourceAttributes: { ...configmaps, version: "v2" } }),
    );
    expect(self["status"]).toEqual({ allowed: true, reason: "alice v2" });
  });

  it("pass on selectors and report unparsable ones", async () => {
    const asked: Attributes[] = [];
    const asking: Authorizer = {
      name: "asking",
      authorize(_user, attributes) {
        asked.push(attributes);
        return { decision: "allow", reason: "", evaluationError: "half broken" };
      },
    };
    const ask = async (parts: object, features?: FeatureGates) => {
      const spec = { resourceAttributes: { ...configmaps, ...parts } };
      const using = { ...context, authorizer: asking, ...(features === undefined ? {} : { features }) };
      return selfSubjectAccessReviewAction(using, review(spec));
    };
    const good = { fieldSelector: { rawSelector: "a=b" } };
    expect((await ask(good))["status"]).toEqual({ allowed: true, evaluationError: "half broken" });
    expect(asked.at(-1)).toMatchObject({ fieldSelector: [{ field: "a", negated: false, value: "b" }] });
    const bad = { fieldSelector: { rawSelector: "nonsense" }, labelSelector: { rawSelector: "(" } };
    const where = "spec.resourceAttributes";
    expect((await ask(bad))["status"]).toMatchObject({
      evaluationError: `half broken; ${where}.fieldSelector ignored due to parse error; ${where}.labelSelector ignored due to parse error`,
    });
    const off = await ask({ fieldSelector: {} }, createFeatureGates({ AuthorizeWithSelectors: "false" }));
    expect(off["spec"]).toEqual({ resourceAttributes: configmaps });
    expect(asked.at(-1)).not.toHaveProperty("fieldSelector");
  });

  it("distinguish a denial from no opinion", async () => {
    const ask = async (resource: string) =>
      (await selfSubjectAccessReviewAction(context, review({ resourceAttributes: { resource, verb: "get" } })))[
        "status"
      ];
    expect(await ask("secrets")).toEqual({ allowed: false, denied: true, reason: "never" });
    expect(await ask("pods")).toEqual({ allowed: false });
  });

  it.each([
    [
      {},
      '[spec.resourceAttributes: Invalid value: "null": exactly one of nonResourceAttributes or resourceAttributes must be specified, spec.user: Invalid value: "": at least one of user or group must be specified]',
    ],
    [
      { user: "x", resourceAttributes: configmaps, nonResourceAttributes: { path: "/x", verb: "get" } },
      'spec.nonResourceAttributes: Invalid value: authorization.NonResourceAttributes{Path:"/x", Verb:"get"}: cannot be specified in combination with resourceAttributes',
    ],
    [
      { user: "x", resourceAttributes: { labelSelector: { rawSelector: "a", requirements: [{ key: "a" }] } } },
      'spec.resourceAttributes.labelSelector.rawSelector: Invalid value: "a": may not specified at the same time as requirements',
    ],
    [
      { user: "x", resourceAttributes: { fieldSelector: {} } },
      "spec.resourceAttributes.fieldSelector.requirements: Required value: when spec.resourceAttributes.fieldSelector is specified, requirements or rawSelector is required",
    ],
  ])("reject %j", async (spec, text) => {
    await expect((async () => subjectAccessReviewAction(context, review(spec)))()).rejects.toMatchObject({
      code: 422,
      message: `.authorization.k8s.io "" is invalid: ${text}`,
      status: { details: { group: "authorization.k8s.io" } },
    });
  });

  it("reject metadata except for managed fields", async () => {
    const spec = { user: "x", resourceAttributes: configmaps };
    await subjectAccessReviewAction(context, review(spec, { managedFields: [{}], creationTimestamp: null }));
    await expect((async () => subjectAccessReviewAction(context, review(spec, { name: "x" })))()).rejects.toThrow(
      "must be empty",
    );
  });

  it("require a local review to match its namespace", async () => {
    const ask = async (spec: Record<string, unknown>, namespace = "n") =>
      localSubjectAccessReviewAction(context, review({ user: "x", ...spec }, { namespace }));
    const here = { resourceAttributes: { ...configmaps, namespace: "n" } };
    expect((await ask(here))["status"]).toMatchObject({ allowed: true });
    await expect(ask({ resourceAttributes: { ...configmaps, namespace: "m" } })).rejects.toThrow(
      'spec.resourceAttributes.namespace: Invalid value: "m": must match metadata.namespace',
    );
    await expect(ask({ nonResourceAttributes: { path: "/", verb: "get" } })).rejects.toThrow(
      "disallowed on this kind of request",
    );
    await expect(ask({ resourceAttributes: { ...configmaps, namespace: "m" } }, "m")).rejects.toMatchObject({
      code: 400,
    });
  });

  it("list the caller's rules in a namespace", async () => {
    const answer = await selfSubjectRulesReviewAction(context, review({ namespace: "n" }));
    expect(answer["spec"]).toEqual({});
    expect(answer["status"]).toEqual({
      resourceRules: [{ verbs: ["get"], apiGroups: [""], resources: ["n"] }],
      nonResourceRules: [],
      incomplete: false,
    });
    await expect((async () => selfSubjectRulesReviewAction(context, review({})))()).rejects.toThrow(
      "no namespace on request",
    );
  });
});
