import { describe, expect, it } from "vitest";
import { ApiError } from "../../shared/status.ts";
import { questionFromError } from "./questionFromError.ts";

const refused = (message: string, name?: string) =>
  new ApiError(403, "Forbidden", message, name === undefined ? undefined : { name });

describe("questionFromError", () => {
  it("reads what was asked", () => {
    const message =
      'deployments.apps "web" is forbidden: User "system:serviceaccount:ci:builder" cannot patch resource "deployments/scale" in API group "apps" in the namespace "prod"';
    expect(questionFromError(refused(message, "web"))).toEqual({
      mode: "resource",
      verb: "patch",
      resource: "deployments.apps",
      subresource: "scale",
      name: "web",
      namespace: "prod",
      path: "",
    });
    const wide =
      'nodes is forbidden: User "a \\"b\\"" cannot list resource "nodes" in API group "" at the cluster scope';
    expect(questionFromError(refused(wide))).toMatchObject({
      verb: "list",
      resource: "nodes",
      namespace: "",
      name: "",
    });
  });

  it("reads paths", () => {
    const message = 'forbidden: User "alice" cannot get path "/metrics"';
    expect(questionFromError(refused(message))).toMatchObject({ mode: "path", verb: "get", path: "/metrics" });
  });

  it("says nothing of other errors", () => {
    expect(questionFromError(refused('pods "x" is forbidden: exceeded quota: q'))).toBeUndefined();
    expect(questionFromError(new ApiError(404, "NotFound", "gone"))).toBeUndefined();
    expect(questionFromError(new Error('User "a" cannot get path "/x"'))).toBeUndefined();
  });
});
