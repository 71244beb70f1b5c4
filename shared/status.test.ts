import { describe, expect, it } from "vitest";
import * as fieldErrors from "./fieldError.ts";
import * as status from "./status.ts";

const apps = { group: "apps", resource: "deployments" };
const core = { group: "", resource: "pods" };

describe("ApiError", () => {
  it("is a Status with ordered members and no empty ones", () => {
    const error = new status.ApiError(500, "", "broken");
    expect(JSON.stringify(error.status)).toBe(
      '{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"broken","code":500}',
    );
    expect([error.code, error.reason, error.message, error.name]).toEqual([500, "", "broken", "ApiError"]);
  });

  it("is distinguished from other errors, optionally by reason", () => {
    const error = status.notFound(core, "p");
    expect(status.isApiError(error)).toBe(true);
    expect(status.isApiError(error, "NotFound")).toBe(true);
    expect(status.isApiError(error, "Conflict")).toBe(false);
    expect(status.isApiError(new Error("NotFound"), "NotFound")).toBe(false);
    expect(status.isApiError({ status: error.status })).toBe(false);
  });
});

describe("Constructors", () => {
  it.each<[status.ApiError, number, string, string]>([
    [status.notFound(core, "p"), 404, "NotFound", 'pods "p" not found'],
    [status.notFound(apps, "d"), 404, "NotFound", 'deployments.apps "d" not found'],
    [status.pathNotFound(), 404, "NotFound", "the server could not find the requested resource"],
    [status.alreadyExists(apps, "d"), 409, "AlreadyExists", 'deployments.apps "d" already exists'],
    [status.conflict(core, "p", "why"), 409, "Conflict", 'Operation cannot be fulfilled on pods "p": why'],
    [status.forbidden(core, "p", "why"), 403, "Forbidden", 'pods "p" is forbidden: why'],
    [status.forbidden(apps, "", "why"), 403, "Forbidden", "deployments.apps is forbidden: why"],
    [status.forbidden({ group: "", resource: "" }, "", "why"), 403, "Forbidden", "forbidden: why"],
    [status.unauthorized(), 401, "Unauthorized", "Unauthorized"],
    [status.badRequest("why"), 400, "BadRequest", "why"],
    [
      status.methodNotAllowed(apps, "create"),
      405,
      "MethodNotAllowed",
      'create is not supported on resources of kind "deployments.apps"',
    ],
    [
      status.methodNotServed(),
      405,
      "MethodNotAllowed",
      "the server does not allow this method on the requested resource",
    ],
    [status.expired("why"), 410, "Expired", "why"],
    [status.gone("why"), 410, "Gone", "why"],
    [status.unsupportedMediaType("why"), 415, "UnsupportedMediaType", "why"],
    [status.notAcceptable("why"), 406, "NotAcceptable", "why"],
    [status.tooLargeBody("why"), 413, "RequestEntityTooLarge", "why"],
    [status.tooManyRequests("why", 3), 429, "TooManyRequests", "why"],
    [status.internalError("why"), 500, "InternalError", "Internal error occurred: why"],
    [status.timeout("why"), 504, "Timeout", "why"],
    [status.serviceUnavailable("why"), 503, "ServiceUnavailable", "why"],
  ])("%s", (error, code, reason, message) => {
    expect([error.code, error.reason, error.message]).toEqual([code, reason, message]);
    expect(error.status.code).toBe(code);
  });

  it("set the details of the object concerned", () => {
    expect(status.notFound(core, "p").status.details).toEqual({ name: "p", kind: "pods" });
    expect(status.notFound(apps, "d").status.details).toEqual({ name: "d", group: "apps", kind: "deployments" });
    expect(status.timeout("why", 1, [{ reason: "r" }]).status.details).toEqual({
      causes: [{ reason: "r" }],
      retryAfterSeconds: 1,
    });
    expect(status.expired("why", { continue: "c" }).status.metadata).toEqual({ continue: "c" });
  });
});

describe("invalid", () => {
  const kind = { group: "apps", kind: "Deployment" };

  it("formats a single error plainly and several in brackets without duplicates", () => {
    const one = fieldErrors.required("spec.a");
    const two = fieldErrors.invalid("spec.b", 5, "too many");
    expect(status.invalid(kind, "d", [one]).message).toBe('Deployment.apps "d" is invalid: spec.a: Required value');
    const error = status.invalid(kind, "d", [one, two, one]);
    expect(error.message).toBe(
      'Deployment.apps "d" is invalid: [spec.a: Required value, spec.b: Invalid value: 5: too many]',
    );
    expect(error.status.details).toEqual({
      name: "d",
      group: "apps",
      kind: "Deployment",
      causes: [
        { reason: "FieldValueRequired", message: "Required value", field: "spec.a" },
        { reason: "FieldValueInvalid", message: "Invalid value: 5: too many", field: "spec.b" },
        { reason: "FieldValueRequired", message: "Required value", field: "spec.a" },
      ],
    });
  });

  it("names errors of the object itself", () => {
    const error = status.invalid({ group: "", kind: "" }, "", [fieldErrors.forbidden("", "no")]);
    expect(error.message).toBe(' "" is invalid: <nil>: Forbidden: no');
    expect(error.status.details?.causes?.[0]?.field).toBe("<nil>");
  });
});
