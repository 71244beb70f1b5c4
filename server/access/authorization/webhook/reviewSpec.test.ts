import { describe, expect, it } from "vitest";
import { selectorAttributes } from "../selectorAttributes.ts";
import { podAttributes, testUser } from "../testing/attributes.ts";
import { conditionRequest, reviewSpec } from "./reviewSpec.ts";

const alice = { username: "alice", uid: "u1", groups: ["dev"], extra: { scopes: ["a", "b"] } };

describe("reviewSpec", () => {
  it("contains user and attributes and omits empty fields", () => {
    expect(reviewSpec(alice, podAttributes({ subresource: "log" }))).toEqual({
      resourceAttributes: {
        namespace: "n",
        verb: "get",
        version: "v1",
        resource: "pods",
        subresource: "log",
        name: "p",
      },
      user: "alice",
      groups: ["dev"],
      extra: { scopes: ["a", "b"] },
      uid: "u1",
    });
    expect(reviewSpec(testUser(""), { resourceRequest: false, verb: "get", path: "/x" })).toEqual({
      nonResourceAttributes: { path: "/x", verb: "get" },
    });
  });

  it("uses the API's selector fields", () => {
    const selectors = selectorAttributes("a=b,c!=d", "x in (z,y),!w,n notin (m),e,s>1,t=");
    expect(reviewSpec(alice, podAttributes({ verb: "list", name: "", ...selectors })).resourceAttributes).toEqual({
      namespace: "n",
      verb: "list",
      version: "v1",
      resource: "pods",
      fieldSelector: {
        requirements: [
          { key: "a", operator: "In", values: ["b"] },
          { key: "c", operator: "NotIn", values: ["d"] },
        ],
      },
      labelSelector: {
        requirements: [
          { key: "e", operator: "Exists" },
          { key: "n", operator: "NotIn", values: ["m"] },
          { key: "t", operator: "In", values: [""] },
          { key: "w", operator: "DoesNotExist" },
          { key: "x", operator: "In", values: ["y", "z"] },
        ],
      },
    });
    const numbers = podAttributes(selectorAttributes("", "s>1"));
    expect(reviewSpec(alice, numbers).resourceAttributes).not.toHaveProperty("labelSelector");
  });
});

describe("conditionRequest", () => {
  it("includes empty strings", () => {
    expect(conditionRequest(testUser("bob"), podAttributes({ ...selectorAttributes("", "e") }))).toEqual({
      user: "bob",
      groups: [],
      uid: "",
      extra: {},
      resourceAttributes: {
        namespace: "n",
        verb: "get",
        group: "",
        version: "v1",
        resource: "pods",
        subresource: "",
        name: "p",
        labelSelector: { requirements: [{ key: "e", operator: "Exists", values: [] }] },
      },
    });
    const path = conditionRequest(testUser("bob"), { resourceRequest: false, verb: "get", path: "/x" });
    expect(path).toMatchObject({ nonResourceAttributes: { path: "/x", verb: "get" } });
  });
});
