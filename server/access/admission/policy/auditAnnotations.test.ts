import { describe, expect, it } from "vitest";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { testRequest } from "../testing/request.ts";
import { annotateFailure, annotationCollector } from "./auditAnnotations.ts";
import { compilePolicy, readBinding } from "./policy.ts";

function annotated() {
  const annotations: Record<string, string> = {};
  const annotate = (key: string, value: string): void => {
    annotations[key] = value;
  };
  return { request: testRequest("pods", { metadata: { name: "p" } }, { annotate }), annotations };
}

describe("annotationCollector", () => {
  it("joins different values of a key, each truncated to 10 KiB", () => {
    const { request, annotations } = annotated();
    const collector = annotationCollector(compilePolicy("rule", {}), request);
    collector.add([
      { key: "a", value: "1" },
      { key: "b", value: "x" },
    ]);
    collector.add([
      { key: "a", value: "2" },
      { key: "a", value: "1" },
      { key: "b", value: "y".repeat(20_000) },
    ]);
    expect(annotations).toEqual({});
    collector.publish();
    expect(annotations).toEqual({ "rule/a": "1, 2", "rule/b": `x, ${"y".repeat(10_240)}` });
  });
});

describe("annotateFailure", () => {
  it("records the failed expression, policy and binding", () => {
    const { request, annotations } = annotated();
    const binding = readBinding("b", { policyName: "rule", validationActions: ["Audit", "Warn"] });
    annotateFailure(request, binding, { index: 2, message: "a < b", took: 0 }, createVocabulary());
    expect(annotations).toEqual({
      "validation.policy.admission.k8s.io/validation_failure": String.raw`[{"message":"a \u003c b","policy":"rule","binding":"b","expressionIndex":2,"validationActions":["Audit","Warn"]}]`,
    });
  });
});
