import { describe, expect, it } from "vitest";
import { ApiError } from "../../../shared/status.ts";
import { questionFromError } from "./questionFromError.ts";

const refused = (message: string, name?: string) =>
  new ApiError(403, "Forbidden", message, name === undefined ? undefined : { name });

describe("questionFromError", () => {
  it("reads the request from the message", () => {
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

  const namespaced = (verb: string, resource: string, group = "") =>
    `User "bob" cannot ${verb} resource "${resource}" in API group "${group}" in the namespace "shop"`;
  const ofCluster = (verb: string, resource: string, group = "") =>
    `User "bob" cannot ${verb} resource "${resource}" in API group "${group}" at the cluster scope`;
  it.each([
    ["get", `pods "web" is forbidden: ${namespaced("get", "pods")}`, "pods", "", "shop"],
    ["list", `pods is forbidden: ${namespaced("list", "pods")}`, "pods", "", "shop"],
    ["watch", `secrets is forbidden: ${namespaced("watch", "secrets")}`, "secrets", "", "shop"],
    ["create", `jobs.batch is forbidden: ${namespaced("create", "jobs", "batch")}`, "jobs.batch", "", "shop"],
    ["update", `pods "web" is forbidden: ${namespaced("update", "pods/status")}`, "pods", "status", "shop"],
    ["patch", `nodes "n" is forbidden: ${ofCluster("patch", "nodes")}`, "nodes", "", ""],
    ["delete", `nodes "n" is forbidden: ${ofCluster("delete", "nodes")}`, "nodes", "", ""],
    ["deletecollection", `pods is forbidden: ${namespaced("deletecollection", "pods")}`, "pods", "", "shop"],
    ["get", `pods "web" is forbidden: ${namespaced("get", "pods/log")}`, "pods", "log", "shop"],
    ["create", `pods "web" is forbidden: ${namespaced("create", "pods/eviction")}`, "pods", "eviction", "shop"],
    ["impersonate", `users "eve" is forbidden: ${ofCluster("impersonate", "users")}`, "users", "", ""],
    ["create", `namespaces is forbidden: ${ofCluster("create", "namespaces")}`, "namespaces", "", ""],
    [
      "create",
      `selfsubjectrulesreviews.authorization.k8s.io is forbidden: ${ofCluster("create", "selfsubjectrulesreviews", "authorization.k8s.io")}`,
      "selfsubjectrulesreviews.authorization.k8s.io",
      "",
      "",
    ],
  ])("reads the denied request of %s: %s", (verb, message, resource, subresource, namespace) => {
    expect(questionFromError(refused(message))).toMatchObject({
      mode: "resource",
      verb,
      resource,
      subresource,
      namespace,
    });
  });

  it.each(["/metrics", "/readyz", "/openapi/v3", "/apis"])("reads the denied discovery request at %s", (path) => {
    const message = `forbidden: User "system:anonymous" cannot get path "${path}"`;
    expect(questionFromError(refused(message))).toMatchObject({ mode: "path", verb: "get", path });
  });

  it("returns no question if the host refused because the cluster is read-only", () => {
    expect(questionFromError(refused("prod is read-only in Orrery: DELETE is refused."))).toBeUndefined();
  });

  it("returns no question for other errors", () => {
    expect(questionFromError(refused('pods "x" is forbidden: exceeded quota: q'))).toBeUndefined();
    expect(questionFromError(new ApiError(404, "NotFound", "gone"))).toBeUndefined();
    expect(questionFromError(new Error('User "a" cannot get path "/x"'))).toBeUndefined();
  });
});
