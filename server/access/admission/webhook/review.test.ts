import { describe, expect, it } from "vitest";
import { readReview } from "./review.ts";

const expected = { uid: "1", version: "v1", mutating: true, group: "admission.k8s.io" } as const;
const answer = (response: unknown, type: object = { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview" }) => ({
  ...type,
  response,
});
const patch = Buffer.from("[]").toString("base64");

describe("readReview", () => {
  it("accepts a valid response", () => {
    const status = { message: "no" };
    const full = { uid: "1", allowed: true, patch, patchType: "JSONPatch", status, warnings: ["w", 1] };
    expect(readReview(answer({ ...full, auditAnnotations: { a: "b" } }), expected)).toEqual({
      allowed: true,
      patch: "[]",
      patchType: "JSONPatch",
      status,
      warnings: ["w"],
      auditAnnotations: { a: "b" },
    });
  });

  it.each<[string, unknown, string]>([
    ["a review without a response", {}, "webhook response was absent"],
    ["the UID of another request", answer({ uid: "2" }), 'expected response.uid="1", got "2"'],
    [
      "a review without apiVersion and kind",
      answer({ uid: "1" }, {}),
      "expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got /, Kind=",
    ],
    [
      "a review of another version",
      answer({ uid: "1" }, { apiVersion: "admission.k8s.io/v1beta1", kind: "AdmissionReview" }),
      "expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got admission.k8s.io/v1beta1, Kind=AdmissionReview",
    ],
    [
      "a patch without a patch type",
      answer({ uid: "1", patch }),
      "webhook returned response.patch but not response.patchType",
    ],
    [
      "a patch type without a patch",
      answer({ uid: "1", patchType: "JSONPatch" }),
      "webhook returned response.patchType but not response.patch",
    ],
    [
      "an empty patch type",
      answer({ uid: "1", patch, patchType: "" }),
      'webhook returned invalid response.patchType of ""',
    ],
    ["a patch that is not base64", answer({ uid: "1", patch: "[{}]" }), "illegal base64 data at input byte 0"],
    [
      "a field of the wrong type",
      answer({ uid: "1", allowed: "yes" }),
      "json: cannot unmarshal string into Go struct field AdmissionResponse.response.allowed of type bool",
    ],
  ])("rejects %s", (_what, value, message) => {
    expect(() => readReview(value, expected)).toThrow(message);
  });

  it("rejects a patch from a validating webhook", () => {
    const validating = { ...expected, mutating: false };
    const refuse = (response: object): void => void readReview(answer({ uid: "1", ...response }), validating);
    expect(() => refuse({ patch })).toThrow("validating webhook may not return response.patch");
    expect(() => refuse({ patchType: "JSONPatch" })).toThrow("validating webhook may not return response.patchType");
  });

  it("requires fewer fields in v1beta1", () => {
    const old = { ...expected, version: "v1beta1" } as const;
    expect(readReview({ response: { allowed: true, patch } }, old)).toMatchObject({
      patch: "[]",
      patchType: "JSONPatch",
    });
  });
});
