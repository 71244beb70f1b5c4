import { describe, expect, it } from "vitest";
import { immediately } from "../../../../shared/steps.ts";
import {
  invalidReview,
  type ReviewSpec,
  reviewSpecErrors,
  validateLocalReview,
  validateReviewMetadata,
} from "./reviewValidation.ts";

const validateReviewSpec = immediately(reviewSpecErrors);

const GROUP = "authorization.k8s.io";
const text = (errors: { field: string; message: string }[]): string[] =>
  errors.map(({ field, message }) => `${field}: ${message}`);
const resourceAttributes = { verb: "get", resource: "pods" };
const AT = "spec.resourceAttributes";

describe("validateReviewSpec", () => {
  it.each<[string, ReviewSpec, boolean, string[]]>([
    ["a review of a resource", { resourceAttributes }, true, []],
    ["a review of a path for a group", { nonResourceAttributes: { path: "/x" }, groups: ["dev"] }, false, []],
    [
      "a review of both a resource and a path",
      { resourceAttributes, nonResourceAttributes: { path: "/x", verb: "get" } },
      true,
      [
        'spec.nonResourceAttributes: Invalid value: authorization.NonResourceAttributes{Path:"/x", Verb:"get"}: cannot be specified in combination with resourceAttributes',
      ],
    ],
    [
      "an empty review",
      {},
      false,
      [
        `${AT}: Invalid value: "null": exactly one of nonResourceAttributes or resourceAttributes must be specified`,
        'spec.user: Invalid value: "": at least one of user or group must be specified',
      ],
    ],
    [
      "an empty self review",
      {},
      true,
      [`${AT}: Invalid value: "null": exactly one of nonResourceAttributes or resourceAttributes must be specified`],
    ],
  ])("validates %s", (_title, spec, self, expected) => {
    expect(text(validateReviewSpec(spec, self))).toEqual(expected);
  });

  it.each<["fieldSelector" | "labelSelector", object, string[]]>([
    ["labelSelector", { rawSelector: "a" }, []],
    ["fieldSelector", { requirements: [{ key: "a", operator: "In", values: ["b"] }] }, []],
    [
      "labelSelector",
      { rawSelector: "a", requirements: [{ key: "a", operator: "Exists" }] },
      [`${AT}.labelSelector.rawSelector: Invalid value: "a": may not specified at the same time as requirements`],
    ],
    [
      "fieldSelector",
      {},
      [
        `${AT}.fieldSelector.requirements: Required value: when ${AT}.fieldSelector is specified, requirements or rawSelector is required`,
      ],
    ],
    [
      "labelSelector",
      { requirements: [{ operator: "In" }, { key: "k", operator: "Exists", values: ["v"] }] },
      [
        `${AT}.labelSelector.requirements[0].values: Required value: must be specified when \`operator\` is 'In' or 'NotIn'`,
        expect.stringMatching(
          /^spec\.resourceAttributes\.labelSelector\.requirements\[0\]\.key: Invalid value: "": name part/,
        ),
        expect.stringMatching(/requirements\[0\]\.key: Invalid value: "": name part must consist of/),
        `${AT}.labelSelector.requirements[1].values: Forbidden: may not be specified when \`operator\` is 'Exists' or 'DoesNotExist'`,
      ],
    ],
    [
      "fieldSelector",
      { requirements: [{ operator: "In" }, { key: "k", operator: "Exists", values: ["v"] }] },
      [
        `${AT}.fieldSelector.requirements[0].key: Required value: must be specified`,
        `${AT}.fieldSelector.requirements[0].values: Required value: must be specified when \`operator\` is 'In' or 'NotIn'`,
        `${AT}.fieldSelector.requirements[1].values: Forbidden: may not be specified when \`operator\` is 'Exists' or 'DoesNotExist'`,
      ],
    ],
    [
      "fieldSelector",
      { rawSelector: "a=b", requirements: [{ operator: "Near" }] },
      [
        `${AT}.fieldSelector.rawSelector: Invalid value: "a=b": may not specified at the same time as requirements`,
        `${AT}.fieldSelector.requirements[0].key: Required value: must be specified`,
      ],
    ],
    ["labelSelector", { requirements: [{ key: "k", operator: "Near", values: ["x"] }] }, []],
    [
      "labelSelector",
      { requirements: [{ key: "k", operator: "In", values: ["x", "a/b"] }] },
      [expect.stringMatching(/requirements\[0\]\.values\[1\]: Invalid value: "a\/b": a valid label must be/)],
    ],
  ])("validates the selectors in a %s %j", (name, selector, expected) => {
    const spec = { resourceAttributes: { ...resourceAttributes, [name]: selector } };
    expect(text(validateReviewSpec(spec, true))).toEqual(expected);
  });
});

describe("validateReviewMetadata", () => {
  it.each([
    [{}, false, undefined],
    [{ name: "" }, false, undefined],
    [{ managedFields: [{ manager: "m" }] }, false, undefined],
    [{ namespace: "n" }, true, undefined],
    [{ namespace: "n" }, false, "must be empty"],
    [{ name: "x" }, false, "must be empty"],
    [{ labels: { a: "b" } }, false, "must be empty"],
    [{ name: "x", namespace: "n" }, true, "must be empty except for namespace"],
  ])("validates %j (local: %s)", (metadata, local, detail) => {
    const errors = text(validateReviewMetadata({ metadata }, local));
    expect(errors).toHaveLength(detail === undefined ? 0 : 1);
    if (detail === undefined) return;
    expect(errors[0]).toMatch(/^metadata: Invalid value: v1\.ObjectMeta\{Name:"/);
    expect(errors[0]?.endsWith(`: ${detail}`)).toBe(true);
  });
});

describe("validateLocalReview", () => {
  it("requires a matching namespace and resource attributes", () => {
    const review = { metadata: { namespace: "n" } };
    expect(validateLocalReview(review, { resourceAttributes: { namespace: "n" } })).toEqual([]);
    expect(text(validateLocalReview(review, { resourceAttributes: { namespace: "default" } }))).toEqual([
      `${AT}.namespace: Invalid value: "default": must match metadata.namespace`,
    ]);
    expect(text(validateLocalReview(review, { nonResourceAttributes: { path: "/", verb: "get" } }))).toEqual([
      'spec.nonResourceAttributes: Invalid value: authorization.NonResourceAttributes{Path:"/", Verb:"get"}: disallowed on this kind of request',
    ]);
  });
});

describe("invalidReview", () => {
  it("names the group without a kind and brackets multiple errors", () => {
    const errors = validateReviewSpec({}, false);
    const error = invalidReview(GROUP, errors);
    expect(error.status).toMatchObject({ code: 422, reason: "Invalid", details: { group: GROUP } });
    expect(error.message).toBe(
      '.authorization.k8s.io "" is invalid: [spec.resourceAttributes: Invalid value: "null": exactly one of nonResourceAttributes or resourceAttributes must be specified, spec.user: Invalid value: "": at least one of user or group must be specified]',
    );
    expect(error.status.details?.causes?.map(({ field, reason }) => [field, reason])).toEqual([
      ["spec.resourceAttributes", "FieldValueInvalid"],
      ["spec.user", "FieldValueInvalid"],
    ]);
    expect(invalidReview(GROUP, errors.slice(1)).message).toBe(
      '.authorization.k8s.io "" is invalid: spec.user: Invalid value: "": at least one of user or group must be specified',
    );
  });
});
