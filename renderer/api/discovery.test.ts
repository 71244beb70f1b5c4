import { describe, expect, it } from "vitest";
import { fromAggregated, fromLegacy } from "./discovery.ts";

describe("fromAggregated", () => {
  it("flattens groups and versions and marks the preferred one", () => {
    const types = fromAggregated({
      kind: "APIGroupDiscoveryList",
      items: [
        {
          metadata: { name: "apps" },
          versions: [
            {
              version: "v1",
              resources: [
                {
                  resource: "deployments",
                  responseKind: { kind: "Deployment" },
                  scope: "Namespaced",
                  singularResource: "deployment",
                  verbs: ["get", "list"],
                  shortNames: ["deploy"],
                  subresources: [{ subresource: "scale" }],
                },
              ],
            },
            { version: "v1beta1", resources: [{ resource: "deployments", scope: "Cluster" }] },
          ],
        },
        { versions: null },
      ],
    });
    expect(types[0]).toEqual({
      group: "apps",
      version: "v1",
      resource: "deployments",
      kind: "Deployment",
      singular: "deployment",
      namespaced: true,
      verbs: ["get", "list"],
      shortNames: ["deploy"],
      categories: [],
      subresources: ["scale"],
      preferred: true,
    });
    expect(types[1]).toMatchObject({ version: "v1beta1", kind: "deployments", namespaced: false, preferred: false });
  });
});

describe("fromLegacy", () => {
  it("attaches subresources to their parents", () => {
    const types = fromLegacy(
      {
        resources: [
          { name: "pods", kind: "Pod", namespaced: true, verbs: ["list"] },
          { name: "pods/log", kind: "Pod", namespaced: true },
          { name: "pods/status", kind: "Pod", namespaced: true },
        ],
      },
      "",
      "v1",
      true,
    );
    expect(types).toHaveLength(1);
    expect(types[0]?.subresources).toEqual(["log", "status"]);
  });
});
