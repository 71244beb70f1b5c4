import { beforeAll, describe, expect, test } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { atOnce, finished, immediately } from "../../../../shared/steps.ts";
import { type MadeRequest, makeRequest } from "../../../ground/x509/testing/makeRequest.ts";
import { fakeContext } from "../testing/fakeContext.ts";
import { strategyErrors } from "../testing/strategyErrors.ts";
import {
  certificateSigningRequestApprovalStrategy as approval,
  certificateSigningRequestStrategy as main,
  certificateSigningRequestStatusStrategy as status,
} from "./certificateSigningRequestStrategy.ts";
import { validateCertificate as certificateErrors, changeErrors } from "./certificateSigningRequestValidation.ts";

const validateChange = immediately(changeErrors);
const validateCertificate = immediately(certificateErrors);

let made: MadeRequest;
beforeAll(async () => {
  made = await makeRequest({ commonName: "ann" });
});
const request = (spec: object = {}, conditions?: object[]): ApiObject => ({
  metadata: { name: "r" },
  spec: { request: made.base64, signerName: "example.com/signer", usages: ["client auth"], ...spec },
  ...(conditions === undefined ? {} : { status: { conditions } }),
});
const texts = (errors: readonly { field: string; message: string }[] = []) =>
  errors.map((error) => `${error.field}: ${error.message}`);
const errors = (spec: object) => texts(strategyErrors(main, fakeContext(), request(spec)));

describe("New certificate signing request", () => {
  test("records the requesting user and ignores the user in the body", () => {
    const object = request({ username: "root", groups: ["x"], extra: { a: ["b"] } });
    main.prepareForCreate?.(fakeContext(), object);
    expect(object["spec"]).toMatchObject({
      username: "admin",
      uid: "1",
      groups: ["system:masters", "system:authenticated"],
    });
    expect(object["spec"]).not.toHaveProperty("extra");
    expect(object["status"]).toEqual({});
  });

  test.each<[object, string[]]>([
    [{}, []],
    [
      { request: "bm9wZQ==" },
      ["spec.request: Invalid value: []byte{0x6e, 0x6f, 0x70, 0x65}: PEM block type must be CERTIFICATE REQUEST"],
    ],
    [
      {
        request:
          "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUFNQ0FRQT0KLS0tLS1FTkQgQ0VSVElGSUNBVEUgUkVRVUVTVC0tLS0tCg==",
      },
      [expect.stringMatching(/^spec\.request: Invalid value: \[\]byte\{.*\}: asn1: structure error: /)],
    ],
    [{ usages: [], signerName: "" }, ["spec.usages: Required value", "spec.signerName: Required value"]],
    [
      { expirationSeconds: 10 },
      ["spec.expirationSeconds: Invalid value: 10: may not specify a duration less than 600 seconds (10 minutes)"],
    ],
    [
      { signerName: "badsigner" },
      [
        "spec.signerName: Invalid value: \"badsigner\": must be a fully qualified domain and path of the form 'example.com/signer-name'",
      ],
    ],
  ])("%j", (spec, expected) => {
    expect(errors(spec)).toEqual(expected);
  });
});

describe("Approval decisions", () => {
  const approved = { type: "Approved", status: "True" };

  test("can be added only through the approval subresource, and get timestamps", () => {
    const next = request({}, [approved]);
    expect(texts(strategyErrors(main, fakeContext(), next, request()))).toEqual([
      'status.conditions: Forbidden: updates may not add a condition of type "Approved"',
    ]);
    atOnce(finished(approval.prepareForUpdate?.(fakeContext(), next, request())));
    expect(texts(strategyErrors(approval, fakeContext(), next, request()))).toEqual([]);
    expect(next["status"]).toEqual({
      conditions: [{ ...approved, lastUpdateTime: "2026-01-02T03:04:05Z", lastTransitionTime: "2026-01-02T03:04:05Z" }],
    });
  });

  test("cannot be removed, and are kept when a signer updates the status", () => {
    expect(texts(validateChange(request(), request({}, [approved]), { decision: true }))).toEqual([
      'status.conditions: Forbidden: updates may not remove a condition of type "Approved"',
    ]);
    const failed = { type: "Failed", status: "True" };
    const forged = { ...approved, reason: "Forged" };
    const next = request({}, [failed, forged]);
    atOnce(finished(status.prepareForUpdate?.(fakeContext(), next, request({}, [approved]))));
    expect(next["status"]).toMatchObject({ conditions: [failed, approved] });
    expect(JSON.stringify(next)).not.toContain("Forged");
  });

  test("cannot be added or removed by a status update", () => {
    const update = (now: object[], before: object[]): string[] => {
      const [next, old] = [request({}, now), request({}, before)];
      atOnce(finished(status.prepareForUpdate?.(fakeContext(), next, old)));
      return texts(strategyErrors(status, fakeContext(), next, old));
    };
    const forbidden = (change: string) =>
      `status.conditions: Forbidden: updates may not ${change} a condition of type "Approved"`;
    expect(update([approved], [])).toEqual([forbidden("add")]);
    expect(update([], [approved])).toEqual([forbidden("remove")]);
    expect(update([approved], [approved])).toEqual([]);
  });
});

describe("Issued certificates", () => {
  test("must be PEM blocks of type CERTIFICATE", () => {
    const object: ApiObject = { metadata: {}, status: { certificate: "bm9wZQ==" } };
    expect(texts(validateCertificate(object))).toEqual([
      'status.certificate: Invalid value: "<certificate data>": must contain at least one CERTIFICATE PEM block',
    ]);
    const pem = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
    const broken: ApiObject = { metadata: {}, status: { certificate: Buffer.from(pem).toString("base64") } };
    expect(texts(validateCertificate(broken))).toEqual([
      'status.certificate: Invalid value: "<certificate data>": x509: malformed certificate',
    ]);
  });
});
