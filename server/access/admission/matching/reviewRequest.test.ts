import { describe, expect, it } from "vitest";
import { testRequest } from "../testing/request.ts";
import type { Equivalents } from "./equivalents.ts";
import { objectsIn, reviewRequest } from "./reviewRequest.ts";

describe("reviewRequest", () => {
  it("contains all request attributes", () => {
    const object = { apiVersion: "v1", kind: "Pod", metadata: { name: "p" } };
    const request = testRequest("pods", object, {
      subresource: "status",
      user: { username: "u", uid: "7", groups: ["g"], extra: { k: ["v"] } },
      options: { kind: "CreateOptions", apiVersion: "meta.k8s.io/v1" },
    });
    const kind = { group: "x", version: "v2", kind: "Pod" };
    const shape = { kind, resource: { group: "x", version: "v2", resource: "pods" }, subresource: "status" };
    expect(reviewRequest("1", shape, request, { object, oldObject: undefined })).toEqual({
      uid: "1",
      kind,
      resource: { group: "x", version: "v2", resource: "pods" },
      subResource: "status",
      requestKind: { group: "", version: "v1", kind: "Pod" },
      requestResource: { group: "", version: "v1", resource: "pods" },
      requestSubResource: "status",
      name: "p",
      namespace: "n",
      operation: "CREATE",
      userInfo: { username: "u", uid: "7", groups: ["g"], extra: { k: ["v"] } },
      object,
      oldObject: null,
      dryRun: false,
      options: { kind: "CreateOptions", apiVersion: "meta.k8s.io/v1" },
    });
  });
});

describe("objectsIn", () => {
  it("converts the object and the old object", async () => {
    const shape = {
      kind: { group: "x", version: "v2", kind: "Pod" },
      resource: { group: "x", version: "v2", resource: "pods" },
      subresource: "",
    };
    const equivalents: Equivalents = {
      shapesOf: () => [],
      convert: (object, from, to) =>
        Promise.resolve({ ...object, apiVersion: `${from.kind.version} as ${to.kind.version}` }),
    };
    const oldObject = { apiVersion: "v1", kind: "Pod", metadata: { name: "p" } };
    const request = testRequest("pods", undefined, { operation: "DELETE", oldObject });
    expect(await objectsIn(shape, request, equivalents)).toEqual({
      object: undefined,
      oldObject: { ...oldObject, apiVersion: "v1 as v2" },
    });
  });
});
