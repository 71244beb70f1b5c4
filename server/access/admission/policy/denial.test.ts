import { describe, expect, it } from "vitest";
import { testRequest } from "../testing/request.ts";
import { denialError } from "./denial.ts";

const request = testRequest("deployments", { metadata: { name: "web" } }, { group: "apps" });

describe("denialError", () => {
  it("has a forbidden message and the code of the reason", () => {
    const message = "ValidatingAdmissionPolicy 'p' with binding 'b' denied request: too many";
    expect(denialError(request, { policy: "p", binding: "b", message: "too many" }).status).toEqual({
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Failure",
      message: `deployments.apps "web" is forbidden: ${message}`,
      reason: "Invalid",
      details: { name: "web", group: "apps", kind: "deployments", causes: [{ message: message }] },
      code: 422,
    });
  });

  it.each([
    ["Forbidden", 403],
    ["Unauthorized", 401],
    ["RequestEntityTooLarge", 413],
    ["Invalid", 422],
    ["Mood", 422],
  ])("%s has code %i", (reason, code) => {
    const { status } = denialError(request, { policy: "p", binding: "b", message: "m", reason });
    expect([status.reason, status.code]).toEqual([reason, code]);
  });

  it("omits the binding if the policy itself fails", () => {
    expect(denialError(request, { policy: "p", binding: undefined, message: "m" }).message).toBe(
      "deployments.apps \"web\" is forbidden: ValidatingAdmissionPolicy 'p' denied request: m",
    );
  });

  it("uses generateName for an object without a name", () => {
    const unnamed = testRequest("pods", { metadata: { generateName: "web-" } }, { name: "" });
    expect(denialError(unnamed, { policy: "p", binding: "b", message: "m" }).status.details?.name).toBe("web-");
  });
});
