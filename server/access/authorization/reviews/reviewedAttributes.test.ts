import { describe, expect, it } from "vitest";
import { reviewedAttributes } from "./reviewedAttributes.ts";
import type { SelectorAttributes } from "./reviewValidation.ts";

const about = (parts: { fieldSelector?: SelectorAttributes; labelSelector?: SelectorAttributes }) =>
  reviewedAttributes({ resourceAttributes: { verb: "list", resource: "pods", ...parts } });
const AT = "spec.resourceAttributes";

describe("reviewedAttributes", () => {
  it("covers resources of all versions, or paths", () => {
    expect(about({})).toEqual({
      attributes: {
        resourceRequest: true,
        verb: "list",
        group: "",
        version: "*",
        resource: "pods",
        subresource: "",
        namespace: "",
        name: "",
      },
      faults: [],
    });
    expect(reviewedAttributes({ nonResourceAttributes: { path: "/x" } })).toEqual({
      attributes: { resourceRequest: false, verb: "", path: "/x" },
      faults: [],
    });
  });

  it.each<[SelectorAttributes, unknown, string[]]>([
    [{ rawSelector: "a!=b" }, [{ field: "a", negated: true, value: "b" }], []],
    [{ rawSelector: "a" }, undefined, [`${AT}.fieldSelector ignored due to parse error`]],
    [
      {
        requirements: [
          { key: "a", operator: "In", values: ["b"] },
          { key: "c", operator: "NotIn", values: ["d"] },
        ],
      },
      [
        { field: "a", negated: false, value: "b" },
        { field: "c", negated: true, value: "d" },
      ],
      [],
    ],
    [
      {
        requirements: [
          { key: "a", operator: "In", values: ["b"] },
          { key: "c", operator: "In", values: ["d", "e"] },
          { key: "f", operator: "Exists" },
        ],
      },
      [{ field: "a", negated: false, value: "b" }],
      [`${AT}.fieldSelector partially ignored due to parse error`],
    ],
    [
      { requirements: [{ key: "a", operator: "Near", values: ["b"] }] },
      undefined,
      [`${AT}.fieldSelector ignored due to parse error`],
    ],
  ])("parses the field selector %j", (fieldSelector, expected, faults) => {
    const found = about({ fieldSelector });
    expect(found.attributes).toHaveProperty("resourceRequest", true);
    expect((found.attributes as { fieldSelector?: unknown }).fieldSelector).toEqual(expected);
    expect(found.faults).toEqual(faults);
  });

  it.each<[SelectorAttributes, unknown, string[]]>([
    [{ rawSelector: "a in (b)" }, [{ key: "a", operator: "In", values: ["b"] }], []],
    [{ rawSelector: "(" }, undefined, [`${AT}.labelSelector ignored due to parse error`]],
    [
      {
        requirements: [
          { key: "a", operator: "Exists" },
          { key: "b", operator: "Near" },
        ],
      },
      [{ key: "a", operator: "Exists", values: [] }],
      [`${AT}.labelSelector partially ignored due to parse error`],
    ],
  ])("parses the label selector %j", (labelSelector, expected, faults) => {
    const found = about({ labelSelector });
    expect((found.attributes as { labelSelector?: unknown }).labelSelector).toEqual(expected);
    expect(found.faults).toEqual(faults);
  });
});
