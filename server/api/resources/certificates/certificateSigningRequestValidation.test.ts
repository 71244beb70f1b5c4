import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { immediately } from "../../../../shared/steps.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { texts } from "../testing/objects.ts";
import { certificateSigningRequestErrors, changeErrors } from "./certificateSigningRequestValidation.ts";

const validateChange = immediately(changeErrors);
const validateCertificateSigningRequest = immediately(certificateSigningRequestErrors);

const vocabulary = createVocabulary();
const request = (spec: object, conditions: object[] = []): ApiObject => ({
  metadata: { name: "r" },
  spec: { request: "", usages: ["client auth"], signerName: "example.com/s", ...spec },
  status: { conditions },
});
/** Errors other than those of `spec.request`, which these tests leave out. */
const errors = (spec: object, conditions?: object[], old?: ApiObject): string[] =>
  texts(validateCertificateSigningRequest(vocabulary, request(spec, conditions), old)).filter(
    (text) => !text.startsWith("spec.request"),
  );

describe("Certificate signing request", () => {
  it.each<[object, RegExp[]]>([
    [{}, []],
    [{ usages: [] }, [/^spec\.usages: Required value$/]],
    [
      { usages: ["client auth", "magic", "client auth"] },
      [/^spec\.usages\[1\]: Unsupported value: "magic"/, /^spec\.usages\[2\]: Duplicate value: "client auth"$/],
    ],
    [{ signerName: "" }, [/^spec\.signerName: Required value$/]],
    [{ signerName: "a/b/c" }, [/must be a fully qualified domain and path of the form/]],
    [{ signerName: "local/s" }, [/"local": should be a domain with at least two segments separated by dots$/]],
    [{ signerName: "Ex.com/s" }, [/Invalid value: "Ex.com": validating label "Ex": a lowercase RFC 1123 label/]],
    [{ signerName: "ex.com/S" }, [/Invalid value: "S": validating label "S": a lowercase RFC 1123 subdomain/]],
    [{ signerName: "kubernetes.io/legacy-unknown" }, [/the legacy signerName is not allowed via this API version$/]],
    [{ expirationSeconds: 599 }, [/^spec\.expirationSeconds: Invalid value: 599: may not specify a duration less/]],
  ])("%j", (spec, expected) => {
    expect(errors(spec)).toEqual(expected.map((pattern) => expect.stringMatching(pattern)));
  });

  it("tolerates existing invalid usages", () => {
    for (const spec of [{ usages: ["magic"] }, { usages: ["any", "any"] }]) {
      expect(errors(spec)).toHaveLength(1);
      expect(errors(spec, [], request(spec))).toEqual([]);
    }
  });
});

describe("Approval conditions", () => {
  const approved = { type: "Approved", status: "True" };
  const denied = { type: "Denied", status: "True" };

  it("are mutually exclusive, unique and have status True", () => {
    expect(errors({}, [approved, denied])).toEqual([
      'status.conditions[1].type: Invalid value: "Denied": Approved and Denied conditions are mutually exclusive',
    ]);
    expect(errors({}, [approved, approved])).toEqual(['status.conditions[1].type: Duplicate value: "Approved"']);
    expect(errors({}, [{ type: "Failed", status: "" }, {}])).toEqual([
      "status.conditions[0].status: Required value",
      "status.conditions[1].type: Required value",
      "status.conditions[1].status: Required value",
    ]);
  });

  it("tolerate existing errors", () => {
    for (const faulty of [[approved, denied], [approved, approved], [{ status: "True" }]]) {
      expect(errors({}, faulty, request({}, faulty))).toEqual([]);
      expect(errors({}, faulty, request({}, []))).toHaveLength(1);
    }
  });

  it("can be added only by approvers and never removed", () => {
    const change = (now: object[], before: object[], allowed = {}): string[] =>
      texts(validateChange(request({}, now), request({}, before), allowed));
    expect(change([approved], [], { decision: true })).toEqual([]);
    expect(change([approved], [])).toEqual([
      'status.conditions: Forbidden: updates may not add a condition of type "Approved"',
    ]);
    expect(change([], [denied], { decision: true })).toEqual([
      'status.conditions: Forbidden: updates may not remove a condition of type "Denied"',
    ]);
  });
});
