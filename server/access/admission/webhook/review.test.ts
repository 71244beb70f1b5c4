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
    ["no response", {}, "webhook response was absent"],
    ["another uid", answer({ uid: "2" }), 'expected response.uid="1", got "2"'],
    [
      "no type",
      answer({ uid: "1" }, {}),
      "expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got /, Kind=",
    ],
    [
      "another version",
      answer({ uid: "1" }, { apiVersion: "admission.k8s.io/v1beta1", kind: "AdmissionReview" }),
      "expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got admission.k8s.io/v1beta1, Kind=AdmissionReview",
    ],
    ["a patch alone", answer({ uid: "1", patch }), "webhook returned response.patch but not response.patchType"],
    [
      "a type alone",
      answer({ uid: "1", patchType: "JSONPatch" }),
      "webhook returned response.patchType but not response.patch",
    ],
    ["an empty type", answer({ uid: "1", patch, patchType: "" }), 'webhook returned invalid response.patchType of ""'],
    ["no base64", answer({ uid: "1", patch: "[{}]" }), "illegal base64 data at input byte 0"],
    [
      "another form",
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
